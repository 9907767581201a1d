import type postgres from 'postgres'

import type { Statement } from '#sandbox/ledger.ts'

/** Reads the pretend providers' own books. */
export async function readStatement(sandboxUrl: string): Promise<Statement> {
	const response = await fetch(`${sandboxUrl}/test/ledger`)
	return (await response.json()) as Statement
}

/**
 * Lists the disagreements between the providers' books and our rows, a line each (I3 to I6). Empty: every cent that
 * moved is one payment of ours, which has its booking or went back, and no approved money waits to be taken.
 */
export async function disagreements(
	sql: postgres.Sql,
	{ captures, refunds, orders }: Statement,
): Promise<string[]> {
	const rows = await sql<Row[]>`
		select p.id, p.purpose, p.capture_id as "captureId", p.provider_id as "providerId", p.state, p.paid_amount as paid,
			o.state as "orderState", o.id as "orderId", o.kept,
			sum(coalesce(p.paid_amount, 0) - coalesce(r.refunded, 0)) over (partition by o.id)::int as stays,
			coalesce(r.refunded, 0) as refunded, coalesce(r.under_way, 0) as "underWay"
		from payments p join orders o on o.id = p.order_id
		left join (
			select payment_id,
				coalesce(sum(amount) filter (where refunded_at is not null), 0)::int as refunded,
				count(*) filter (where refunded_at is null)::int as under_way
			from refunds where failed_at is null group by payment_id
		) r on r.payment_id = p.id`
	const byCapture = new Map(rows.map((row) => [row.captureId, row]))
	const byProviderId = new Map(rows.map((row) => [row.providerId, row]))
	const refunded = new Map<string, number>()
	for (const { captureId, amount } of refunds)
		refunded.set(captureId, (refunded.get(captureId) ?? 0) + amount)
	const taken = new Set(captures.map(({ captureId }) => captureId))
	return [
		...captures.flatMap(({ captureId, sessionId, amount }) => {
			const row = byCapture.get(captureId)
			if (!row) return [`I4 ${captureId}: money of ${sessionId} is no payment of ours`]
			return row.paid === amount ? [] : [`I3 ${row.id}: ${row.paid} noted, ${amount} taken`]
		}),
		...rows.flatMap((row) => faultsOf(row, { taken, refunded })),
		...twicePaid(rows),
		...orders
			.filter(({ status, orderId }) => status === 'APPROVED' && isLive(byProviderId.get(orderId)))
			.map(({ orderId }) => `I4 ${orderId}: approved and not taken`),
	]
}

type Row = {
	id: string
	purpose: string
	captureId: string | null
	providerId: string | null
	state: string
	paid: number | null
	orderState: string
	orderId: string
	/** The part that the venue keeps of a cancelled booking. */
	kept: number
	/** The part of all money that came for the order which has not gone back. */
	stays: number
	refunded: number
	underWay: number
}

type Books = { taken: Set<string>; refunded: Map<string, number> }

function faultsOf(row: Row, { taken, refunded }: Books): string[] {
	const { id, captureId, paid, orderState } = row
	const isBooked = orderState === 'confirmed' || orderState === 'completed'
	const isBack = row.refunded === paid
	const isKept = orderState === 'cancelled' && row.stays === row.kept
	const books = refunded.get(captureId ?? '') ?? 0
	return [
		...(captureId !== null && !taken.has(captureId) ? [`I4 ${id}: no such money was taken`] : []),
		...(row.underWay > 0 ? [`I5 ${id}: a refund is under way`] : []),
		...(row.refunded === books
			? []
			: [`I5 ${id}: ${row.refunded} given back, ${books} in the books`]),
		...(paid !== null && !isBooked && !isBack && !isKept
			? [`I5 ${id}: paid, neither booked nor given back`]
			: []),
		...(row.state === 'needsReview' && paid !== null && !isBack
			? [`I5 ${id}: not as agreed, and not given back`]
			: []),
	]
}

function twicePaid(rows: readonly Row[]): string[] {
	const paid = rows
		.filter(({ state, purpose }) => state === 'paid' && purpose === 'order')
		.map(({ orderId }) => orderId)
	return paid
		.filter((orderId, index) => paid.indexOf(orderId) !== index)
		.map((orderId) => `I3 ${orderId}: paid twice`)
}

function isLive(row: Row | undefined): boolean {
	return row !== undefined && (row.state === 'created' || row.state === 'started')
}
