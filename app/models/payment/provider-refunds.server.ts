import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { disputes, payments, refunds } from '#app/db/schema.ts'
import { paymentProvider } from '#app/gateways/providers.server.ts'
import { takenByDispute } from '#app/models/order/money.server.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import { listSoldVouchers, voidPaidBack } from '#app/models/order/sold-vouchers.server.ts'
import { compareRefunds, livePaymentStates, type GivenBack } from '#app/models/payment/payment.ts'
import { tellOfUnknownStatus } from '#app/models/payment/unknown-status.server.ts'
import { providers, type ProviderName } from '#app/models/provider.ts'

// Money that moves at the provider's own desk: a person refunds it by hand there.

export type Taken = {
	id: string
	orderId: string
	providerId: string
	captureId: string
}

/**
 * The job after an event about refunds: asks the provider for all refunds of this money and notes those that our rows
 * lack, so that they count (faults B27, B28). The operator is told of each refund made by hand, and the booking stands;
 * gift vouchers are voided once all the money for them is back.
 * @throws ProviderUnavailable; ProviderRefused when the provider does not know this money; UnknownMoney when no payment
 * of ours has it, or not yet
 */
export async function noteRefunds(
	provider: ProviderName,
	captureId: string,
	now: DateTime,
): Promise<void> {
	const taken = await requireTaken(provider, captureId)
	// Read before asking: a refund made while the provider answers is missing there, and has not returned.
	const before = await listRefunds(db, taken)
	const given = await paymentProvider(provider).listRefunds(taken)
	await db.transaction(async (tx) => {
		const { orderId } = taken
		const sold = await listSoldVouchers(tx, orderId)
		await lock(tx, { vouchers: sold, orders: [orderId] })
		const { done, byHand } = compareRefunds(await listRefunds(tx, taken), given)
		const { returned } = compareRefunds(before, given)
		for (const { id, providerId } of done)
			await tx
				.update(refunds)
				.set({ providerId, refundedAt: now.toJSDate() })
				.where(eq(refunds.id, id))
		for (const { providerRefundId: about, unknownStatus: status } of given)
			await tellOfUnknownStatus(tx, { orderId, about, status })
		for (const refund of byHand) await noteByHand(tx, { provider, taken, now }, refund)
		for (const id of returned) await noteFailedRefund(tx, { id, orderId, now })
		await voidPaidBack(tx, orderId, sold)
	})
}

/** Notes that a refund failed or its money came back, and enqueues a letter to the operator, who has to act. */
export async function noteFailedRefund(
	tx: Transaction,
	{ id, orderId, now }: { id: string; orderId: string; now: DateTime },
): Promise<void> {
	await tx.update(refunds).set({ failedAt: now.toJSDate() }).where(eq(refunds.id, id))
	await noteEvent(tx, orderId, 'provider', `refund ${id} failed`)
	await enqueueRefusal(tx, orderId, id)
}

/** Tells the operator of a refused refund, once however often it is refused. */
export async function tellOfRefusal(tx: Transaction, orderId: string, id: string): Promise<void> {
	const isUntold = sql`${refunds.toldOf} is distinct from 'refundRefused'`
	const told = await tx
		.update(refunds)
		.set({ toldOf: 'refundRefused' })
		.where(and(eq(refunds.id, id), isUntold))
		.returning({ id: refunds.id })
	if (told.length > 0) await enqueueRefusal(tx, orderId, id)
}

/** Enqueues the letter under the refund's id: refused first and failed later, it is one letter. */
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

/** Money of another shop with the same account, or of a payment of ours that is not settled yet. */
class UnknownMoney extends Error {
	override readonly name = 'UnknownMoney'
	/** True when a retry is useless. */
	readonly permanent: boolean

	constructor(money: string, { permanent }: { permanent: boolean }) {
		super(`No payment has the money ${money}`)
		this.permanent = permanent
	}
}

/**
 * Finds the payment that has this money, else any live payment, in one statement: a payment settled between two
 * statements would be missed by both.
 * @throws UnknownMoney
 */
export async function requireTaken(provider: ProviderName, captureId: string): Promise<Taken> {
	const isIt = sql<boolean>`coalesce(${payments.captureId} = ${captureId}, false)`
	const [found] = await db
		.select({
			id: payments.id,
			orderId: payments.orderId,
			providerId: payments.providerId,
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
	const { id, orderId, providerId } = found
	return { id, orderId, providerId, captureId }
}

function listRefunds(executor: Pick<Transaction, 'select'>, { id }: Taken) {
	return executor.select().from(refunds).where(eq(refunds.paymentId, id))
}

type Scene = { provider: ProviderName; taken: Taken; now: DateTime }

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
	await tx.insert(refunds).values({ paymentId, providerId, amount, reason, refundedAt, disputeId })
	await noteEvent(tx, orderId, provider, `refund ${providerId} by hand: ${amount}`)
	const concern = 'refundedByHand'
	await enqueue(tx, 'tellOperator', { orderId, concern, about: providerId })
}

/**
 * Returns the id of the payment's oldest dispute that is open or lost and still has money taken: a refund made at the
 * provider's desk is noted for it. Null when there is none.
 */
async function findDisputeToSettle(tx: Transaction, paymentId: string): Promise<string | null> {
	const [claim] = await tx
		.select({ id: disputes.disputeId })
		.from(disputes)
		.where(
			and(eq(disputes.paymentId, paymentId), ne(disputes.state, 'won'), sql`${takenByDispute} > 0`),
		)
		.orderBy(disputes.createdAt)
		.limit(1)
	return claim?.id ?? null
}
