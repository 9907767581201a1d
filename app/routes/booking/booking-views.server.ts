import type { RouterContextProvider } from 'react-router'

import { visitView } from '#app/documents/visit-view.ts'
import { now as currentTime } from '#app/gateways/clock.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { countMoves } from '#app/models/booking/moves.server.ts'
import type { BookingRights } from '#app/models/booking/rights.ts'
import { listInvoices } from '#app/models/invoice/find.server.ts'
import type { PlannedLine } from '#app/models/order/day-plan.ts'
import { invitedBy } from '#app/models/order/invitation.server.ts'
import { isGift, type Order } from '#app/models/order/order.ts'
import { publicOrder } from '#app/models/order/public-order.ts'
import { countSoldVouchers } from '#app/models/order/sold-vouchers.server.ts'
import { payableRest } from '#app/models/payment/rest.ts'
import { qrCode } from '#app/models/qr-code.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { addDays, today } from '#app/models/venue/day.ts'
import { findRestOfVoucher } from '#app/models/voucher/ledger.server.ts'
import { bookingWords, foreignWords } from '#app/routes/booking/booking-words.ts'
import { changeRowsOf } from '#app/routes/booking/rows-of.ts'

type Context = Readonly<RouterContextProvider>

export type OwnView = Awaited<ReturnType<typeof ownView>>
export type ForeignView = ReturnType<typeof foreignView>

/**
 * Returns the booking as a visit with rights to it sees it. A key alone shows what the party needs; papers, gift
 * vouchers and the button that replaces links stay with the customer (record 044). `done` is the form that was sent
 * before: the link was mailed once more, or all links were replaced.
 */
export async function ownView(
	context: Context,
	{ order, rights }: { order: Order; rights: BookingRights },
	done: 'sent' | 'replaced' | null,
) {
	const words = i18nOf(context)
	const { locale } = words
	const venue = currentVenue()
	const now = currentTime()
	const isAll = rights === 'all'
	const [moved, invoices, invited, voucherRest, gifts] = await Promise.all([
		countMoves(order),
		isAll ? listInvoices(order) : [],
		invitedBy(order, now),
		findRestOfVoucher(order),
		isAll && order.lines.some(isGift) ? countSoldVouchers(order.id) : null,
	])
	const rows = changeRowsOf(words, { venue, order, now, moved })
	const isChangeable = rows.slice(0, -1).some(({ to }) => to !== null)
	return {
		kind: 'own' as const,
		order: publicOrder(order),
		party: order.party,
		answers: order.answers,
		voucherRest,
		invoices,
		invited,
		gifts,
		isAll,
		isRestPayable: payableRest(order, now) > 0,
		rows,
		/**
		 * True from the day before the visit on, once nothing can be changed or moved online: the telephone then comes
		 * first.
		 */
		isByPhone:
			rows.length > 0 && !isChangeable && order.day !== null && order.day <= addDays(today(now), 1),
		visit: visitView(venue, order, locale),
		code: qrCode(order.number),
		venue: venueAddressOf(context),
		words: bookingWords(words, {
			order,
			now,
			isChangeable,
			done,
			phone: venue.contact.phone,
		}),
	}
}

/**
 * Returns the booking as a visit without rights to it sees it: what, when and where, without names, sums and number.
 * `isSent`: a link was just mailed.
 */
export function foreignView(context: Context, order: Order, isSent: boolean) {
	const words = i18nOf(context)
	const { publicId, day, state, cancelledAt, lines } = order
	return {
		kind: 'foreign' as const,
		order: { publicId, day, state, cancelledAt, lines: lines.map(plannedLine) },
		visit: visitView(currentVenue(), order, words.locale),
		venue: venueAddressOf(context),
		words: foreignWords(words, isSent),
	}
}

function plannedLine(line: PlannedLine): PlannedLine {
	const { position, parentPosition, productId, title, detail, startsAt, endsAt } = line
	return { position, parentPosition, productId, title, detail, startsAt, endsAt }
}

function venueAddressOf(context: Context) {
	const venue = currentVenue()
	const { locale } = i18nOf(context)
	return {
		name: venue.name,
		contact: venue.contact,
		bring: inLocale(venue.bring, locale),
		arrival: inLocale(venue.arrival, locale),
		changes: [],
	}
}
