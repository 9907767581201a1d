import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { orders, payments } from '#app/db/schema.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import { asRenamed } from '#app/models/operator/rename.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openPayingShop } from '#testing/paying-shop.ts'
import { visitDay } from '#testing/visit-day.ts'

// A room gets another id (`was:`) while a change of its booking is being paid.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let operator: typeof import('#app/models/operator/venue.server.ts')
let current: typeof import('#app/models/venue/current.server.ts')
let revising: typeof import('#app/models/booking/revise.server.ts')

const now = () => DateTime.utc()

beforeAll(async () => {
	shop = await openPayingShop()
	operator = await import('#app/models/operator/venue.server.ts')
	current = await import('#app/models/venue/current.server.ts')
	revising = await import('#app/models/booking/revise.server.ts')
})
afterAll(() => shop.close())
beforeEach(async () => {
	await emptyTables(shop.admin, 'counters', 'invoices', 'order_revisions', 'order_changes')
	await shop.clear()
	await emptyTables(shop.admin, 'resources', 'venue_versions')
	await operator.applyVenue(shop.venue, 'as it was')
	await current.refreshVenue()
})

const withMagician: Asked = { kind: 'change', added: [{ productId: 'magician', quantity: 1 }] }
const later: Asked = { kind: 'move', day: visitDay, time: '17:00', change: withMagician }

/** The venue whose room Venus is called vega now. */
function withVega(): Venue {
	const venue = structuredClone(asRenamed(shop.venue, [{ from: 'venus', to: 'vega' }]))
	for (const resource of venue.resources) if (resource.id === 'vega') resource.was = 'venus'
	return venue
}

/** A booking of room Venus at 14 o'clock. */
async function bookRoom(): Promise<string> {
	const left = await shop.leave('stripe', undefined, { productId: 'room-venus', quantity: 1 })
	await shop.paid(left)
	await shop.admin
		.update(orders)
		.set({ policy: orderedPolicy() })
		.where(eq(orders.id, left.orderId))
	return left.orderId
}

/** Opens a change and pays it at the provider; the shop does not know it yet. Returns the payment. */
async function payThere(orderId: string, asked: Asked): Promise<string> {
	const wish = { revision: 1, asked, actor: 'customer' }
	const revised = await revising.reviseBooking(orderId, wish, now())
	if (!revised.ok || revised.value.kind !== 'due') throw new Error(JSON.stringify(revised))
	const begun = await shop.pay.payChange(orderId, revised.value.changeId, 'stripe', now())
	if (!begun.ok || !('token' in begun.value)) throw new Error('the change cannot be paid')
	await shop.pay.goOnPaying(begun.value.token, now())
	const rows = await shop.admin.select().from(payments).where(eq(payments.orderId, orderId))
	const payment = rows.find(({ purpose }) => purpose === 'change')
	await shop.control(`sessions/${payment?.providerId}/pay`, {})
	return payment?.id ?? ''
}

function rooms() {
	return raw(
		shop.admin,
		`select resource_id as id, exclusive,
			to_char(lower(during) at time zone 'Europe/Berlin', 'HH24:MI') as time
		from allocations where state = 'confirmed' and resource_id in ('venus', 'vega') order by time`,
	)
}

/** True when the room is sold for a time; otherwise it is refused as full. */
async function isSoldAgain(time: string): Promise<boolean> {
	const wish = { productId: 'room-venus', quantity: 1, time }
	return shop.leave('paypal', undefined, wish).then(
		() => true,
		(error: unknown) => {
			expect(String(error)).toMatch(/noFreePlaces|chooseOtherPeriod/)
			return false
		},
	)
}

async function broken() {
	return (await audit(shop.admin)).filter((finding) => finding.broken.length > 0)
}

test('K107: a room renamed while a change is being paid stays guarded, and is sold once', async () => {
	const payment = await payThere(await bookRoom(), withMagician)
	await operator.applyVenue(withVega(), 'vega')
	await current.refreshVenue()
	expect(await broken()).toEqual([])
	expect(await shop.pay.settlePayment(payment, now())).toMatchObject({ state: 'paid' })
	expect(await rooms()).toEqual([{ id: 'vega', exclusive: true, time: '14:00' }])
	// The cart reads the old files, as a process does that has not refreshed.
	expect(await isSoldAgain('14:00')).toBe(false)
	expect(await broken()).toEqual([])
})

test('K107: a process that does not know the room yet settles a change that moves into it', async () => {
	const payment = await payThere(await bookRoom(), later)
	await operator.applyVenue(withVega(), 'vega')
	expect(await shop.pay.settlePayment(payment, now())).toMatchObject({ state: 'paid' })
	expect(await rooms()).toEqual([{ id: 'vega', exclusive: true, time: '17:00' }])
	expect(await isSoldAgain('17:00')).toBe(false)
	expect(await isSoldAgain('14:00')).toBe(true)
	expect(await broken()).toEqual([])
})

test('K107: a process with the old files opens a change after the rename', async () => {
	const orderId = await bookRoom()
	await operator.applyVenue(withVega(), 'vega')
	const payment = await payThere(orderId, later)
	expect(await broken()).toEqual([])
	await current.refreshVenue()
	expect(await shop.pay.settlePayment(payment, now())).toMatchObject({ state: 'paid' })
	expect(await rooms()).toEqual([{ id: 'vega', exclusive: true, time: '17:00' }])
	expect(await broken()).toEqual([])
})
