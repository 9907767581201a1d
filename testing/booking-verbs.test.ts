import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'

import { startBookingVerbs } from './booking-verbs.ts'
import { openPayingShop } from './paying-shop.ts'

// The process in which `npm run lives` changes bookings: it carries verbs out, and is killed again and again (faults K56).

let shop: Awaited<ReturnType<typeof openPayingShop>>
let verbs: Awaited<ReturnType<typeof startBookingVerbs>>
beforeAll(async () => {
	shop = await openPayingShop()
	verbs = await startBookingVerbs(process.env)
})
afterAll(async () => {
	await verbs?.stop()
	await shop?.close()
})

test('a call of a killed process rejects, and sent again counts once', async () => {
	const left = await shop.leave('stripe')
	await shop.paid(left)
	const asked = { kind: 'change', quantities: { 1: 3 } } as const
	const revise = () =>
		verbs.call('revise', left.orderId, { revision: 1, asked, actor: 'Grace', reason: 'asked' })
	await shop.admin.transaction(async (tx) => {
		await raw(tx, 'select from orders where id = $1 for update', [left.orderId])
		const killed = revise()
		await Promise.all([expect(killed).rejects.toThrow('killed'), killWhileItWaits()])
	})
	const applied = { ok: true, value: { kind: 'applied', revision: 2 } }
	expect(await revise()).toEqual(applied)
	expect(await revise()).toEqual(applied)
})

/** Kills once the change waits for its order. */
async function killWhileItWaits(): Promise<void> {
	const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
	await expect.poll(() => raw(shop.db, waiting)).toHaveLength(1)
	await verbs.kill()
}
