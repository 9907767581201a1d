import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import subsetFont from 'subset-font'

// `node --import tsx scripts/fonts.ts` makes the fonts of the pages from those that Fontsource publishes: only the
// characters of Western European languages, in the weights that the pages use, which is a third less to load.

const require = createRequire(import.meta.url)
const folder = join(import.meta.dirname, '../app/ui/fonts')

const signs = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŠšŽžŸẞ–—‘’‚“”„†•…‰‹›€™−→←↑↓✓\u2009\u2011\u202f`

const faces = [
	{
		file: 'inter.woff2',
		source: require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
		weights: { min: 400, max: 700 },
	},
	{
		file: 'exo-2.woff2',
		source: require.resolve('@fontsource-variable/exo-2/files/exo-2-latin-wght-normal.woff2'),
		weights: { min: 600, max: 700 },
	},
]

for (const { file, source, weights } of faces) {
	const face = await subsetFont(await readFile(source), signs, {
		targetFormat: 'woff2',
		variationAxes: { wght: weights },
	})
	await writeFile(join(folder, file), face)
	console.log(`${file}: ${face.length} bytes`)
}

function range(first: number, last: number): string {
	return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
}
