import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { create } from 'fontkit'
import subsetFont from 'subset-font'

/*
 * Makes the Chinese font of PDFs, and the list of all characters that any font of PDFs has.
 *
 *     npm install --prefix /tmp/fonts @expo-google-fonts/noto-sans-sc
 *     node --import tsx scripts/paper-fonts.ts --chinese /tmp/fonts/node_modules/@expo-google-fonts/noto-sans-sc
 *
 * writes the font: its package has nine weights in 92 megabytes; the ideographs, kana and wide characters of the
 * regular weight are eight. Without `--chinese` only the list is written anew: forms refuse characters that are not in
 * it.
 */

const require = createRequire(import.meta.url)
const root = join(import.meta.dirname, '..')
const chinese = join(root, 'app/gateways/fonts/noto-sans-sc.ttf')

const { values } = parseArgs({ options: { chinese: { type: 'string' } } })
if (values.chinese) {
	const signs = range(0x30_00, 0x30_ff) + range(0x4e_00, 0x9f_ff) + range(0xff_00, 0xff_ef)
	const source = await readFile(join(values.chinese, '400Regular/NotoSansSC_400Regular.ttf'))
	await writeFile(chinese, await subsetFont(source, signs, { targetFormat: 'sfnt' }))
	const license = await readFile(join(values.chinese, 'LICENSE_FONT'))
	await writeFile(chinese.replace('.ttf', '.LICENSE'), license)
}

const files = [
	require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
	require.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
	require.resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
	require.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
	require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
	chinese,
]
const signs = new Set<number>()
for (const file of files) {
	const font = create(await readFile(file))
	if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`)
	for (const sign of font.characterSet) if (font.hasGlyphForCodePoint(sign)) signs.add(sign)
}

const ranges: { first: number; last: number }[] = []
for (const sign of [...signs].toSorted((one, other) => one - other)) {
	const range = ranges.at(-1)
	if (range && range.last + 1 === sign) range.last = sign
	else ranges.push({ first: sign, last: sign })
}
const list = ranges.map(({ first, last }) => `${first.toString(16)}-${last.toString(16)}`).join(' ')
await writeFile(
	join(root, 'app/models/paper-signs.ts'),
	`/** Ranges of signs that some face of our papers has, in hexadecimal. Written by \`scripts/paper-fonts.ts\`. */
export const paperSigns =
	'${list}'
`,
)

function range(first: number, last: number): string {
	return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
}
