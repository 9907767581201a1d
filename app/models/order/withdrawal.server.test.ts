import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { refuse } from '#app/models/result.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/order/withdrawal.server.ts')
beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/order/withdrawal.server.ts')
})
afterAll(() => shop?.close())

const now = DateTime.fromISO('2026-11-23T09:00:00Z')

function declare(email: string, addressHash: string) {
	const declared = { name: 'Ada Lovelace', contract: '2026-000000001', email }
	const sender = { id: crypto.randomUUID(), locale: 'de-DE', addressHash } as const
	return model.receiveWithdrawal(declared, sender, now)
}

async function letters(to: string): Promise<number> {
	const rows = await raw(
		shop.admin,
		`select 1 from pgboss.job where name = 'mailWithdrawal' and data ->> 'to' = $1`,
		[to],
	)
	return rows.length
}

test('one internet address declares five times an hour, and closes the way for nobody else', async () => {
	const from = crypto.randomUUID()
	for (let times = 0; times < 5; times += 1)
		expect(await declare('ada@example.org', from)).toEqual({ ok: true })
	for (let times = 0; times < 30; times += 1)
		expect(await declare('ada@example.org', from)).toEqual(refuse('tooManyAttempts'))
	expect(await declare('ada@example.org', crypto.randomUUID())).toEqual({ ok: true })
})

test('the withdrawal of a customer is taken however many strangers declare in her name, and receipts are no flood', async () => {
	const before = { sender: await letters('sender'), operator: await letters('operator') }
	for (let times = 0; times < 25; times += 1)
		expect(await declare('Eve@example.org', crypto.randomUUID())).toEqual({ ok: true })
	expect(await declare('eve@example.org', crypto.randomUUID())).toEqual({ ok: true })
	expect(await letters('operator')).toBe(before.operator + 26)
	expect(await letters('sender')).toBe(before.sender + 3)
})
