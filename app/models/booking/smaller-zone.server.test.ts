import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { orders } from '#app/db/schema.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { openPayingShop } from '#testing/paying-shop.ts'

let shop: Awaited<ReturnType<typeof openPayingShop>>

beforeAll(async () => {
	shop = await openPayingShop()
})
afterAll(() => shop.close())

const now = () => DateTime.utc()

test('K109: bookings in a zone that became smaller than what is booked become smaller, never larger', async () => {
	const { reviseBooking } = await import('#app/models/booking/revise.server.ts')
	const { applyVenue } = await import('#app/models/operator/venue.server.ts')
	const { refreshVenue } = await import('#app/models/venue/current.server.ts')
	const [one, two] = [
		await shop.leave('stripe', undefined, { quantity: 10 }),
		await shop.leave('stripe', undefined, { quantity: 10 }),
	]
	for (const left of [one, two]) await shop.paid(left)
	await shop.admin.update(orders).set({ policy: orderedPolicy() })
	const small = structuredClone(shop.venue)
	for (const resource of small.resources) if (resource.id === 'park') resource.capacity = 12
	small.entry.guests = 12
	expect(await applyVenue(small, 'smaller')).toBe('applied')
	await refreshVenue()

	const revised = (revision: number, guests: number, actor: string) => {
		const asked = { kind: 'change' as const, quantities: { 1: guests } }
		return reviseBooking(two.orderId, { revision, asked, actor, reason: 'x' }, now())
	}
	expect(await revised(1, 9, 'customer')).toMatchObject({ ok: true, value: { kind: 'applied' } })
	expect(await revised(2, 7, 'staff:2f1c')).toMatchObject({ ok: true, value: { kind: 'applied' } })
	expect(await revised(3, 8, 'staff:2f1c')).toMatchObject({
		message: { key: 'errors.noFreePlaces' },
	})
	const places = await raw(
		shop.admin,
		`select state, units, line_position as position from allocations where order_id = $1 and resource_id = 'park'`,
		[two.orderId],
	)
	expect(places).toEqual([{ state: 'confirmed', units: 7, position: 1 }])
	const broken = (await audit(shop.admin)).filter((finding) => finding.broken.length > 0)
	expect(broken.map(({ id }) => id)).toEqual(['I1'])
})
