import { and, eq, gte, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { moneyFindings, orders, payments, refunds } from '#app/db/schema.ts'
import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { ProviderRefused } from '#app/gateways/provider-error.ts'
import { connectedProviders, paymentProvider } from '#app/gateways/providers.server.ts'
import type { FindingEnd } from '#app/models/money-finding.ts'
import type { Cents } from '#app/models/money.ts'
import type { MoneyListing } from '#app/models/payment/listing.ts'
import { noteRefunds } from '#app/models/payment/provider-refunds.server.ts'
import {
	isOwn,
	lostCaptures,
	unknownRefunds,
	unlistedPayments,
	type MoneyDifference,
	type MoneyRows,
	type KnownPayment,
} from '#app/models/payment/reconcile.ts'
import { settlePayment } from '#app/models/payment/settle.server.ts'
import type { ProviderName } from '#app/models/provider.ts'

/** A finding that is still open: the money and the rows do not agree, and nobody has ended it. */
export type OpenFinding = Pick<
	typeof moneyFindings.$inferSelect,
	'id' | 'provider' | 'kind' | 'about' | 'reference' | 'amount' | 'at' | 'note'
>

/** The result of a comparison: the moment until which each provider lists its money, and the findings that are open. */
export type Reconciled = {
	completeUntil: Partial<Record<ProviderName, Date>>
	/** The hosts of other shops that use the same accounts at the providers. */
	otherShops: string[]
	open: OpenFinding[]
}

/**
 * Compares the money of all connected providers since a moment with the rows. A payment that is open here and paid
 * there is settled, and a refund made at a provider's desk is noted. Every other difference is written as a finding,
 * once however often it is found; findings that are no longer there end.
 * @throws ProviderUnavailable; ProviderRefused when an account may not list its money
 */
export async function reconcile(since: Date, now: DateTime): Promise<Reconciled> {
	const completeUntil: Reconciled['completeUntil'] = {}
	const shops = new Set<string>()
	const shop = new URL(env.APP_ORIGIN).host
	for (const provider of connectedProviders) {
		const all = await paymentProvider(provider).listMoney({ since, until: now.toJSDate() })
		const listing = { ...all, captured: all.captured.filter((it) => isOwn(it, shop)) }
		completeUntil[provider] = listing.completeUntil
		for (const { note } of all.captured) if (note['shop']) shops.add(note['shop'])
		const found = await compare({ provider, listing, since, now })
		await writeFindings(provider, since, found)
	}
	shops.delete(shop)
	return { completeUntil, otherShops: [...shops], open: await listOpenFindings() }
}

/** The time that the nightly comparison looks back: an account closed for a long weekend misses nothing. */
const NIGHTLY = { days: 7 }

/**
 * Compares the money of the last days with the rows, a job of each night. Logs the findings, which the metrics count.
 * @throws ProviderUnavailable, ProviderRefused
 */
export async function reconcileAtNight(now: DateTime): Promise<void> {
	const { open } = await reconcile(now.minus(NIGHTLY).toJSDate(), now)
	for (const { provider, kind, about, reference } of open)
		log.error({ provider, kind, about, reference }, 'money and bookings do not agree')
}

/** Lists the findings that are open, the oldest money first. */
function listOpenFindings(): Promise<OpenFinding[]> {
	const { id, provider, kind, about, reference, amount, at, note } = moneyFindings
	return db
		.select({ id, provider, kind, about, reference, amount, at, note })
		.from(moneyFindings)
		.where(isNull(moneyFindings.endedAt))
		.orderBy(at, about)
}

/** Ends an open finding; false when it had ended before. */
export async function endFinding(
	executor: Pick<Transaction, 'update'>,
	id: string,
	ending: FindingEnd,
): Promise<boolean> {
	const ended = await executor
		.update(moneyFindings)
		.set({ endedAt: sql`now()`, ending })
		.where(and(eq(moneyFindings.id, id), isNull(moneyFindings.endedAt)))
		.returning({ id: moneyFindings.id })
	return ended.length > 0
}

/** Ends the open finding about money with this id of the provider as 'left' by a person; false when there is none. */
export async function leaveFinding(about: string): Promise<boolean> {
	const open = (await listOpenFindings()).find((finding) => finding.about === about)
	return open !== undefined && endFinding(db, open.id, 'left')
}

type Comparison = { provider: ProviderName; listing: MoneyListing; since: Date; now: DateTime }

async function compare(look: Comparison): Promise<MoneyDifference[]> {
	const { provider, listing, since } = look
	const before = await loadKnown(look)
	await noteUnknownRefunds(look, before)
	await settleOpen(look, before)
	const known = await loadKnown(look)
	const unpaid: MoneyDifference[] = []
	for (const payment of unlistedPayments(listing, known, since))
		if (!(await isPaid(provider, payment))) unpaid.push(withoutMoney(payment))
	return [...lostCaptures(listing, known), ...unknownRefunds(listing, known), ...unpaid]
}

/** Loads a provider's payments with listed money, or money since the moment, and the known ids of listed refunds. */
async function loadKnown({ provider, listing, since }: Comparison): Promise<MoneyRows> {
	const captures = [
		...listing.captured.map(({ captureId }) => captureId),
		...listing.refunded.map(({ captureId }) => captureId),
	]
	const rows = await db
		.select({
			orderId: payments.orderId,
			captureId: payments.captureId,
			reference: sql<string>`coalesce(${payments.reference}, ${orders.number})`,
			paidAmount: sql<Cents>`${payments.paidAmount}`,
			settledAt: sql`${payments.settledAt}`.mapWith(payments.settledAt),
		})
		.from(payments)
		.innerJoin(orders, eq(orders.id, payments.orderId))
		.where(
			and(
				eq(payments.provider, provider),
				isNotNull(payments.paidAmount),
				or(inArray(payments.captureId, captures), gte(payments.settledAt, since)),
			),
		)
	const ids = listing.refunded.map(({ refundId }) => refundId)
	const noted = await db
		.select({ id: refunds.providerId })
		.from(refunds)
		.where(inArray(refunds.providerId, ids))
	return { payments: rows, refundIds: new Set(noted.map(({ id }) => id ?? '')) }
}

/** Notes listed refunds made at the provider's desk, or whose row was lost, as the webhook about them would. */
async function noteUnknownRefunds(
	{ provider, listing, now }: Comparison,
	known: MoneyRows,
): Promise<void> {
	const unknown = new Set(unknownRefunds(listing, known).map(({ about }) => about))
	const captures = listing.refunded.filter(({ refundId }) => unknown.has(refundId))
	for (const captureId of new Set(captures.map((refund) => refund.captureId)))
		await noteRefunds(provider, captureId, now).catch((err: unknown) =>
			log.warn({ provider, captureId, err }, 'refunds could not be noted'),
		)
}

/** Settles the payments whose listed money no row has: they are open here and paid at the provider. */
async function settleOpen({ provider, listing, now }: Comparison, known: MoneyRows): Promise<void> {
	for (const { about: captureId } of lostCaptures(listing, known)) {
		const traced = await paymentProvider(provider).traceMoney(captureId)
		const paymentId = traced && (await findPaymentId(provider, traced.providerId))
		if (paymentId !== null) await settlePayment(paymentId, now)
	}
}

async function findPaymentId(provider: ProviderName, providerId: string): Promise<string | null> {
	const [row] = await db
		.select({ id: payments.id })
		.from(payments)
		.where(and(eq(payments.provider, provider), eq(payments.providerId, providerId)))
	return row?.id ?? null
}

/** True when the provider, asked about a payment, has its money: that may have come before the time that was listed. */
async function isPaid(
	provider: ProviderName,
	{ captureId, paidAmount }: KnownPayment,
): Promise<boolean> {
	const [row] = await db
		.select({ providerId: payments.providerId })
		.from(payments)
		.where(and(eq(payments.provider, provider), eq(payments.captureId, captureId ?? '')))
	if (!row?.providerId) return false
	try {
		const report = await paymentProvider(provider).verify(row.providerId)
		return report.state === 'paid' && report.amount === paidAmount
	} catch (error) {
		if (error instanceof ProviderRefused) return false
		throw error
	}
}

function withoutMoney({
	orderId,
	captureId,
	reference,
	paidAmount,
	settledAt,
}: KnownPayment): MoneyDifference {
	const kind = 'bookingWithoutMoney'
	const about = captureId ?? reference
	return { kind, about, reference, amount: paidAmount, at: settledAt, orderId, note: null }
}

/**
 * Writes the findings about a provider. An open finding about money since `since` that is not among `found` ends as
 * 'gone'; a finding that a person has ended stays ended.
 */
async function writeFindings(
	provider: ProviderName,
	since: Date,
	found: readonly MoneyDifference[],
): Promise<void> {
	await db.transaction(async (tx) => {
		const open = and(eq(moneyFindings.provider, provider), isNull(moneyFindings.endedAt))
		const abouts = found.map(({ about }) => about)
		await tx
			.update(moneyFindings)
			.set({ endedAt: sql`now()`, ending: 'gone' })
			.where(and(open, gte(moneyFindings.at, since), notInArray(moneyFindings.about, abouts)))
		if (found.length === 0) return
		await tx
			.insert(moneyFindings)
			.values(found.map((each) => ({ provider, ...each })))
			.onConflictDoUpdate({
				target: [moneyFindings.provider, moneyFindings.about],
				set: {
					kind: sql`excluded.kind`,
					amount: sql`excluded.amount`,
					note: sql`excluded.note`,
					endedAt: null,
					ending: null,
				},
				setWhere: hasNotLasted,
			})
	})
}

/**
 * SQL that is true for an ended finding that opens again when it is found once more: all but those that a person left
 * as they were, or that ended within the last hour, while the provider may have been asked.
 */
const hasNotLasted = sql`${moneyFindings.ending} is null or ${moneyFindings.ending} = 'gone'
	or (${moneyFindings.ending} <> 'left' and ${moneyFindings.endedAt} < now() - interval '1 hour')`
