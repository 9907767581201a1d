import { isDeepStrictEqual } from 'node:util'

import type { DateTime } from 'luxon'

import { untilAllLocked } from '#app/db/all-locked.ts'
import { db, type Transaction } from '#app/db/client.server.ts'
import { inOrder, lockAndLoad, sendBeforeCommit } from '#app/db/lock.server.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import {
	findBooking,
	findGlance,
	type FoundBooking,
	type Glance,
} from '#app/models/booking/booked.server.ts'
import { isMadeAlready } from '#app/models/booking/pressed-again.server.ts'
import { planRevision, type Plan } from '#app/models/booking/revise.ts'
import { isAsShown, type ShownMoney } from '#app/models/booking/shown-money.ts'
import { issueWithin } from '#app/models/invoice/issue.server.ts'
import type { Cents } from '#app/models/money.ts'
import { endChange, openChange } from '#app/models/order/change.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { returnToVoucher } from '#app/models/order/returned-voucher.server.ts'
import { isSameContent } from '#app/models/order/revision-content.ts'
import { lettersOfRevision } from '#app/models/order/revision-letters.server.ts'
import type { RevisionContent } from '#app/models/order/revision.ts'
import { revise } from '#app/models/order/write-revision.server.ts'
import { noteRefundsOf } from '#app/models/payment/refund.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { refusedByGuard } from '#app/models/venue/refused-by-guard.server.ts'

/**
 * The outcome of a change. applied: the new revision is in force · due: it comes into force once `amount` (cents) is
 * paid.
 */
type Revised =
	| { kind: 'applied'; revision: number }
	| { kind: 'due'; changeId: string; amount: Cents }

/** A revision of a booking that is asked for; `revision` is the number of the one whose page was shown. */
export type AskedRevision = {
	revision: number
	asked: Asked
	/** 'customer' is bound by the policy; any other author acts for the venue, and gives a reason. */
	actor: string
	reason?: string | null
	/** The money that the page showed: the change is refused at another price. Left out, any price is accepted. */
	shown?: ShownMoney
	/** The glance at the booking that the caller has just read, so that it is not read again before the lock. */
	seen?: Glance | null
}

/**
 * Plans a change of a booking as it is now, for the page that shows the change before it is made. Writes nothing. `day`
 * is the booking's day as the caller has read it: making the change reads it again.
 */
export async function previewRevision(
	{ id, day }: Pick<Order, 'id' | 'day'>,
	asked: Asked,
	now: DateTime,
	actor: AskedRevision['actor'] = 'customer',
): Promise<Result<Plan>> {
	const found = await findBooking(db, id, daysOf(day, asked))
	if (!found) return refuse('orderNotFound')
	const moment = { now, dbNow: found.dbNow, isStaff: isStaff(actor) }
	return planRevision(currentVenue(), found.booking, asked, moment)
}

/**
 * Makes the next revision of a booking, all of it or nothing. The booking is read before the lock, to learn what has to
 * be locked, and once more under it; when it has changed in between, all begins again. A button pressed twice makes the
 * change once: the second time, the revision in force is returned.
 */
export async function reviseBooking(
	orderId: string,
	revision: AskedRevision,
	now: DateTime,
): Promise<Result<Revised>> {
	const venue = currentVenue()
	let { seen = null } = revision
	try {
		const revised = await untilAllLocked(async () => {
			const glance = seen ?? (await findGlance(db, orderId))
			seen = null
			return glance ? reviseOnce(orderId, glance, revision, now) : refuse('orderNotFound')
		})
		return revised ?? refuse('booking.changed')
	} catch (error) {
		return refusedByGuard(error, venue)
	}
}

/**
 * Makes the revision in one transaction. Returns null when the booking changed before the lock, so that the wrong rows
 * may be locked.
 */
async function reviseOnce(
	orderId: string,
	glance: Glance,
	revision: AskedRevision,
	now: DateTime,
): Promise<Result<Revised> | null> {
	const days = daysOf(glance.day, revision.asked)
	const vouchers = glance.voucher === null ? [] : [glance.voucher]
	// The places of an open change are released on its day (faults K93).
	const locks = { days: [...days, glance.openDay], vouchers, orders: [orderId] }
	return db.transaction(async (tx) => {
		const found = await lockAndLoad(tx, locks, () => findBooking(tx, orderId, days))
		if (!found || !isDeepStrictEqual(found.glance, glance)) return null
		return decide(tx, found, revision, now)
	})
}

async function decide(
	tx: Transaction,
	found: FoundBooking,
	{ revision, asked, actor, reason = null, shown }: AskedRevision,
	now: DateTime,
): Promise<Result<Revised>> {
	const { order } = found.booking
	const moment = { now, dbNow: found.dbNow, isStaff: isStaff(actor) }
	const plan = planRevision(currentVenue(), found.booking, asked, moment)
	const isDone = plan.ok && plan.value.revision === order.revision
	if (isDone && order.revision - revision <= 1)
		return ok({ kind: 'applied', revision: order.revision })
	if (order.revision !== revision) {
		const keepsTexts = plan.ok && plan.value.texts === null
		const isMade = keepsTexts && (await isMadeAlready(order, { asked, revision }, now, tx))
		return isMade ? ok({ kind: 'applied', revision: order.revision }) : refuse('booking.changed')
	}
	if (!plan.ok) return plan
	const { after, texts, money } = plan.value
	if (shown && !isAsShown(money, shown)) return refuse('booking.repriced')
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

/**
 * True when two contents are paid alike online and by voucher. The open change differs from a new plan once the rest
 * was paid in between: then it could never come into force (faults K74).
 */
function isSamePaid(one: RevisionContent, other: RevisionContent): boolean {
	return one.online === other.online && one.voucher === other.voucher
}

type RevisionAuthor = { actor: string; reason: string | null; now: DateTime }

/**
 * Writes the revision and its letters, together with the COMMIT unless papers follow: those of money that goes back,
 * and a new final invoice in place of one that bills the former booking (faults K87).
 */
async function write(
	tx: Transaction,
	{ booking, dayChosenBy, payments, redemption, mayLackPapers, hasFinal, dbNow }: FoundBooking,
	{ after, texts, money, revision }: Plan,
	{ actor, reason, now }: RevisionAuthor,
): Promise<void> {
	const { order } = booking
	// Papers that are lacking are about the former booking: they are issued before the revision is written (record 050).
	const lacked = mayLackPapers ? await issueWithin(tx, order.id, now) : []
	const isBilled = hasFinal || lacked.some(({ kind }) => kind === 'final')
	const statements = [
		...revise(tx, booking, { after, texts, actor, reason, dayChosenBy, now: dbNow }),
		...lettersOfRevision(tx, order, revision),
	]
	const { backOnline, backVoucher } = money
	const isMoneyBack = backOnline > 0 || backVoucher > 0
	if (!isMoneyBack && !isBilled) return sendBeforeCommit(statements)

	const why = { cause: 'changed' as const, reason: 'the booking became cheaper', revision }
	await inOrder(statements, () =>
		Promise.all([
			noteRefundsOf(tx, backOnline, payments, why),
			backVoucher > 0 && redemption
				? returnToVoucher(tx, order.id, { redemption, amount: backVoucher }, now)
				: null,
		]),
	)
	await issueWithin(tx, order.id, now)
}

/** True for staff and the operator: the policy of a booking binds its customer alone. */
export function isStaff(actor: AskedRevision['actor']): boolean {
	return actor !== 'customer'
}

function daysOf(day: string | null, asked: Asked): string[] {
	const days = [day, asked.kind === 'move' ? asked.day : null].filter((it) => it !== null)
	return [...new Set(days)]
}
