import { eq, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { jsonObject, type JsonRow, jsonRow } from '#app/db/json-row.server.ts'
import { lockAndLoad } from '#app/db/lock.server.ts'
import { knownNumber } from '#app/db/numbers.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { invoices, onSitePayments, payments, refunds } from '#app/db/schema.ts'
import type { InvoiceDraft, InvoiceFacts, IssuedInvoice } from '#app/models/invoice/content.ts'
import { findInvoice } from '#app/models/invoice/find.server.ts'
import {
	sellerOf,
	storedKindOf,
	type Invoice,
	type InvoiceKind,
} from '#app/models/invoice/invoice.ts'
import { invoicesFromConfirmation, nextInvoice } from '#app/models/invoice/next.ts'
import { notesInForce } from '#app/models/invoice/on-site.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { dayOf, today } from '#app/models/venue/day.ts'

export type IssuedNow = { id: string; kind: InvoiceKind; number: string }

/**
 * Issues every paper that an order lacks: after its confirmation, for refunds, once the rest was paid on site. Repeated
 * or concurrent calls issue each paper once. Returns all papers of the order, the earliest first.
 * @throws when there is no such order
 */
export async function issueInvoices(orderId: string, now: DateTime): Promise<IssuedInvoice[]> {
	return db.transaction(async (tx) => {
		const known = await lockAndLoad(tx, { orders: [orderId] }, () => loadPapers(tx, orderId, now))
		await writeLacking(tx, known, now)
		return known.facts.issued
	})
}

/** Issues every paper that an order lacks, in a transaction that has locked the order; returns those issued now. */
export async function issueWithin(
	tx: Transaction,
	orderId: string,
	now: DateTime,
): Promise<IssuedNow[]> {
	return writeLacking(tx, await loadPapers(tx, orderId, now), now)
}

/** Finds an order's invoice by its slug, and first issues one that the confirmation brings; null when there is none. */
export async function takeInvoice(
	order: Order,
	slug: string,
	now: DateTime,
): Promise<Invoice | null> {
	const found = await findInvoice(order.id, slug)
	if (found || !invoicesFromConfirmation(order).some((kind) => kind === slug)) return found
	await issueInvoices(order.id, now)
	return findInvoice(order.id, slug)
}

type OrderWithFacts = { order: Order; facts: InvoiceFacts; ids: Map<string, string> }

/** Loads an order, the facts that decide its papers, and the papers' ids by slug. Throws for an unknown order. */
export async function loadPapers(
	tx: Transaction,
	orderId: string,
	now: DateTime,
): Promise<OrderWithFacts> {
	const [order, facts] = await Promise.all([
		findOrderById(orderId, tx),
		loadFacts(tx, orderId, now),
	])
	if (!order) throw new Error('an invoice for an order that is not there')
	return { order, ...facts }
}

/** Writes each missing paper of an order, as loaded under its lock, and adds it to the facts, until none is missing. */
export async function writeLacking(
	tx: Transaction,
	{ order, facts, ids }: OrderWithFacts,
	now: DateTime,
): Promise<IssuedNow[]> {
	const issuedNow: IssuedNow[] = []
	for (let draft = nextInvoice(order, facts); draft; draft = nextInvoice(order, facts)) {
		const { id, ...invoice } = await write(tx, order.id, draft, { ids, now })
		ids.set(invoice.slug, id)
		issuedNow.push({ id, kind: invoice.kind, number: invoice.number })
		if (isMailedAlone(invoice, facts.issued)) await enqueue(tx, 'mailInvoice', { invoiceId: id })
		facts.issued.push(invoice)
	}
	return issuedNow
}

/**
 * True for a paper with a letter of its own: a final invoice, one that cancels another to issue it anew, the new one.
 */
function isMailedAlone(invoice: IssuedInvoice, before: readonly IssuedInvoice[]): boolean {
	if (invoice.kind === 'final' || invoice.isAnew) return true
	const isSecond = before.some(({ isAnew, corrects }) => isAnew && corrects?.kind === invoice.kind)
	return isSecond && invoice.corrects === null
}

async function loadFacts(
	tx: Transaction,
	orderId: string,
	now: DateTime,
): Promise<Omit<OrderWithFacts, 'order'>> {
	const [row] = await selectFacts(tx, { orderId })
	const issued = (row?.issued ?? []).map(({ invoice, correctsSlug }) => ({
		invoice: invoiceRow.read(invoice),
		correctsSlug,
	}))
	const facts = {
		seller: sellerOf(currentVenue()),
		today: today(now),
		vat: currentVenue().vat,
		hasFinal: currentVenue().finalInvoice !== 'off',
		payments: (row?.paid ?? []).flatMap((paid) => {
			const { id, provider, paidAmount, settledAt, createdAt } = paymentRow.read(paid)
			return paidAmount === null
				? []
				: { id, means: provider, amount: paidAmount, on: dayOf(settledAt ?? createdAt) }
		}),
		onSite: notesInForce((row?.onSite ?? []).map(noteOf)).map(
			({ method, counts, receipt, paidAt }) => ({
				means: method,
				amount: counts,
				on: dayOf(paidAt),
				...(receipt !== null && { receipt }),
			}),
		),
		refunds: (row?.back ?? []).map(({ refund, means }) => {
			const { id, paymentId, amount, createdAt } = refundRow.read(refund)
			return { id, paymentId, means, amount, on: dayOf(createdAt) }
		}),
		issued: issued.map(({ invoice, correctsSlug }) => ({ ...invoiceOf(invoice), correctsSlug })),
	}
	return { facts, ids: new Map(issued.map(({ invoice }) => [invoice.slug, invoice.id])) }
}

const [paymentRow, onSiteRow, refundRow, invoiceRow] = [
	jsonRow(payments),
	jsonRow(onSitePayments),
	jsonRow(refunds),
	jsonRow(invoices),
]

type FactRows = {
	paid: JsonRow<typeof payments>[] | null
	onSite: JsonRow<typeof onSitePayments>[] | null
	back:
		| { refund: JsonRow<typeof refunds>; means: (typeof payments.$inferSelect)['provider'] }[]
		| null
	issued: { invoice: JsonRow<typeof invoices>; correctsSlug: string | null }[] | null
}

/** Selects the rows for an order's papers; payments in state 'paid' alone, no money that came twice or too late. */
const selectFacts = prepare<{ orderId: string }, FactRows>((_, value) => {
	const isPaid = sql`${eq(payments.orderId, value('orderId'))} and ${payments.state} = 'paid'
		and ${payments.paidAmount} is not null`
	return sql`
		select (
			select json_agg(${paymentRow.json}
				order by coalesce(${payments.settledAt}, ${payments.createdAt}), ${payments.id})
			from ${payments} where ${isPaid}
		) as "paid", (
			select json_agg(${onSiteRow.json} order by ${onSitePayments.paidAt})
			from ${onSitePayments} where ${eq(onSitePayments.orderId, value('orderId'))}
		) as "onSite", (
			select json_agg(${jsonObject({ refund: refundRow.json, means: payments.provider })}
				order by ${refunds.createdAt}, ${refunds.id})
			from ${refunds} join ${payments} on ${eq(payments.id, refunds.paymentId)}
			where ${isPaid} and ${refunds.failedAt} is null
		) as "back", (
			select json_agg(${jsonObject({ invoice: invoiceRow.json, correctsSlug: sql`corrected.slug` })}
				order by ${invoices.createdAt}, ${invoices.number})
			from ${invoices} left join ${invoices} corrected on corrected.id = ${invoices.correctsId}
			where ${eq(invoices.orderId, value('orderId'))}
		) as "issued"`
})

function noteOf(json: JsonRow<typeof onSitePayments>) {
	const row = onSiteRow.read(json)
	return { ...row, counts: row.counts ?? row.amount }
}

function invoiceOf(row: typeof invoices.$inferSelect): Omit<IssuedInvoice, 'correctsSlug'> {
	const { content, number, issuedOn, slug, refundId, paymentId } = row
	return { ...content, number, issuedOn, slug, refundId, paymentId }
}

async function write(
	tx: Transaction,
	orderId: string,
	{ slug, paymentId, refundId, correctsSlug, content }: InvoiceDraft,
	{ ids, now }: { ids: Map<string, string>; now: DateTime },
): Promise<IssuedInvoice & { id: string }> {
	const issuedOn = today(now)
	const counter = `invoice-${issuedOn.slice(0, 4)}`
	const [row] = await insertInvoice(tx, {
		counter,
		known: knownNumber(counter),
		orderId,
		slug,
		kind: storedKindOf(content.kind),
		issuedOn,
		gross: content.gross,
		content,
		correctsId: correctsSlug === null ? null : (ids.get(correctsSlug) ?? null),
		paymentId,
		refundId,
	})
	if (!row) throw new Error('an invoice was not written')
	return { ...content, ...row, slug, paymentId, refundId, correctsSlug, issuedOn }
}

type InvoiceValues = Pick<
	typeof invoices.$inferSelect,
	| 'orderId'
	| 'slug'
	| 'kind'
	| 'issuedOn'
	| 'gross'
	| 'content'
	| 'correctsId'
	| 'paymentId'
	| 'refundId'
> & { counter: string; known: number }

/**
 * Inserts an invoice with a number like 'RE-2026-000042'. The counter's row stays locked until the transaction ends,
 * and rolls back with it: no number is given twice, and none is left out except those in `number_gaps` (record 041).
 */
const insertInvoice = prepare<InvoiceValues, { id: string; number: string }>(
	(_, value) => sql`
		with counted as (
			select ${value('counter')} as name, next_number(${value('counter')}, ${value('known')}) as value
		)
		insert into invoices (order_id, slug, kind, number, issued_on, gross, content, corrects_id, payment_id, refund_id)
		select ${value('orderId')}::uuid, ${value('slug')}, ${value('kind')}::invoice_kind,
			'RE-' || right(name, 4) || '-' || lpad(value::text, greatest(6, length(value::text)), '0'),
			${value('issuedOn')}::date, ${value('gross')}::int, ${value('content')}::jsonb,
			${value('correctsId')}::uuid, ${value('paymentId')}::uuid, ${value('refundId')}::uuid
		from counted returning id, number`,
)
