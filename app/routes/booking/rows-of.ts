import type { Words } from '#app/i18n/words.ts'
import { hasBegun } from '#app/models/booking/cancel.ts'
import { euros } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { untilWords } from '#app/models/order/policy-words.ts'
import {
	cancelDeadlines,
	deadlineAt,
	findPolicy,
	isAhead,
	keptAt,
	movesLeft,
	tierAt,
	untilOf,
	visitOf,
} from '#app/models/order/policy.ts'
import { isShut } from '#app/models/order/shut.ts'
import type { Instant } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import type { ChangeRow } from '#app/routes/booking/change-rows.tsx'

/** The facts that the rows of a booking's changes depend on; `moved` counts the moves that the customer has made. */
type RowFacts = { venue: Venue; order: Order; now: Instant; moved: number }

/**
 * Returns the rows of the panel 'Noch etwas ändern?': change, move, cancel. None once the visit has begun or the
 * booking has ended.
 */
export function changeRowsOf(words: Words, shown: RowFacts): ChangeRow[] {
	const { order, now } = shown
	if (order.state !== 'confirmed' || order.day === null || hasBegun(order, now)) return []
	return [changeRow(words, shown), moveRow(words, shown), cancelRow(words, shown)]
}

/**
 * Returns the row that leads to the change of guests, food and texts, with the last moment of each kind that is still
 * open; its `to` is null when all are over.
 */
export function changeRow({ t, locale }: Words, { venue, order, now }: RowFacts): ChangeRow {
	const label = t(order.party ? 'booking.rows.change' : 'booking.rows.tickets')
	const until = untilOf(venue, order)
	const kinds = (['guests', 'extras', 'texts'] as const).filter(
		(kind) => order.party !== null || kind !== 'texts',
	)
	const open = kinds.flatMap((kind) => {
		const moment = until[kind]
		return moment && isAhead(moment, now) ? [{ kind, until: untilWords(moment, locale, now) }] : []
	})
	const [first] = open
	if (!first) {
		const last = kinds.flatMap((kind) => until[kind] ?? []).toSorted(laterFirst)[0]
		return { to: null, label, note: closedNote({ t, locale }, last ?? null, now) }
	}
	const isOne = open.length === kinds.length && open.every((one) => one.until === first.until)
	if (isOne)
		return {
			to: `/booking/${order.publicId}/change`,
			label,
			note: t('booking.until', { until: first.until }),
		}
	// Guests and extras mostly have one last moment, which is said once.
	const extras = open.find(({ kind }) => kind === 'extras')
	const isBoth = first.kind === 'guests' && extras?.until === first.until
	const note = (isBoth ? [{ kind: 'all' as const, until: first.until }, ...open.slice(2)] : open)
		.map((one) => t(`booking.untilOf.${one.kind}`, { until: one.until }))
		.join(' · ')
	return { to: `/booking/${order.publicId}/change`, label, note }
}

export function moveRow({ t, locale }: Words, { venue, order, now, moved }: RowFacts): ChangeRow {
	const label = t('booking.rows.move')
	const { move } = untilOf(venue, order)
	if (!move || !isAhead(move, now))
		return { to: null, label, note: closedNote({ t, locale }, move, now) }
	if (movesLeft(venue, order, moved) === 0) return { to: null, label, note: t('booking.movedOut') }
	const note = t('booking.until', { until: untilWords(move, locale, now) })
	return { to: `/booking/${order.publicId}/move`, label, note }
}

function cancelRow({ t, locale }: Words, { venue, order, now }: RowFacts): ChangeRow {
	const label = t('booking.rows.cancel')
	const fee = keptAt(venue, order, now)
	if (fee === null) return { to: null, label, note: t('booking.byTelephone') }
	const to = `/booking/${order.publicId}/cancel`
	if (fee > 0) return { to, label, note: t('booking.kept', { amount: euros(fee, locale) }) }
	const until = allBackUntil(venue, order, now)
	return {
		to,
		label,
		note: until
			? t('booking.allBackUntil', { until: untilWords(until, locale, now) })
			: t('booking.allBack'),
	}
}

/**
 * Returns the last moment until which everything is given back, at the latest the beginning of the visit. Null when a
 * fee is kept already, when no deadline ends that tier, and on a day that the venue closed.
 */
export function allBackUntil(venue: Venue, order: Order, now: Instant): Date | null {
	if (keptAt(venue, order, now) !== 0 || isShut(venue, order)) return null
	const [found, visit] = [findPolicy(venue, order), visitOf(order)]
	const deadline = found && cancelDeadlines(found)[tierAt(venue, order, now)]
	if (!deadline || !visit) return null
	const until = deadlineAt(deadline, visit)
	return visit.startsAt && visit.startsAt < until ? visit.startsAt : until
}

function closedNote({ t, locale }: Words, last: Date | null, now: Instant): string {
	return last
		? t('booking.closed', { until: untilWords(last, locale, now) })
		: t('booking.byTelephone')
}

function laterFirst(one: Date, other: Date): number {
	return other.valueOf() - one.valueOf()
}
