import { expect, test } from 'vitest'

import { planRevision, type Booking } from '#app/models/booking/revise.ts'
import type { CartVoucher } from '#app/models/cart/cart.ts'
import { cents, type Cents } from '#app/models/money.ts'
import { readVenue } from '#app/models/operator/read.server.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { bookedOrder, valueOf, withPolicy } from '#testing/booked-order.ts'
import { now, wish } from '#testing/wishes.ts'

const demo = await readVenue('venue')
if (!demo.ok) throw new Error(demo.problems.join('\n'))
const venue = withPolicy(demo.venue)
const moment = { now, dbNow: now.toJSDate() }
/** A Saturday and a Thursday, when a child costs 4.00 less. */
const [dearDay, cheapDay] = ['2026-12-05', '2026-12-10']
const pieces = { 'menu-pasta': 8, 'jug-juice': 2, 'decor-aliens': 1 }
const refusal = (key: string) => ({ ok: false, message: { key } })

const voucherOf = (more: Partial<CartVoucher>): CartVoucher => ({
	id: 'voucher',
	code: 'STERNE',
	kind: 'value',
	amount: null,
	percent: null,
	validFrom: null,
	validUntil: null,
	minimumOrder: null,
	products: null,
	dayClasses: null,
	uses: null,
	orderLineId: null,
	activatedAt: null,
	reserved: cents(0),
	...more,
})
const percent = (more: Partial<CartVoucher> = {}) =>
	voucherOf({ kind: 'percent', percent: 10, ...more })

/** A Kometen-Party for eight: 207.20 on the Saturday, 62.16 of it ahead. */
function party(day: string, voucher: CartVoucher | null = null): Booking {
	const wished = wish('kometen-party', { quantity: 8, duration: null, day, time: '15:00' })
	return bookedOrder(venue, [wished], { pieces, voucher })
}

/** The booking with this much of its total paid online, and the rest on site. */
function paidOnline(booking: Booking, online: Cents): Booking {
	const { order } = booking
	const onSite = cents(order.total - order.voucher - online)
	return { ...booking, order: { ...order, online, onSite }, refundable: online }
}

const moveTo = (day: string) => ({ kind: 'move' as const, day, time: '15:00' })
const toGuests = (quantity: number) => ({
	kind: 'change' as const,
	quantities: { 1: quantity },
	pieces: { 1: { 'menu-pasta': quantity } },
})

test.each<{ what: string; booking: () => Booking; to: string; after: object; money: object }>([
	{
		what: 'a cheaper day lowers the open rest',
		booking: () => party(dearDay),
		to: cheapDay,
		after: { total: 17_520, voucher: 0, online: 6216, onSite: 11_304 },
		money: { difference: -3200, restBefore: 14_504, restAfter: 11_304, backOnline: 0 },
	},
	{
		what: 'a dearer day raises it',
		booking: () => party(cheapDay),
		to: dearDay,
		after: { total: 20_720, voucher: 0, online: 5256, onSite: 15_464 },
		money: { difference: 3200, dueNow: 0, restAfter: 15_464 },
	},
	{
		what: 'all was paid online: the difference goes back online',
		booking: () => paidOnline(party(dearDay), cents(20_720)),
		to: cheapDay,
		after: { total: 17_520, online: 17_520, onSite: 0 },
		money: { backOnline: 3200, backVoucher: 0, restAfter: 0 },
	},
	{
		what: 'all is paid on site: nothing moves online',
		booking: () => paidOnline(party(dearDay), cents(0)),
		to: cheapDay,
		after: { total: 17_520, online: 0, onSite: 17_520 },
		money: { backOnline: 0, restAfter: 17_520 },
	},
	{
		what: 'a value voucher that paid the deposit and more stays spent while a rest is open',
		booking: () => party(dearDay, voucherOf({ reserved: cents(10_000) })),
		to: cheapDay,
		after: { total: 17_520, voucher: 10_000, online: 0, onSite: 7520 },
		money: { backVoucher: 0, restAfter: 7520 },
	},
	{
		what: 'a value voucher that paid all gets the difference back',
		booking: () => party(dearDay, voucherOf({ reserved: cents(25_000) })),
		to: cheapDay,
		after: { total: 17_520, voucher: 17_520, online: 0, onSite: 0 },
		money: { backVoucher: 3200, backOnline: 0 },
	},
	{
		what: 'a percent voucher applies again',
		booking: () => party(dearDay, percent()),
		to: cheapDay,
		after: { linesTotal: 17_520, discount: 1752, total: 15_768 },
		money: { difference: -2880 },
	},
	{
		what: 'a fixed voucher applies again',
		booking: () => party(dearDay, voucherOf({ kind: 'fixed', amount: cents(2000) })),
		to: cheapDay,
		after: { discount: 2000, total: 15_520 },
		money: { difference: -3200 },
	},
])('K4: $what', ({ booking, to, after, money }) => {
	const found = booking()
	const plan = valueOf(planRevision(venue, found, moveTo(to), moment))
	expect(plan).toMatchObject({ after, money, voucherFallsAway: null })
	const { total, voucher, online, onSite, vat } = plan.after
	expect(voucher + online + onSite).toBe(total)
	expect(vat.reduce((gross, rate) => gross + rate.gross, 0)).toBe(total)
})

test('K4: a percent voucher falls away under its minimum or on a day that it is not for, and that is said', () => {
	const minimum = party(dearDay, percent({ minimumOrder: cents(18_000) }))
	const cheaper = valueOf(planRevision(venue, minimum, moveTo(cheapDay), moment))
	expect(cheaper).toMatchObject({
		after: { discount: 0, total: 17_520 },
		money: { difference: 17_520 - 18_648 },
		voucherFallsAway: refusal('errors.voucherMinimumOrder'),
	})
	const weekdays = party(cheapDay, percent({ dayClasses: ['weekday'] }))
	const dearer = valueOf(planRevision(venue, weekdays, moveTo(dearDay), moment))
	expect(dearer.voucherFallsAway).toMatchObject(refusal('errors.voucherNotForDay'))
	expect(dearer.after.discount).toBe(0)
})

/** A value voucher that paid 100.00 of a booking: its deposit of 62.16 and a part of the rest. */
const paying = (more: Partial<CartVoucher>) => voucherOf({ reserved: cents(10_000), ...more })
const withSocks = {
	kind: 'change' as const,
	added: [{ productId: 'socks', quantity: 2 }],
}

test.each<{
	what: string
	voucher: CartVoucher
	day?: string
	asked: Parameters<typeof planRevision>[2]
	voucherAfter: number
	money: object
	gone: object | null
}>([
	{
		what: 'its minimum is still reached: it pays on',
		voucher: paying({ minimumOrder: cents(15_000) }),
		asked: toGuests(7),
		voucherAfter: 10_000,
		money: { backVoucher: 0, dueNow: 0 },
		gone: null,
	},
	{
		what: 'fewer guests than its minimum: all of it goes back, and the deposit is due now',
		voucher: paying({ minimumOrder: cents(18_000) }),
		asked: toGuests(6),
		voucherAfter: 0,
		money: { difference: -5180, backVoucher: 10_000, dueNow: 4662, restAfter: 15_540 - 4662 },
		gone: refusal('errors.voucherMinimumOrder'),
	},
	{
		what: 'its products stay: it pays on beside others',
		voucher: paying({ products: ['kometen-party'] }),
		asked: withSocks,
		voucherAfter: 10_000,
		money: { backVoucher: 0, dueNow: 0 },
		gone: null,
	},
	{
		what: 'a day that it is not for',
		voucher: paying({ dayClasses: ['weekday'] }),
		day: cheapDay,
		asked: moveTo(dearDay),
		voucherAfter: 0,
		money: { difference: 3200, backVoucher: 10_000, dueNow: 6216, restAfter: 20_720 - 6216 },
		gone: refusal('errors.voucherNotForDay'),
	},
])('N365: a value voucher pays by its terms: $what', (row) => {
	const { voucher, day = dearDay, asked, voucherAfter, money, gone } = row
	const booking = party(day, voucher)
	expect(booking.order).toMatchObject({ voucher: 10_000, online: 0 })
	const plan = valueOf(planRevision(venue, booking, asked, moment))
	expect(plan).toMatchObject({ money, voucherFallsAway: gone, after: { voucher: voucherAfter } })
	const { total, voucher: paid, online, onSite } = plan.after
	expect(paid + online + onSite).toBe(total)
	const staff = valueOf(planRevision(venue, booking, asked, { ...moment, isStaff: true }))
	expect(staff).toMatchObject({ money: { dueNow: 0 }, after: { voucher: voucherAfter } })
})

test('N365: a value voucher pays no more than what is left of its products; more pieces do not take it again', () => {
	const voucher = paying({ products: ['ticket-child'], reserved: cents(100_000) })
	const wishes = [
		wish('ticket-child', { quantity: 5, day: dearDay, time: '15:00' }),
		wish('ticket-adult', { quantity: 5, day: dearDay, time: '15:00' }),
	]
	const booking = bookedOrder(venue, wishes, { voucher })
	const { order } = booking
	const { unitPrice = 0 } = order.lines.find(({ productId }) => productId === 'ticket-child') ?? {}
	expect(order.voucher).toBe(5 * unitPrice)
	const children = order.lines.find(({ productId }) => productId === 'ticket-child')?.position ?? 0
	const to = (quantity: number) => ({
		kind: 'change' as const,
		quantities: { [children]: quantity },
	})
	const fewer = valueOf(planRevision(venue, booking, to(2), moment))
	expect(fewer).toMatchObject({
		after: { voucher: 2 * unitPrice },
		money: { backVoucher: 3 * unitPrice },
		voucherFallsAway: null,
	})
	const none = valueOf(planRevision(venue, booking, to(0), moment))
	expect(none).toMatchObject({
		after: { voucher: 0 },
		voucherFallsAway: refusal('errors.voucherNotForProducts'),
	})
	const more = valueOf(planRevision(venue, booking, to(6), moment))
	expect(more.after.voucher).toBe(5 * unitPrice)
})

test('N365: a voucher that paid what cancelling would keep does not leave the booking without it', () => {
	const strict = withPolicy(demo.venue, {
		cancel: [{ until: { days: 30, time: '18:00' }, keep: { percent: 0, of: 'total' } }],
		late: { percent: 40, of: 'total' },
	})
	const booking = party(dearDay, paying({ minimumOrder: cents(18_000) }))
	expect(planRevision(strict, booking, toGuests(6), moment)).toMatchObject(
		refusal('errors.booking.belowFee'),
	)
	expect(planRevision(strict, booking, toGuests(7), moment).ok).toBe(true)
})

test('K95: a voucher for weekdays stays when the day of its booking becomes a holiday', () => {
	const booking = party(cheapDay, percent({ dayClasses: ['weekday'] }))
	const name = { de: 'Stadtfest', en: 'Town festival' }
	const calendar = { ...venue.calendar, townHolidays: [{ date: '12-10', name }] }
	const renamed = { kind: 'change' as const, party: { type: 'birthday', name: 'Mia' } as const }
	const asked = { ...renamed, party: { ...renamed.party, contactPerson: null } }
	const plan = valueOf(planRevision({ ...venue, calendar }, booking, asked, moment))
	expect(plan).toMatchObject({
		voucherFallsAway: null,
		money: { difference: 0 },
		after: { discount: booking.order.discount },
	})
	expect(booking.order.discount).toBeGreaterThan(0)
})

test('K4: money that was refunded or is disputed, or that the till took, goes back by telephone alone', () => {
	const paid = paidOnline(party(dearDay), cents(20_720))
	const disputed = { ...paid, refundable: cents(1000) }
	expect(planRevision(venue, disputed, moveTo(cheapDay), moment)).toMatchObject(
		refusal('errors.booking.moneyBackByPhone'),
	)
	const { order } = party(dearDay)
	const atTill = { ...party(dearDay), order: { ...order, paidOnSite: order.onSite } }
	expect(planRevision(venue, atTill, toGuests(6), moment).ok).toBe(true)
	const allAtTill = paidOnline(party(dearDay), cents(0))
	const taken = { ...allAtTill, order: { ...allAtTill.order, paidOnSite: cents(20_720) } }
	expect(planRevision(venue, taken, toGuests(6), moment)).toMatchObject(
		refusal('errors.booking.moneyBackByPhone'),
	)
	const byStaff = planRevision(venue, taken, toGuests(6), { ...moment, isStaff: true })
	expect(valueOf(byStaff).money.backAtTill).toBe(2 * 2590)
})

test('K28: a product that is always paid online is due now, and counts once it is paid', () => {
	const added = { kind: 'change' as const, added: [{ productId: 'magician', quantity: 1 }] }
	const booking = party(dearDay)
	const plan = valueOf(planRevision(venue, booking, added, moment))
	expect(plan.money).toMatchObject({ difference: 9900, dueNow: 9900, restAfter: 14_504 })
	expect(plan.after).toMatchObject({ online: 6216 + 9900, onSite: 14_504 })
	const staff = valueOf(planRevision(venue, booking, added, { ...moment, isStaff: true }))
	expect(staff.money).toMatchObject({ dueNow: 0, restAfter: 14_504 + 9900 })
})

/** The venue with other products since the booking. */
function since(change: (product: Product) => Product | null): Venue {
	return { ...venue, products: venue.products.flatMap((product) => change(product) ?? []) }
}

test('K31: an agreed price holds for added pieces, and a new product costs what it costs today', () => {
	const prices = { weekday: cents(3000), weekend: cents(3500) }
	const dearer = since((product) =>
		product.id === 'kometen-party' || product.id === 'socks' ? { ...product, prices } : product,
	)
	const plan = valueOf(planRevision(dearer, party(dearDay), toGuests(10), moment))
	expect(plan.after.lines[0]).toMatchObject({ quantity: 10, unitPrice: 2590 })
	const socks = { kind: 'change' as const, added: [{ productId: 'socks', quantity: 2 }] }
	const withSocks = valueOf(planRevision(dearer, party(dearDay), socks, moment))
	expect(withSocks.differences).toMatchObject([
		{ before: null, after: { productId: 'socks', unitPrice: 3500 } },
	])
	const moved = valueOf(planRevision(dearer, party(dearDay), moveTo(cheapDay), moment))
	expect(moved.after.lines[0]).toMatchObject({ unitPrice: 3000 })
})

test('N20, K31: a product no longer sold keeps line, price and what was included; it can only be taken out', () => {
	const booked = bookedOrder(
		venue,
		[
			wish('kometen-party', { quantity: 8, duration: null }),
			wish('locker', { quantity: 2, time: null, duration: null }),
		],
		{ pieces },
	)
	const position = booked.order.lines.find(({ productId }) => productId === 'locker')?.position ?? 0
	const gone = since((product) => (product.id === 'locker' ? null : product))
	const more = valueOf(planRevision(gone, booked, toGuests(9), moment))
	expect(more.after.lines.find((line) => line.position === position)).toMatchObject({
		productId: 'locker',
		quantity: 2,
	})
	const set = (quantity: number) => ({
		kind: 'change' as const,
		quantities: { [position]: quantity },
	})
	expect(planRevision(gone, booked, set(3), moment)).toMatchObject(refusal('errors.productGone'))
	const out = valueOf(planRevision(gone, booked, set(0), moment))
	expect(out.after.lines.some(({ productId }) => productId === 'locker')).toBe(false)

	const goneParty = since((product) => (product.id === 'kometen-party' ? null : product))
	const lockers = valueOf(planRevision(goneParty, booked, set(1), moment))
	expect(lockers.after.lines.filter(({ parentPosition }) => parentPosition === 1)).toMatchObject(
		Object.values(pieces).map((included) => ({ included, amount: 0 })),
	)
	expect(planRevision(goneParty, booked, moveTo(cheapDay), moment)).toMatchObject(
		refusal('errors.productGone'),
	)
})

test('K10: an order of an older build, whose places name no line, is revised as any other', () => {
	const booking = party(dearDay)
	const old = {
		...booking,
		places: booking.places.map((place) => ({ ...place, linePosition: null })),
	}
	const [now, then] = [booking, old].map((it) =>
		valueOf(planRevision(venue, it, toGuests(9), moment)),
	)
	expect(then?.after).toEqual(now?.after)
	const without = { ...venue, policyOf: {} }
	expect(planRevision(without, old, toGuests(9), moment)).toMatchObject(
		refusal('errors.booking.changedByPhone'),
	)
	expect(planRevision(without, old, toGuests(9), { ...moment, isStaff: true }).ok).toBe(true)
})

test.each([
	['a day of the week', '2026-12-05', '2026-12-03T17:00:00.000Z'],
	['a rest day', '2026-12-09', '2026-12-07T17:00:00.000Z'],
	['before the clocks change', '2027-03-30', '2027-03-28T16:00:00.000Z'],
])('K5: the deadline on %s counts to the second, by the clock of the database', (_, day, until) => {
	const deadline = { days: 2, time: '18:00' }
	const strict = withPolicy(demo.venue, {
		change: { guests: deadline, extras: deadline, texts: deadline },
	})
	const at = now.set({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: 1 })
	const ordered = wish('ticket-child', { quantity: 5, day, time: '15:00' })
	const booking = bookedOrder(strict, [ordered], { at })
	const asked = { kind: 'change' as const, quantities: { 1: 6 } }
	const plan = (dbNow: Date) => planRevision(strict, booking, asked, { now: at, dbNow })
	const last = new Date(until)
	expect(plan(last).ok).toBe(true)
	expect(plan(new Date(last.getTime() + 1000))).toMatchObject(refusal('errors.booking.tooLate'))
})

test.each([
	['one more menu', { 'menu-pasta': 9 }, true],
	['one menu fewer than guests', { 'menu-pasta': 8 }, true],
	['more jugs than guests', { 'menu-pasta': 9, 'jug-juice': 4 }, false],
	['another menu for some', { 'menu-pasta': 6, 'menu-nuggets': 3 }, false],
])('K99: after the deadline of extras one more guest takes along: %s', (_, asked, isAllowed) => {
	const strict = withPolicy(demo.venue, {
		change: {
			guests: { days: 1, time: '18:00' },
			extras: { days: 60, time: '18:00' },
			texts: { days: 1, time: '18:00' },
		},
	})
	const wished = wish('kometen-party', { quantity: 8, duration: null, day: dearDay, time: '15:00' })
	const booking = bookedOrder(strict, [wished], { pieces })
	const change = { kind: 'change' as const, quantities: { 1: 9 }, pieces: { 1: asked } }
	const planned = planRevision(strict, booking, change, moment)
	const isLate = !planned.ok && planned.message.key === 'errors.booking.tooLate'
	expect(isLate).toBe(!isAllowed)
})

test('no change leaves the venue with less than cancelling would', () => {
	const strict = withPolicy(demo.venue, {
		cancel: [{ until: { days: 30, time: '18:00' }, keep: { percent: 0, of: 'total' } }],
		late: { percent: 50, of: 'total' },
	})
	const tickets = bookedOrder(strict, [wish('ticket-child', { quantity: 5 })])
	const paid = paidOnline(tickets, tickets.order.total)
	const fewer = (quantity: number) =>
		planRevision(strict, paid, { kind: 'change', quantities: { 1: quantity } }, moment)
	expect(fewer(3).ok).toBe(true)
	expect(fewer(2)).toMatchObject(refusal('errors.booking.belowFee'))
})
