import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { addDays, today } from '#app/models/venue/day.ts'
import { startDice } from '#sandbox/dice.ts'
import { openPayingShop } from '#testing/paying-shop.ts'

import { fillMonth } from './fill.ts'
import { practiceMonth } from './month.ts'

// A month to practise with is ordered, paid and changed by the verbs of the shop.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let practice: typeof import('#app/models/operator/practice.server.ts')

beforeAll(async () => {
	shop = await openPayingShop()
	practice = await import('#app/models/operator/practice.server.ts')
})
afterAll(() => shop.close())

const now = DateTime.utc()
const day = today(now)
const around = { before: 5, after: 3 }

test('one seed invents the bookings that it invented before, another one others', () => {
	const month = (seed: number) =>
		practiceMonth(shop.venue, { day, around, now, roll: startDice(seed).roll })
	expect(month(1)).toEqual(month(1))
	expect(month(1).map(({ person }) => person)).not.toEqual(month(2).map(({ person }) => person))
})

test('a month is whole: visits that were paid at the till, rests that are open, no broken promise', async () => {
	expect(await practice.hasCustomers()).toBe(false)
	expect(await practice.notePracticeMonth(day, 1)).toBe(true)
	expect(await practice.notePracticeMonth(day, 2)).toBe(false)
	const filled = await fillMonth({ day, around, seed: 1, now, say: () => {} })
	expect(Object.keys(filled)).toEqual(
		expect.arrayContaining(['parties and rooms', 'tickets', 'gift vouchers', 'rest noted']),
	)
	expect((await audit(shop.admin)).filter(({ broken }) => broken.length > 0)).toEqual([])
	expect(await practice.isPractice()).toBe(true)
	expect(await practice.hasCustomers()).toBe(false)

	const [orders] = await raw(
		shop.admin,
		`select count(*) filter (where day < $1)::int as past, count(*) filter (where day >= $1)::int as ahead,
			count(*) filter (where id in (select order_id from order_notes))::int as remarks,
			count(*) filter (where created_at > now())::int as odd,
			count(*) filter (where on_site > 0 and state = 'confirmed')::int as open from orders`,
		[day],
	)
	expect(orders).toMatchObject({ odd: 0 })
	for (const what of ['past', 'ahead', 'remarks', 'open']) expect(orders?.[what]).toBeGreaterThan(0)
	const [notes] = await raw(
		shop.admin,
		'select count(*)::int as notes from on_site_payments where paid_at < $1',
		[addDays(day, 1)],
	)
	expect(notes?.['notes']).toBeGreaterThan(0)
}, 90_000)
