import { expect, test } from 'vitest'

import { draftAgain, personOf } from '#app/models/booking/book-again.ts'
import type { Wish } from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'
import { readVenue } from '#app/models/operator/read.server.ts'
import { momentsOf } from '#app/models/order/revision-content.ts'
import { noteOf, readNote, type BookingNote } from '#app/models/payment/booking-note.ts'
import { ada } from '#testing/ada.ts'
import { bookedOrder, valueOf } from '#testing/booked-order.ts'
import { now, wish } from '#testing/wishes.ts'

// A booking is made again from the note at its payment (faults J4, N173).

const demo = await readVenue('venue')
if (!demo.ok) throw new Error(demo.problems.join('\n'))
const { venue } = demo
const moment = { now, dbNow: now.toJSDate() }
const person = ada

/** The extras that a Kometen-Party includes. */
const meals = { 'jug-juice': 2, 'decor-aliens': 1 }

/** A booking, and what its provider keeps of it. */
function booked(...wishes: Wish[]) {
	const [{ productId, quantity = 0 } = {}] = wishes
	const pieces = productId === 'kometen-party' ? { ...meals, 'menu-pasta': quantity } : {}
	const { order, places } = bookedOrder(venue, wishes, { pieces })
	const note = readNote(noteOf('shop.example', { ...order, purpose: 'order' })) as BookingNote
	return { order, places, note, lost: { note, paid: order.online, person, loads: [] } }
}

const party = wish('kometen-party', { quantity: 9, duration: null })
const gift = wish('gift-50-post', { day: null, time: null, duration: null })

test.each([
	['tickets', [wish('ticket-child', { quantity: 5 }), wish('ticket-adult', { quantity: 2 })]],
	['a visit until closing', [wish('ticket-child', { duration: 'day' })]],
	['a party with what it includes', [party]],
	['a party and tickets beside it', [party, wish('ticket-adult', { quantity: 2 })]],
	['gift vouchers by post', [gift]],
])('%s: lines, sums and places are as they were', (_, wishes) => {
	const { order, places, lost } = booked(...wishes)
	const { draft, places: again } = valueOf(draftAgain(venue, lost, moment))
	expect(draft.lines).toEqual(order.lines)
	const { total, online, onSite, vat, shipping, day } = order
	expect(draft).toMatchObject({ total, online, onSite, vat, shipping, day, person: ada })
	const bare = ({ resourceId, units, from }: Omit<(typeof again)[number], 'linePosition'>) =>
		`${resourceId} ${units} ${from}`
	expect(again.map(bare).toSorted()).toEqual(
		places.map((place) => bare(momentsOf(place))).toSorted(),
	)
})

test('an amount that a percent voucher took off stays off; one that a value voucher paid is left to pay', () => {
	const { order, lost } = booked(wish('ticket-adult', { quantity: 4 }))
	const discounted = { ...lost.note, discount: cents(500), voucher: cents(300) }
	const { draft } = valueOf(
		draftAgain(venue, { ...lost, note: discounted, paid: cents(100) }, moment),
	)
	expect(draft).toMatchObject({
		discount: 500,
		total: order.total - 500,
		voucher: 0,
		online: 100,
		onSite: order.total - 600,
		voucherCode: null,
	})
})

test('the price that was agreed stays, whatever the product costs today', () => {
	const { lost } = booked(wish('ticket-adult', { quantity: 1 }))
	const lines = lost.note.lines.map((line) => ({ ...line, unitPrice: cents(1111) }))
	const { draft } = valueOf(
		draftAgain(venue, { ...lost, note: { ...lost.note, lines }, paid: cents(500) }, moment),
	)
	expect(draft).toMatchObject({ total: 1111, online: 500, onSite: 611 })
})

test.each([
	['a note without lines', { lines: [] }, {}, 'desk.noteMissing'],
	['a product that is no longer sold', { productId: 'gone' }, {}, 'productGone'],
	['a visit that is over', {}, { days: 30 }, 'desk.visitOver'],
	['more money than it costs', { paid: 999_999 }, {}, 'desk.paidMore'],
	['places that were sold since', { isFull: true }, {}, 'noFreePlaces'],
])('%s refuses it', (_, change, later, key) => {
	const { lost } = booked(wish('ticket-adult', { quantity: 2 }))
	const { note } = lost
	const {
		lines = note.lines,
		productId,
		paid = lost.paid,
		isFull = false,
	} = change as {
		lines?: []
		productId?: string
		paid?: number
		isFull?: boolean
	}
	const changed = {
		...lost,
		paid: cents(paid),
		note: { ...note, lines: lines.map((line) => ({ ...line, ...(productId && { productId }) })) },
		loads: isFull
			? venue.resources.map(({ id, capacity = 1 }) => ({
					resourceId: id,
					units: capacity,
					from: 0,
					until: now.plus({ years: 1 }).toMillis(),
				}))
			: [],
	}
	const at = now.plus(later)
	const drafted = draftAgain(venue, changed, { now: at, dbNow: at.toJSDate() })
	expect(drafted).toMatchObject({ ok: false, message: { key: `errors.${key}` } })
})

test('the payer is the person, as far as the provider knows him or her', () => {
	const payer = { email: 'grace@example.org', firstName: 'Grace', lastName: 'Hopper' }
	expect(personOf(payer)).toMatchObject(payer)
	const nameless = personOf({ ...payer, firstName: null, lastName: null })
	expect(nameless).toMatchObject({ firstName: '', lastName: 'grace@example.org' })
	expect(personOf({ ...payer, email: null })).toBeNull()
})
