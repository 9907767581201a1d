import { now } from '#app/gateways/clock.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { cents, euros, type Cents } from '#app/models/money.ts'
import { guestsOf } from '#app/models/order/guests.ts'
import { orderEnd, shownState } from '#app/models/order/order-end.ts'
import { emailOf, isBooked, type Order, type OrderLine } from '#app/models/order/order.ts'
import { leftOnSite, tooMuchAtTill } from '#app/models/order/remainder.ts'
import { roomWords } from '#app/models/order/room-words.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { waitsForLink } from '#app/models/payment/pay-link.ts'
import { listPresent } from '#app/models/staff/present.server.ts'
import { isAtLeast } from '#app/models/staff/staff.ts'
import { mayTakeBack } from '#app/models/staff/till-rights.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay, formatTimes } from '#app/models/venue/date-format.ts'
import { dayOf, today } from '#app/models/venue/day.ts'
import type { DeskKey } from '#desk/i18n/words.ts'
import { nameOf, pathOf, when, whoIs, type Dossier } from '#desk/routes/booking/dossier.server.ts'
import { historyOf, letterViews, papersOf } from '#desk/routes/booking/side-view.server.ts'
import { linkView } from '#desk/routes/new/link-view.server.ts'

export type BookingView = Awaited<ReturnType<typeof bookingView>>

/** Returns one booking in words, with all that staff need for a telephone call about it. */
export async function bookingView(dossier: Dossier) {
	const isShift = isAtLeast(dossier.staff, 'shift')
	const { order } = dossier.history
	const mayDoMore = order.state === 'confirmed' || waitsForLink(order) || tooMuchAtTill(order) > 0
	const link = linkView(order, dossier.words.locale)
	return {
		head: headOf(dossier),
		acts: actsOf(dossier),
		link: link && { ...link, page: isShift ? `/new/${order.number}` : null },
		whoCan: isShift || !mayDoMore ? null : await whoCanWords(dossier),
		lines: linesOf(dossier),
		till: tillOf(dossier),
		notes: dossier.history.notes.map(({ id, at, actor, text }) => ({
			id,
			when: when(dossier, at),
			who: whoIs(dossier, actor),
			text,
		})),
		letters: letterViews(dossier, isShift),
		papers: papersOf(dossier),
		history: historyOf(dossier),
	}
}

function headOf(dossier: Dossier) {
	const { t, locale } = dossier.words
	const { order } = dossier.history
	const { person, party, answers } = order
	const times = visitTimes(order)
	const main = order.lines.find(({ parentPosition }) => parentPosition === null)
	const title = main ? inLocale(main.title, locale) : order.number
	const guests = guestsOf(currentVenue(), order)
	const tooMuch = tooMuchAtTill(order)
	return {
		number: order.number,
		heading: `${party?.age ? t('booking.turns', { name: nameOf(dossier), age: party.age }) : nameOf(dossier)} · ${title}`,
		when: [
			order.day ? formatDay(order.day, locale, 'long') : t('booking.noDay'),
			times && formatTimes(times.startsAt, times.endsAt, locale),
		]
			.filter(Boolean)
			.join(', '),
		guests: guests > 0 ? t('booking.guests', { count: guests }) : null,
		state: t(`booking.states.${shownState(order)}`),
		isOver: orderEnd(order) !== null,
		rooms: roomsOf(order, dossier),
		answers: Object.values(answers).map(({ label, text }) =>
			t('booking.answer', { label: inLocale(label, locale), text }),
		),
		person: `${person.firstName} ${person.lastName}`,
		contact: party?.contactPerson ?? null,
		phones: [...new Set([person.phone, person.mobile])].flatMap((phone) =>
			phone ? [{ text: phone, to: `tel:${phone.replaceAll(/[^+\d]/g, '')}` }] : [],
		),
		email: emailOf(person),
		rest: euros(leftOnSite(order), locale),
		hasRest: leftOnSite(order) > 0,
		tooMuch: tooMuch > 0 ? t('booking.tooMuch', { amount: euros(tooMuch, locale) }) : null,
		paid: t('booking.paidOf', {
			paid: euros(paidOf(order), locale),
			total: euros(order.total, locale),
		}),
	}
}

function paidOf(order: Order): Cents {
	const { voucher, online, paidOnSite } = order
	return cents(isPaidOnline(order) ? voucher + online + paidOnSite : paidOnSite)
}

/** True for an order that is booked or was cancelled: its online part had been paid by then. */
function isPaidOnline(order: Order): boolean {
	return isBooked(order) || orderEnd(order) === 'cancelled'
}

/** Lists the rooms and zones of an order, and its other things at a time, each with its times: 'Mars 15:00–17:00'. */
function roomsOf({ lines }: Order, { words: { locale } }: Dossier): string[] {
	const own = lines.flatMap((line) => {
		const { startsAt, endsAt } = line
		if (!startsAt || !endsAt) return []
		const room = line.detail ? inLocale(line.detail, locale) : inLocale(line.title, locale)
		return [`${room} ${formatTimes(startsAt, endsAt, locale)}`]
	})
	return [...new Set(own)]
}

type ActName =
	| 'rest'
	| 'payBack'
	| 'change'
	| 'move'
	| 'onSite'
	| 'note'
	| 'cancel'
	| 'giveUp'
	| 'refund'
export type Act = { to: string; word: DeskKey; name: ActName }

/** Lists the actions that this member of staff may take on a booking now, the most frequent first. */
function actsOf(dossier: Dossier): Act[] {
	const { history, staff } = dossier
	const { order, payments } = history
	const isShift = isAtLeast(staff, 'shift')
	const stands = order.state === 'confirmed'
	const waits = isShift && waitsForLink(order)
	const isPaid = payments.some(({ state }) => state === 'paid')
	const act = (name: ActName, path: string): Act => ({
		to: pathOf(dossier, path),
		word: `booking.acts.${name}`,
		name,
	})
	return [
		...(leftOnSite(order) > 0 && isBooked(order) ? [act('rest', 'rest')] : []),
		...(isShift && tooMuchAtTill(order) > 0 ? [act('payBack', 'pay-back')] : []),
		...(isShift && stands ? [act('change', 'change')] : []),
		...(isShift && stands && order.day !== null ? [act('move', 'move')] : []),
		...(waits ? [act('onSite', 'on-site')] : []),
		act('note', 'notes'),
		...(waits ? [act('giveUp', 'give-up')] : []),
		...(isShift && stands ? [act('cancel', 'cancel')] : []),
		...(isAtLeast(staff, 'owner') && isPaid ? [act('refund', 'refund')] : []),
	]
}

async function whoCanWords({ words: { t, locale } }: Dossier): Promise<string> {
	const [shift, owners] = await Promise.all([listPresent(['shift']), listPresent(['owner'])])
	const names = shift.length > 0 ? shift : owners
	if (names.length === 0) return t('booking.shiftOnlyUnnamed')
	const list = new Intl.ListFormat(locale.slice(0, 2), { type: 'disjunction' }).format(names)
	return t('booking.shiftOnly', { names: list })
}

function linesOf({ words: { t, locale }, history: { order } }: Dossier) {
	const money = (amount: Cents) => euros(amount, locale)
	const sumRow = (word: DeskKey, amount: Cents) =>
		amount === 0 ? [] : [{ label: t(word), amount: money(amount) }]
	return {
		rows: order.lines.map((line) => ({
			id: line.position,
			name: inLocale(line.title, locale),
			isExtra: line.parentPosition !== null,
			note: lineNote(line, { t, locale }),
			quantity: String(line.quantity),
			each: money(line.unitPrice),
			amount: money(line.amount),
		})),
		sums: [
			...sumRow('booking.lines.discount', cents(-order.discount)),
			...sumRow('booking.lines.shipping', order.shipping),
			{ label: t('booking.lines.total'), amount: money(order.total) },
			...sumRow('booking.lines.voucher', order.voucher),
			...sumRow(
				isPaidOnline(order) ? 'booking.lines.online' : 'booking.lines.notPaid',
				order.online,
			),
			...sumRow('booking.lines.till', order.paidOnSite),
			{ label: t('booking.lines.rest'), amount: money(leftOnSite(order)) },
		],
	}
}

function lineNote(line: OrderLine, { t, locale }: Dossier['words']): string | null {
	const room = roomWords({ title: line.title, room: line.detail }, locale)
	const included = line.included > 0 ? t('booking.lines.included', { count: line.included }) : null
	return [room, included].filter(Boolean).join(' · ') || null
}

/**
 * Lists the till notes of a booking, the newest first. `undo` is the path at which this member of staff takes the note
 * back, null where that is not allowed.
 */
function tillOf(dossier: Dossier) {
	const { history, staff, words } = dossier
	const reversed = new Set(history.till.map(({ reversesId }) => reversesId))
	return history.till
		.map((note) => {
			const isInForce = note.reversesId === null && !reversed.has(note.id)
			const isOfToday = dayOf(note.paidAt) === today(now())
			return {
				id: note.id,
				when: when(dossier, note.paidAt),
				way: words.t(`booking.till.ways.${note.method}`),
				receipt: note.receipt ?? '–',
				who: whoIs(dossier, note.actor),
				amount: euros(note.counts, words.locale),
				state: stateOfNote(words, note.kind === 'payBack', isInForce),
				undo:
					isInForce && mayTakeBack(staff, { actor: note.actor, isOfToday })
						? pathOf(dossier, `undo/${note.id}`)
						: null,
			}
		})
		.toReversed()
}

function stateOfNote({ t }: Dossier['words'], isBack: boolean, isInForce: boolean): string | null {
	if (!isInForce) return t('booking.till.reversed')
	return isBack ? t('booking.till.back') : null
}
