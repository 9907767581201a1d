import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const documents = [
	'README.md',
	'STYLE.md',
	...readdirSync('docs').map((name) => join('docs', name)),
]
const named = /`((?:app|bench|docs|drizzle|e2e|sandbox|scripts|server|testing)\/[\w./-]+\.\w+)`/g

test.each(documents.filter((path) => path.endsWith('.md')))(
	'%s names existing files only',
	(path) => {
		const files = [...readFileSync(path, 'utf8').matchAll(named)].flatMap(([, file]) => file ?? [])
		expect(files.filter((file) => !existsSync(file))).toEqual([])
	},
)
