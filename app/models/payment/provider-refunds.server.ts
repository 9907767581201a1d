import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { disputes, payments, refunds } from '#app/db/schema.ts'
import { paymentProvider } from '#app/gateways/providers.server.ts'
import { minus, sum, zero, type Cents } from '#app/models/money.ts'
import { takenByDispute } from '#app/models/order/money.server.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import { listSoldVouchers, voidPaidBack } from '#app/models/order/sold-vouchers.server.ts'
import { livePaymentStates, type GivenBack } from '#app/models/payment/payment.ts'
import { compareRefunds } from '#app/models/payment/refund.ts'
import { tellOfUnknownStatus } from '#app/models/payment/unknown-status.server.ts'
import { providers, type ProviderName } from '#app/models/provider.ts'

// Refunds that a person makes by hand at the provider's own desk: they are found, noted and told to the operator.

export type TakenPayment = {
	id: string
	orderId: string
	providerId: string
	captureId: string
	paidAmount: Cents
}

/**
 * The job after a provider's event about refunds: asks the provider for all refunds of this money and notes those that
 * our rows lack, so that they count (faults B27, B28). The operator is told of each refund made by hand, and the
 * booking stands; gift vouchers are voided once all the money for them is back.
 * @throws ProviderUnavailable; ProviderRefused when the provider does not know this money; UnknownMoney when no payment
 * of ours has it, or not yet
 */
export async function noteRefunds(
	provider: ProviderName,
	captureId: string,
	now: DateTime,
): Promise<void> {
	const taken = await requireTaken(provider, captureId)
	// Our rows are read before the provider is asked: a refund made meanwhile is missing in its answer, and must not
	// count as returned.
	const before = await listRefunds(db, taken)
	const given = await paymentProvider(provider).listRefunds(taken)
	await db.transaction(async (tx) => {
		const { orderId } = taken
		const sold = await listSoldVouchers(tx, orderId)
		await lock(tx, { vouchers: sold, orders: [orderId] })
		const { done, byHand, restored } = compareRefunds(await listRefunds(tx, taken), given)
		const { returned } = compareRefunds(before, given)
		for (const { id, providerId } of done)
			await tx
				.update(refunds)
				.set({ providerId, refundedAt: now.toJSDate() })
				.where(eq(refunds.id, id))
		for (const id of restored) await restoreRefund(tx, orderId, id)
		for (const { providerRefundId: about, unknownStatus: status } of given)
			await tellOfUnknownStatus(tx, { orderId, about, status })
		for (const refund of byHand) await noteByHand(tx, { provider, taken, now }, refund)
		if (byHand.length > 0) await failRefused(tx, taken, now)
		for (const id of returned) await noteFailedRefund(tx, { id, orderId, now })
		await voidPaidBack(tx, orderId, sold)
	})
}

/** Notes that a refund failed or its money came back, and enqueues a letter to the operator, who has to act. */
export async function noteFailedRefund(
	tx: Transaction,
	{ id, orderId, now }: { id: string; orderId: string; now: DateTime },
): Promise<void> {
	const [failed] = await tx
		.update(refunds)
		.set({ failedAt: now.toJSDate() })
		.where(eq(refunds.id, id))
		.returning({ providerId: refunds.providerId, toldOf: refunds.toldOf })
	await noteEvent(tx, orderId, 'provider', `refund ${id} failed`)
	// A refund that was refused, then made by hand, and failed again has a letter of its own.
	const byHand = failed?.toldOf === 'refundRefused' ? failed.providerId : null
	if (byHand === null) await enqueueRefusal(tx, orderId, id)
	else await enqueue(tx, 'tellOperator', { orderId, concern: 'refundRefused', about: byHand })
}

/**
 * Marks a failed refund as given after all: the provider had left it out of its list, and lists it again (faults K104).
 */
async function restoreRefund(tx: Transaction, orderId: string, id: string): Promise<void> {
	await tx.update(refunds).set({ failedAt: null }).where(eq(refunds.id, id))
	await noteEvent(tx, orderId, 'provider', `refund ${id} stands`)
}

/** Tells the operator that the provider refused a refund, once however often it is refused. */
export async function tellOfRefusal(tx: Transaction, orderId: string, id: string): Promise<void> {
	const isUntold = sql`${refunds.toldOf} is distinct from 'refundRefused'`
	const told = await tx
		.update(refunds)
		.set({ toldOf: 'refundRefused' })
		.where(and(eq(refunds.id, id), isUntold))
		.returning({ id: refunds.id })
	if (told.length > 0) await enqueueRefusal(tx, orderId, id)
}

/**
 * Enqueues the letter about a refused refund under the refund's id, so that one refused first and failed later has one
 * letter.
 */
async function enqueueRefusal(tx: Transaction, orderId: string, id: string): Promise<void> {
	await enqueue(tx, 'tellOperator', { orderId, concern: 'refundRefused', about: id }, { id })
}

/** Tells the operator once that a refund is late, unless the operator was told of its refusal. */
export async function tellOfDelay(orderId: string, id: string): Promise<void> {
	await db.transaction(async (tx) => {
		const told = await tx
			.update(refunds)
			.set({ toldOf: 'refundDelayed' })
			.where(and(eq(refunds.id, id), isNull(refunds.toldOf)))
			.returning({ id: refunds.id })
		if (told.length === 0) return
		await enqueue(tx, 'tellOperator', { orderId, concern: 'refundDelayed', about: id })
	})
}

/** Thrown for money of another shop with the same account, or of a payment of ours that is not settled yet. */
class UnknownMoney extends Error {
	override readonly name = 'UnknownMoney'
	/** True when a retry is useless, because no open payment can still get this money. */
	readonly permanent: boolean

	constructor(money: string, { permanent }: { permanent: boolean }) {
		super(`No payment has the money ${money}`)
		this.permanent = permanent
	}
}

/**
 * Finds the payment that has this money, else any live payment, in one statement: a payment settled between two
 * statements would be missed by both.
 * @throws UnknownMoney when no payment has this money; permanent unless a live one may still get it
 */
export async function requireTaken(
	provider: ProviderName,
	captureId: string,
): Promise<TakenPayment> {
	const isIt = sql<boolean>`coalesce(${payments.captureId} = ${captureId}, false)`
	const [found] = await db
		.select({
			id: payments.id,
			orderId: payments.orderId,
			providerId: payments.providerId,
			paidAmount: payments.paidAmount,
			isIt,
		})
		.from(payments)
		.where(
			and(
				eq(payments.provider, provider),
				or(eq(payments.captureId, captureId), inArray(payments.state, [...livePaymentStates])),
			),
		)
		.orderBy(desc(isIt))
		.limit(1)
	if (!found?.isIt || found.providerId === null)
		throw new UnknownMoney(`${captureId} of ${provider}`, { permanent: !found })
	const { id, orderId, providerId, paidAmount } = found
	return { id, orderId, providerId, captureId, paidAmount: paidAmount ?? zero }
}

function listRefunds(executor: Pick<Transaction, 'select'>, { id }: TakenPayment) {
	return executor.select().from(refunds).where(eq(refunds.paymentId, id))
}

type Scene = { provider: ProviderName; taken: TakenPayment; now: DateTime }

/**
 * Notes a refund made by hand at the provider's desk. A refused refund of its amount, which the operator was asked to
 * make, is fulfilled by it: that row keeps its cause, its revision and its paper (faults K101). Any other becomes a row
 * of its own, and the operator is told of it.
 */
async function noteByHand(
	tx: Transaction,
	{ provider, taken: { id: paymentId, orderId }, now }: Scene,
	{ providerRefundId: providerId, amount, isPending }: GivenBack,
): Promise<void> {
	const reason = 'given back at the desk of the provider'
	const refundedAt = isPending ? null : now.toJSDate()
	const disputeId = providers[provider].settlesDisputesByRefund
		? await findDisputeToSettle(tx, paymentId)
		: null
	const made = { providerId, refundedAt, disputeId }
	const refused = (await listRefused(tx, paymentId)).find((each) => each.amount === amount)
	if (refused) await tx.update(refunds).set(made).where(eq(refunds.id, refused.id))
	else await tx.insert(refunds).values({ ...made, paymentId, amount, cause: 'byHand', reason })
	await noteEvent(tx, orderId, provider, `refund ${providerId} by hand: ${amount}`)
	if (refused) return
	const concern = 'refundedByHand'
	await enqueue(tx, 'tellOperator', { orderId, concern, about: providerId })
}

/** Lists the refused refunds of a payment that are left to the operator, the oldest first. */
function listRefused(tx: Transaction, paymentId: string) {
	return tx
		.select({ id: refunds.id, amount: refunds.amount })
		.from(refunds)
		.where(
			and(
				eq(refunds.paymentId, paymentId),
				eq(refunds.toldOf, 'refundRefused'),
				isNull(refunds.providerId),
				isNull(refunds.refundedAt),
				isNull(refunds.failedAt),
			),
		)
		.orderBy(refunds.createdAt)
}

/** Marks those refused refunds as failed for which no money is left, because more went back by hand. */
async function failRefused(tx: Transaction, taken: TakenPayment, now: DateTime): Promise<void> {
	const { id: paymentId, orderId, paidAmount } = taken
	const counting = (await listRefunds(tx, taken)).filter(({ failedAt }) => failedAt === null)
	let gone = sum(counting.map(({ amount }) => amount))
	for (const { id, amount } of await listRefused(tx, paymentId)) {
		if (gone <= paidAmount) return
		await noteFailedRefund(tx, { id, orderId, now })
		gone = minus(gone, amount)
	}
}

/**
 * Returns the id of the payment's oldest dispute that is open or lost and still has money taken: a refund made at the
 * provider's desk is noted for it. Null when there is none.
 */
async function findDisputeToSettle(tx: Transaction, paymentId: string): Promise<string | null> {
	const [dispute] = await tx
		.select({ id: disputes.disputeId })
		.from(disputes)
		.where(
			and(eq(disputes.paymentId, paymentId), ne(disputes.state, 'won'), sql`${takenByDispute} > 0`),
		)
		.orderBy(disputes.createdAt)
		.limit(1)
	return dispute?.id ?? null
}
