import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase } from '#testing/database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
	database = await createTestDatabase()
	const sql = postgres(database.url, { max: 1, onnotice: () => {} })
	await sql`
		insert into orders (public_id, number, cart_id, cart_version, state, locale, person, terms_version,
			lines_total, discount, shipping, total, voucher, online, on_site, vat, confirmed_at)
		values ('paid-at-the-venue', '2026-000042', gen_random_uuid(), 1, 'confirmed', 'de-DE', '{}',
			'2025-03-01', 4980, 0, 0, 4980, 0, 0, 4980, '[]', now())`
	await sql.end()
	expect(await venue('apply')).toMatchObject({ code: 0 })
})
afterAll(() => database.drop())

test.each([
	['refund 2026-999999', 'There is no order with this number.'],
	['refund 2026-000042 12.50', 'What was paid at the venue is given back there'],
	['refund', 'refund ORDER [AMOUNT]'],
	['refund 2026-000042 --keep 12.50', "refund takes no '--keep'"],
	['cancel 2026-000042 12.50', "cancel takes no '12.50'"],
	['cancel', 'cancel ORDER [--keep AMOUNT]'],
	['void 2026-999999', 'There is no order with this number.'],
	['void 2026-000042', 'No gift voucher of this order has anything left.'],
	['paid 2026-000042 -5 card', "Unknown option '-5'\nnpm run venue -- check|plan|apply"],
	['plan --dry', "Unknown option '--dry'\nnpm run venue -- check|plan|apply"],
	['paid 2026-999999 10.00 card', 'There is no order with this number.'],
	['paid 2026-000042 49.81 cash', 'more than is left to pay at the venue'],
])('%s is refused in a sentence for the operator', async (command, sentence) => {
	const { code, said } = await venue(command)
	expect(said).toContain(sentence)
	expect(code).toBe(1)
})

/** Runs the operator's command; answers its exit code and what it said. */
function venue(command: string): Promise<{ code: number; said: string }> {
	const program = fileURLToPath(new URL('venue.ts', import.meta.url))
	const args = ['--import', 'tsx', program, ...command.split(' ')]
	const env = { ...process.env, DATABASE_URL: database.url }
	return new Promise((resolve) => {
		execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
			resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
		)
	})
}
