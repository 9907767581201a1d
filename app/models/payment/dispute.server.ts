import { and, eq, ne } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { disputes } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { paymentProvider } from '#app/gateways/providers.server.ts'
import { cents, sum, type Cents } from '#app/models/money.ts'
import { takenByDispute } from '#app/models/order/money.server.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import { listSoldVouchers, voidPaidBack } from '#app/models/order/sold-vouchers.server.ts'
import type { Dispute } from '#app/models/payment/payment.ts'
import { requireTaken, type TakenPayment } from '#app/models/payment/provider-refunds.server.ts'
import { tellOfUnknownStatus } from '#app/models/payment/unknown-status.server.ts'
import type { ProviderName } from '#app/models/provider.ts'

/**
 * The job after a provider's event about a dispute: asks the provider for its state, notes it on the order and tells
 * the operator of each new state once (faults B28). The booking stands; gift vouchers are voided once a bank has taken
 * all the money for them.
 * @throws ProviderUnavailable; UnknownMoney when no payment of ours has the disputed money, or not yet
 */
export async function noteDispute(
	provider: ProviderName,
	disputeId: string,
	now: DateTime,
): Promise<void> {
	const dispute = await paymentProvider(provider).findDispute(disputeId)
	if (!dispute) {
		log.warn({ provider, disputeId }, 'the provider does not know a dispute it told us of')
		return
	}
	const taken = await requireTaken(provider, dispute.captureId)
	await db.transaction(async (tx) => {
		const sold = await listSoldVouchers(tx, taken.orderId)
		await lock(tx, { vouchers: sold, orders: [taken.orderId] })
		const { orderId } = taken
		await tellOfUnknownStatus(tx, { orderId, about: disputeId, status: dispute.unknownStatus })
		const before = await writeDispute(tx, { provider, disputeId, taken, now }, dispute)
		if (before === 'same') return
		const { state, amount } = dispute
		await noteEvent(tx, orderId, provider, `dispute ${disputeId} ${state}: ${amount}`)
		const concern = concerns[state]
		if (before !== 'anotherAmount')
			await enqueue(tx, 'tellOperator', { orderId, concern, about: disputeId })
		await voidPaidBack(tx, orderId, sold)
	})
}

const concerns = { open: 'disputed', won: 'disputeWon', lost: 'disputeLost' } as const

type Scene = { provider: ProviderName; disputeId: string; taken: TakenPayment; now: DateTime }

/**
 * Writes a dispute and returns how it differs from its row: 'same' also when the row was closed before, 'anotherAmount'
 * in the same state, 'another' for a new dispute or another state.
 */
async function writeDispute(
	tx: Transaction,
	{ provider, disputeId, taken, now }: Scene,
	{ state, amount }: Dispute,
): Promise<'same' | 'anotherAmount' | 'another'> {
	const isIt = and(eq(disputes.provider, provider), eq(disputes.disputeId, disputeId))
	const [known] = await tx.select().from(disputes).where(isIt)
	const closedAt = state === 'open' ? null : now.toJSDate()
	if (!known) {
		const dispute = { provider, disputeId, paymentId: taken.id, amount, state, closedAt }
		await tx.insert(disputes).values(dispute)
		return 'another'
	}
	if (known.state === state) {
		if (known.amount === amount) return 'same'
		await tx.update(disputes).set({ amount }).where(isIt)
		return 'anotherAmount'
	}
	if (state === 'open') return 'same'
	await tx.update(disputes).set({ state, amount, closedAt }).where(isIt)
	return 'another'
}

/** The cents of a payment that banks hold back or have taken for good, less the refunds given for those disputes. */
export async function disputedOf(tx: Transaction, paymentId: string): Promise<Cents> {
	const rows = await tx
		.select({ amount: takenByDispute.mapWith((amount) => cents(Number(amount))) })
		.from(disputes)
		.where(and(eq(disputes.paymentId, paymentId), ne(disputes.state, 'won')))
	return sum(rows.map(({ amount }) => amount))
}
