import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { ROOT } from '#scripts/shop/child.ts'

const GUIDE = 'docs/alerts.md'

/** Lists the statements in the section of an alert, as docs/alerts.md has them, that match a pattern. */
export async function statementsOf(alert: string, pattern: RegExp): Promise<string[]> {
	const text = await readFile(join(ROOT, GUIDE), 'utf8')
	const section = new RegExp(`^## ${alert}$([^]*?)(?=^## |$(?![^]))`, 'm').exec(text)?.[1] ?? ''
	const blocks = [...section.matchAll(/^```sql\n([^]*?)^```$/gm)].map(([, block = '']) => block)
	return blocks
		.flatMap((block) => block.split(';'))
		.map((statement) => statement.replaceAll(/--.*$/gm, '').trim())
		.filter((statement) => pattern.test(statement))
}
