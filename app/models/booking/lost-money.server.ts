import { and, eq, isNull, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { moneyFindings, payments } from '#app/db/schema.ts'
import { paymentProvider } from '#app/gateways/providers.server.ts'
import { sum, type Cents } from '#app/models/money.ts'
import { readNote, type BookingNote } from '#app/models/payment/booking-note.ts'
import { openFor } from '#app/models/payment/create.server.ts'
import type { TracedMoney } from '#app/models/payment/listing.ts'
import type { Payment } from '#app/models/payment/payment.server.ts'
import type { ProviderReport } from '#app/models/payment/payment.ts'
import { endFinding } from '#app/models/payment/reconcile.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { newToken } from '#app/models/token.server.ts'

type Finding = typeof moneyFindings.$inferSelect

/** The money of a finding with the note and the report of its payment, as its provider has them now. */
export type Money = {
	finding: Finding
	note: BookingNote
	traced: TracedMoney
	report: ProviderReport
}

/**
 * Refunds the money of a finding, once however often it is called, and ends the finding. Its booking cannot be made
 * again from then on.
 * @throws ProviderUnavailable, ProviderRefused
 */
export async function giveBackLost(findingId: string): Promise<Result<{ amount: Cents }>> {
	const [finding] = await db
		.update(moneyFindings)
		.set({ refundBegunAt: sql`coalesce(${moneyFindings.refundBegunAt}, now())` })
		.where(and(eq(moneyFindings.id, findingId), isOpenMoney))
		.returning()
	if (!finding) return refuse('desk.seenTo')
	const { provider, about: captureId, amount } = finding
	// The finding's id is the key of the refund at the provider, so the money goes back once.
	await paymentProvider(provider).refund(captureId, amount, findingId)
	await endFinding(db, findingId, 'givenBack')
	return ok({ amount })
}

const isOpenMoney = and(
	isNull(moneyFindings.endedAt),
	sql`${moneyFindings.kind} in ('moneyWithoutBooking', 'referenceTwice')`,
)

/**
 * Finds the money of an open finding: asks its provider what it was paid for, and refuses unless all of it is left.
 * Called before anything is locked, as no provider is asked inside a transaction.
 */
export async function findMoney(findingId: string): Promise<Result<Money>> {
	const [finding] = await db
		.select()
		.from(moneyFindings)
		.where(and(eq(moneyFindings.id, findingId), isOpenMoney))
	if (!finding || finding.refundBegunAt) return refuse('desk.seenTo')
	const { about: captureId } = finding
	const provider = paymentProvider(finding.provider)
	const traced = await provider.traceMoney(captureId)
	const note = traced && readNote(traced.note)
	if (!note) return refuse('desk.noteMissing')
	const report = await provider.verify(traced.providerId)
	const back = await provider.listRefunds({ providerId: traced.providerId, captureId })
	const isWhole = sum(back.map(({ amount }) => amount)) === 0
	if (report.state !== 'paid' || report.captureId !== captureId || !isWhole)
		return refuse('desk.moneyNotWhole')
	return ok({ finding, note, traced, report })
}

type Lost = { orderId: string; money: Money; purpose: 'order' | 'rest' }

/**
 * Inserts a started payment for the money of a finding, or takes the order's own payment whose beginning at the
 * provider was not noted yet; null while another payment of the order is open. Its reference is the order's number when
 * another payment has the reference of the finding.
 */
export async function insertPayment(tx: Transaction, lost: Lost): Promise<Payment | null> {
	const {
		orderId,
		money: { finding, traced, report },
		purpose,
	} = lost
	const isTaken = sql`exists (select from payments where reference = ${finding.reference})`
	const own = sql`(select number from orders where id = ${orderId}::uuid)`
	const [payment] = await tx
		.insert(payments)
		.values({
			orderId,
			provider: finding.provider,
			state: 'started',
			purpose,
			reference: sql`case when ${isTaken} then ${own} else ${finding.reference} end`,
			amount: report.amount,
			returnToken: newToken(),
			providerId: traced.providerId,
			expiresAt: sql`now() + make_interval(mins => ${openFor.minutes})`,
		})
		.onConflictDoNothing()
		.returning()
	return payment ?? adoptPayment(tx, lost)
}

/**
 * Marks the order's payment with the reference and the amount of the finding as started at the provider, if its
 * beginning there was not noted yet; null without such a payment.
 */
async function adoptPayment(
	tx: Transaction,
	{ orderId, money: { finding, traced, report } }: Lost,
): Promise<Payment | null> {
	const [payment] = await tx
		.update(payments)
		.set({ state: 'started', providerId: traced.providerId })
		.where(
			and(
				eq(payments.orderId, orderId),
				eq(payments.provider, finding.provider),
				eq(payments.reference, finding.reference),
				eq(payments.amount, report.amount),
				eq(payments.state, 'created'),
				isNull(payments.providerId),
			),
		)
		.returning()
	return payment ?? null
}
