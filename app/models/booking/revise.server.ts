import { isDeepStrictEqual } from 'node:util'

import type { DateTime } from 'luxon'

import { untilAllLocked } from '#app/db/all-locked.ts'
import { db, type Transaction } from '#app/db/client.server.ts'
import { sqlState } from '#app/db/errors.server.ts'
import { inOneRoundTrip, lockAndLoad, sendBeforeCommit } from '#app/db/lock.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import { findBooking, findGlance, type FoundBooking } from '#app/models/booking/booked.server.ts'
import { planRevision, type Plan } from '#app/models/booking/revise.ts'
import { issueWithin } from '#app/models/invoice/issue.server.ts'
import type { Cents } from '#app/models/money.ts'
import { endChange, openChange } from '#app/models/order/change.server.ts'
import { tierAt } from '#app/models/order/policy.ts'
import { isSameContent } from '#app/models/order/revision-content.ts'
import { lettersOfRevision } from '#app/models/order/revision-letters.server.ts'
import type { RevisionContent } from '#app/models/order/revision.ts'
import { revise } from '#app/models/order/write-revision.server.ts'
import { noteRefundsOf } from '#app/models/payment/refund.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue, refreshVenue } from '#app/models/venue/current.server.ts'
import { today } from '#app/models/venue/day.ts'
import { appendEntry } from '#app/models/voucher/ledger.server.ts'

/** The outcome of a change: it is in force, or counts once `amount` is paid. */
type Revised =
	| { kind: 'applied'; revision: number }
	| { kind: 'due'; changeId: string; amount: Cents }

/** A wish for a booking whose page showed `revision`. */
export type Revision = {
	revision: number
	asked: Asked
	/** 'customer' keeps to the policy; anybody else is of the venue, and gives a reason. */
	actor: string
	reason?: string | null
	/** The money that the page showed: another price refuses the change. Left out, any price will do. */
	shown?: Pick<Plan['money'], 'difference' | 'dueNow'>
}

/** Tells what a change would make of a booking now, for the page that shows it before it counts. Writes nothing. */
export async function previewRevision(
	orderId: string,
	asked: Asked,
	now: DateTime,
	actor: Revision['actor'] = 'customer',
): Promise<Result<Plan>> {
	const glance = await findGlance(db, orderId)
	const found = glance && (await findBooking(db, orderId, daysOf(glance.day, asked)))
	if (!found) return refuse('orderNotFound')
	const moment = { now, dbNow: found.dbNow, isStaff: isStaff(actor) }
	return planRevision(currentVenue(), found.booking, asked, moment)
}

/**
 * Makes the next revision of a booking: all of it or nothing. The booking is read before the lock, which says what has
 * to be locked, and once more under it; when it has changed in between, all begins again. A change that was made
 * already, by a button pressed twice, is the one that is in force.
 */
export async function reviseBooking(
	orderId: string,
	revision: Revision,
	now: DateTime,
): Promise<Result<Revised>> {
	try {
		return (
			(await untilAllLocked(() => reviseOnce(orderId, revision, now))) ?? refuse('booking.changed')
		)
	} catch (error) {
		if (sqlState(error) !== REFUSED_BY_GUARD) throw error
		// The guards know the newest venue before this process does: a room's new id, a smaller zone (faults N16).
		const venue = currentVenue()
		await refreshVenue()
		if (venue === currentVenue()) throw error
		return refuse('noFreePlaces')
	}
}

const REFUSED_BY_GUARD = '23P01'

/** Returns null when the booking changed before the lock, so that the locks may not be those it needs. */
async function reviseOnce(
	orderId: string,
	revision: Revision,
	now: DateTime,
): Promise<Result<Revised> | null> {
	const glance = await findGlance(db, orderId)
	if (!glance) return refuse('orderNotFound')
	const days = daysOf(glance.day, revision.asked)
	const vouchers = glance.voucher === null ? [] : [glance.voucher]
	return db.transaction(async (tx) => {
		const found = await lockAndLoad(tx, { days, vouchers, orders: [orderId] }, () =>
			findBooking(tx, orderId, days),
		)
		if (!found || !isDeepStrictEqual(found.glance, glance)) return null
		return decide(tx, found, revision, now)
	})
}

async function decide(
	tx: Transaction,
	found: FoundBooking,
	{ revision, asked, actor, reason = null, shown }: Revision,
	now: DateTime,
): Promise<Result<Revised>> {
	const { order } = found.booking
	const moment = { now, dbNow: found.dbNow, isStaff: isStaff(actor) }
	const plan = planRevision(currentVenue(), found.booking, asked, moment)
	const isDone = plan.ok && plan.value.revision === order.revision
	if (isDone && order.revision - revision <= 1)
		return ok({ kind: 'applied', revision: order.revision })
	if (order.revision !== revision) return refuse('booking.changed')
	if (!plan.ok) return plan
	const { after, texts, money } = plan.value
	if (shown && (shown.difference !== money.difference || shown.dueNow !== money.dueNow))
		return refuse('booking.repriced')
	const { open } = found
	const amount = money.dueNow
	if (
		open &&
		amount > 0 &&
		isSameContent(open.content, after) &&
		isSamePaid(open.content, after) &&
		isDeepStrictEqual(open.texts, texts)
	)
		return ok({ kind: 'due', changeId: open.id, amount })
	if (open?.isBeingPaid) return refuse('booking.changeBeingPaid')
	if (open) await endChange(tx, open.id)
	if (amount > 0) {
		const changeId = await openChange(tx, found.booking, { after, texts, actor, reason })
		return ok({ kind: 'due', changeId, amount })
	}
	await write(tx, found, plan.value, { actor, reason, now })
	return ok({ kind: 'applied', revision: plan.value.revision })
}

/** False once the rest was paid in between: the open change could never come into force (faults K74). */
function isSamePaid(one: RevisionContent, other: RevisionContent): boolean {
	return one.online === other.online && one.voucher === other.voucher
}

type Making = { actor: string; reason: string | null; now: DateTime }

/** Writes the revision; its last statements travel with the COMMIT, unless money goes back and has its papers first. */
async function write(
	tx: Transaction,
	{ booking, payments, redemption, glance, dbNow }: FoundBooking,
	{ after, texts, money, revision }: Plan,
	{ actor, reason, now }: Making,
): Promise<void> {
	const { order } = booking
	// Papers that are lacking are about the booking as it was: they are issued before it changes (third part, 2).
	await issueWithin(tx, order.id, now)
	const tier = tierAt(currentVenue(), order, dbNow)
	const statements = [
		...revise(tx, booking, { after, texts, actor, reason, tier }),
		...lettersOfRevision(tx, order, revision),
	]
	const { backOnline, backVoucher } = money
	if (backOnline === 0 && backVoucher === 0) return sendBeforeCommit(statements)

	await inOneRoundTrip(statements)
	const cause = { reason: 'the booking became cheaper', revision }
	await noteRefundsOf(tx, backOnline, payments, cause)
	if (backVoucher > 0 && redemption && glance.voucher !== null) {
		const entry = { kind: 'released' as const, amount: backVoucher, redemptionId: redemption.id }
		await appendEntry(tx, { voucherId: glance.voucher, ...entry })
		if (redemption.validUntil !== null && redemption.validUntil < today(now))
			await enqueue(tx, 'tellOperator', { orderId: order.id, concern: 'voucherExpired' })
	}
	await issueWithin(tx, order.id, now)
}

function isStaff(actor: Revision['actor']): boolean {
	return actor !== 'customer'
}

function daysOf(day: string | null, asked: Asked): string[] {
	const days = [day, asked.kind === 'move' ? asked.day : null].filter((it) => it !== null)
	return [...new Set(days)]
}
