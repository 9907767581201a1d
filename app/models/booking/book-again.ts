import { cartOf, positionOf, type BookedLine } from '#app/models/booking/booked-cart.ts'
import { rebook, type Moment, type WantedPlace } from '#app/models/booking/rebooked.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import type { Cart, CartVoucher } from '#app/models/cart/cart.ts'
import { minus, zero, type Cents } from '#app/models/money.ts'
import { freezeOrder } from '#app/models/order/draft.ts'
import type { OrderDraft } from '#app/models/order/order.ts'
import { inOrder, momentsOf, type Place } from '#app/models/order/revision-content.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { BookingNote, NotedLine } from '#app/models/payment/booking-note.ts'
import type { Payer } from '#app/models/payment/listing.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { instantAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import { forVisitAlone, noAddress, type OrderedPerson } from '#app/models/visitor/person.ts'

/*
 * Makes a booking whose rows were lost again, from the note that the provider keeps with its payment (faults J4).
 */

/**
 * A lost order: its note at the provider, the money `paid` there, its payer as `person`, and `loads`, the places taken
 * on its day.
 */
type Lost = { note: BookingNote; paid: Cents; person: OrderedPerson; loads: readonly Load[] }

/**
 * Drafts a lost order with its places, at the agreed prices. All that was paid becomes its online part, and the
 * remainder of its total is paid at the venue, also the part that a value voucher had paid: the code is not in the
 * note. Refused when the visit is over, its places are taken, the venue no longer has a product, or more was paid than
 * the order costs.
 */
export function draftAgain(
	venue: Venue,
	{ note, paid, person, loads }: Lost,
	moment: Moment,
): Result<{ draft: OrderDraft; places: Place[] }> {
	const { day, locale } = note
	const lines = note.lines.map((line, index) => bookedLine(line, index, day))
	if (lines.length === 0) return refuse('desk.noteMissing')
	if (lines.some(({ productId }) => !findProduct(venue, productId))) return refuse('productGone')
	const visit = visitTimes({ lines })
	if (visit && visit.endsAt <= moment.dbNow) return refuse('desk.visitOver')

	const cart = { ...cartOf(venue, { id: note.number, day, lines }), person }
	const places = rebook(
		venue,
		{ cart: { ...cart, day: null, lines: [] }, places: [], loads },
		cart,
		{
			...moment,
			isStaff: true,
		},
	)
	if (!places.ok) return places
	const given = Object.fromEntries(cart.lines.map(({ id }) => [id, roomsOf(id, places.value)]))
	const priced: Cart = { ...cart, given, voucher: reductionOf(note) }
	const draft = freezeOrder(venue, priced, { locale, now: moment.now })
	if (!draft.ok) return draft
	const { total } = draft.value
	if (total < paid) return refuse('desk.paidMore')
	const sums = { voucher: zero, online: paid, onSite: minus(total, paid), voucherCode: null }
	return ok({ draft: { ...draft.value, ...sums }, places: placesFor(places.value) })
}

/**
 * Makes the person of a lost order from what the provider knows of its payer; null when the mail address is unknown.
 */
export function personOf({ email, firstName, lastName }: Payer): OrderedPerson | null {
	if (email === null) return null
	return {
		...forVisitAlone,
		...noAddress,
		firstName: firstName ?? '',
		lastName: lastName ?? email,
		email,
	}
}

function bookedLine(line: NotedLine, index: number, day: Day | null): BookedLine {
	const { productId, quantity, unitPrice, parentPosition, from, until } = line
	const isTimed = day !== null && from !== null && until !== null
	return {
		position: index + 1,
		parentPosition,
		productId,
		quantity,
		unitPrice,
		startsAt: isTimed ? instantAt(day, from) : null,
		endsAt: isTimed ? instantAt(day, until) : null,
	}
}

function roomsOf(lineId: string, places: readonly WantedPlace[]): string[] {
	return places.filter((place) => place.lineId === lineId).map(({ resourceId }) => resourceId)
}

function placesFor(places: readonly WantedPlace[]): Place[] {
	return inOrder(
		places.map(({ lineId, ...place }) => ({
			linePosition: positionOf(lineId),
			...momentsOf(place),
		})),
	)
}

/**
 * Makes a fixed voucher over the amount that a percent or fixed voucher took off the lost order; null when none did.
 */
function reductionOf({ discount }: BookingNote): CartVoucher | null {
	if (discount === 0) return null
	return {
		id: '',
		code: '',
		kind: 'fixed',
		amount: discount,
		percent: null,
		validFrom: null,
		validUntil: null,
		minimumOrder: null,
		products: null,
		dayClasses: null,
		uses: null,
		orderLineId: null,
		activatedAt: null,
		reserved: zero,
	}
}
