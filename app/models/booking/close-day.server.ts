import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import { desc, eq, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { lockAndLoad } from '#app/db/lock.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { dayOverrides, days } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import type { LocalText } from '#app/i18n/i18n.ts'
import { cancelAs } from '#app/models/booking/cancel.server.ts'
import { judgeCancellation } from '#app/models/booking/cancel.ts'
import { countsAs, judgeFates, type NamedBooking } from '#app/models/booking/close-day.ts'
import { findConcerned } from '#app/models/booking/concerned.server.ts'
import { zero } from '#app/models/money.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import { noteAct } from '#app/models/staff/staff.server.ts'
import type { By } from '#app/models/staff/staff.ts'
import type { Hours } from '#app/models/venue/calendar.ts'
import { refreshVenue } from '#app/models/venue/current.server.ts'
import { today } from '#app/models/venue/day.ts'
import { type DayOverride, type Fates, overrideOf } from '#app/models/venue/override.ts'
import type { Day } from '#app/models/venue/slot.ts'

/*
 * Staff close a day, or give it other hours: an override in the day's row, written under the lock that every order,
 * move and payment of that day takes. So staff were shown each booking of the day before, or the booking finds the day
 * closed.
 */

/**
 * The closing of a day, or other hours for it, as staff ask for it: `hours` null closes the day. `fates` says of every
 * booking that staff were shown whether it is left, its customer is asked to move it, or it is cancelled.
 */
export type AskedClosing = {
	day: Day
	/** The id of the newest closing or reopening of the day that staff were shown; null when there was none. */
	seen: string | null
	hours: Hours | null
	label: LocalText
	reason: string
	/** The venue's words at the beginning of the letters to customers; null for none. */
	words: string | null
	fates: Fates
}

/**
 * The refusal of a closing: `unseen` are the bookings made after the page was shown, `since` is the closing or
 * reopening of the day that another member of staff made after that.
 */
export type ClosingRefused = Refused & { unseen?: NamedBooking[]; since?: Closing }

/**
 * The outcome of a closing: its id, and the numbers of bookings that are left, to be moved by their customers (`moved`)
 * and cancelled.
 */
export type ClosedDay = { id: string; left: number; moved: number; cancelled: number }
type Closed = { ok: true; value: ClosedDay }

/**
 * Closes a day, or gives it other hours. Refused, with nothing written, when there is a booking or a closing under the
 * lock that staff had not been shown. Jobs that commit with it cancel bookings and mail links for moving them, as staff
 * ticked; all other bookings stay. A closing that is asked for twice is made once (faults N331).
 */
export async function closeDay(
	asked: AskedClosing,
	by: By,
	now: DateTime,
): Promise<Closed | ClosingRefused> {
	const { day, hours, label, fates } = asked
	if (day < today(now)) return refuse('dayInPast')
	const id = randomUUID()
	const override = overrideOf(id, day, { hours, label })
	const closed = await db.transaction(async (tx): Promise<Closed | ClosingRefused> => {
		const [{ bookings }, newest] = await lockAndLoad(tx, { days: [day] }, () =>
			Promise.all([findConcerned(day, hours, tx), findNewest(day, tx)]),
		)
		if (newest && isSame(newest, asked))
			return ok({ id: newest.id, ...countsAs(Object.values(newest.fates)) })
		if (newest && newest.id !== asked.seen)
			return { ...refuse('desk.dayChangedSince'), since: newest }
		const judged = judgeFates(bookings, fates)
		if (!judged.ok) return judged
		await write(tx, id, { ...asked, by, override })
		for (const { orderId, fate } of judged.value) {
			await noteEvent(tx, orderId, by.actor, `day closed: ${fate}`)
			if (fate === 'cancel') await enqueue(tx, 'cancelOfClosedDay', { orderId, closingId: id })
			if (fate === 'move') await enqueue(tx, 'mailMoveLink', { orderId, closingId: id })
		}
		return ok({ id, ...countsAs(judged.value.map(({ fate }) => fate)) })
	})
	await refreshVenue()
	return closed
}

/** True when the newest closing of the day has the content that is asked for: the form was sent twice. */
function isSame({ override, reason, words, fates }: Closing, asked: AskedClosing): boolean {
	if (override === null) return false
	return isDeepStrictEqual(
		[override.hours, override.label, reason, words, fates],
		[asked.hours, asked.label, asked.reason, asked.words, asked.fates],
	)
}

/**
 * SQL for the moment at which a closing is written. now() would be the beginning of the transaction, before its lock,
 * and two closings of a day could get their moments in the wrong order.
 */
const UNDER_LOCK = sql`clock_timestamp()`

/**
 * Removes the override of a day, so that the venue's files decide its hours again. Refused when there is none, and when
 * its newest closing is not `seen`, the id of the one that staff were shown (faults N341).
 */
export async function reopenDay(
	day: Day,
	by: By,
	seen?: string,
): Promise<{ ok: true; value: undefined } | ClosingRefused> {
	const opened = await db.transaction(async (tx): Promise<Result<undefined> | ClosingRefused> => {
		const newest = await lockAndLoad(tx, { days: [day] }, () => findNewest(day, tx))
		if (!newest?.override) return refuse('desk.dayNotClosed')
		if (seen !== undefined && newest.id !== seen)
			return { ...refuse('desk.dayChangedSince'), since: newest }
		await tx.update(days).set({ override: null }).where(eq(days.day, day))
		await tx
			.insert(dayOverrides)
			.values({ day, override: null, actor: by.actor, madeAt: UNDER_LOCK })
		await noteAct(tx, { ...by, verb: 'dayOpened', values: { what: day, day } })
		return ok()
	})
	await refreshVenue()
	return opened
}

export type Closing = typeof dayOverrides.$inferSelect

export async function findClosing(id: string): Promise<Closing | null> {
	const [closing] = await db.select().from(dayOverrides).where(eq(dayOverrides.id, id))
	return closing ?? null
}

/**
 * Finds the closing of a day that is in force, with its override, author and reason; null when the venue's files decide
 * the hours.
 */
export async function findClosingOf(
	day: Day,
): Promise<(Closing & { override: DayOverride }) | null> {
	const newest = await findNewest(day)
	return newest?.override ? { ...newest, override: newest.override } : null
}

/**
 * Finds the newest closing of a day, or its reopening, whose `override` is null; null when the day was never closed.
 */
export async function findNewest(
	day: Day,
	executor: Database | Transaction = db,
): Promise<Closing | null> {
	const [newest] = await executor
		.select()
		.from(dayOverrides)
		.where(eq(dayOverrides.day, day))
		.orderBy(desc(dayOverrides.madeAt))
		.limit(1)
	return newest ?? null
}

/** True for a closing that is the newest decision about its day: the day was neither reopened nor closed anew since. */
export async function isInForce(
	{ id, day }: Closing,
	executor: Database | Transaction = db,
): Promise<boolean> {
	return (await findNewest(day, executor))?.id === id
}

/**
 * Cancels a booking whose day was closed, as staff ticked it: all that was paid goes back, with a letter in the venue's
 * words. A booking that was cancelled or moved to another day since stays as it is, and so does every booking of a day
 * that was reopened or closed anew since: the newer decision is obeyed (faults N349).
 * @throws Error when the booking keeps changing, so that the job tries again
 */
export async function cancelOfClosedDay(
	{ orderId, closingId }: { orderId: string; closingId: string },
	now: DateTime,
): Promise<void> {
	const closing = await findClosing(closingId)
	if (!closing) throw new Error('a cancellation for a closing that is not there')
	const cancelled = await cancelAs(
		{ actor: closing.actor, closingId },
		orderId,
		now,
		async (order, money, _, tx) => {
			if (order.day !== closing.day) return refuse('desk.nothingToCancel')
			if (!(await isInForce(closing, tx))) return refuse('desk.dayChangedSince')
			const judged = judgeCancellation(order, money, zero)
			return judged.ok ? ok({ ...judged.value, fee: zero }) : judged
		},
	)
	if (cancelled.ok) return
	const { key } = cancelled.message
	if (key === 'errors.desk.keepsChanging') throw new Error('a booking keeps changing')
	log.warn({ orderId, closingId, key }, 'a booking of a closed day is not cancelled')
}

type Writing = AskedClosing & { by: By; override: DayOverride }

async function write(
	tx: Transaction,
	id: string,
	{ day, hours, reason, words, fates, by, override }: Writing,
): Promise<void> {
	const { actor } = by
	const row = { id, day, override, reason, words, fates, actor, madeAt: UNDER_LOCK }
	await tx.insert(dayOverrides).values(row)
	await tx.update(days).set({ override }).where(eq(days.day, day))
	const times = hours ? `${hours.opens}–${hours.closes}` : ''
	const values = { what: `${day} ${times}`.trim(), day, times }
	await noteAct(tx, { ...by, verb: hours ? 'hoursChanged' : 'dayClosed', values })
}
