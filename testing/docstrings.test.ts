import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

/** First words of a clause that needs the code beside it (STYLE.md, 'Comments say why'). */
const clauses =
	/^(?:Of|What|Whether|Who|Whoever|Whom|Whatever|Where|When|How|Which|Why|Until|The same)\b/

const folders = 'app bench desk drizzle e2e sandbox scripts server testing'.split(' ')
const inFolders = folders.flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
)
const files = [...readdirSync('.'), ...inFolders].filter((file) => /\.(?:tsx?|m[jt]s)$/.test(file))

test('a docstring begins with a verb or with the thing that it describes', () => {
	const found = files.flatMap((file) => {
		const docstrings = readFileSync(file, 'utf8').matchAll(/\/\*\*\s*(?:\*\s*)?([^*]+)/g)
		return [...docstrings]
			.map(([, text = '']) => text.trim())
			.filter((text) => clauses.test(text))
			.map((text) => `${file}: ${text}`)
	})
	expect(found).toEqual([])
})
