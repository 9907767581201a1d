import { existsSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

/** A path in backticks that begins in one of these folders and names a file. */
const named =
	/`((?:app|bench|desk|docs|drizzle|e2e|sandbox|scripts|server|testing|venue)\/[\w./-]+\.\w+)`/g

test.each(['README.md', 'STYLE.md', 'docs/house.md', 'docs/words.md', 'docs/capabilities.md'])(
	'every file that %s names is there',
	(guide) => {
		const files = [...readFileSync(guide, 'utf8').matchAll(named)].map(([, path = '']) => path)
		expect(files.filter((path) => !existsSync(path))).toEqual([])
	},
)
