import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { lockAndLoad } from '#app/db/lock.server.ts'
import { counters, invoices, onSitePayments, payments, refunds } from '#app/db/schema.ts'
import type { Draft, Facts, IssuedInvoice } from '#app/models/invoice/content.ts'
import { findInvoice } from '#app/models/invoice/find.server.ts'
import { sellerOf, type Invoice, type InvoiceKind } from '#app/models/invoice/invoice.ts'
import { invoicesFromConfirmation, nextInvoice } from '#app/models/invoice/next.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { dayOf, today } from '#app/models/venue/day.ts'

export type IssuedNow = { id: string; kind: InvoiceKind; number: string }

/**
 * Issues whatever an order lacks by now: with its confirmation, for what was given back, when the rest was
 * paid on site. Called again, or by many at once, each invoice is issued once. Answers all it has, the first first.
 */
export async function issueInvoices(orderId: string, now: DateTime): Promise<IssuedInvoice[]> {
	return db.transaction(async (tx) => {
		const known = await lockAndLoad(tx, { orders: [orderId] }, () => load(tx, orderId))
		await writeLacking(tx, known, now)
		return known.facts.issued
	})
}

/** The same inside a transaction that has locked the order; answers what was issued. */
export async function issueWithin(
	tx: Transaction,
	orderId: string,
	now: DateTime,
): Promise<IssuedNow[]> {
	return writeLacking(tx, await load(tx, orderId), now)
}

/** By its name within the order; one that follows from the confirmation and is not there yet is issued. */
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

type Known = { order: Order; facts: Facts; ids: Map<string, string> }

/** One round trip. */
async function load(tx: Transaction, orderId: string): Promise<Known> {
	const [order, facts] = await Promise.all([findOrderById(orderId, tx), loadFacts(tx, orderId)])
	if (!order) throw new Error('an invoice for an order that is not there')
	return { order, ...facts }
}

/** What is written stands among the facts from then on. */
async function writeLacking(
	tx: Transaction,
	{ order, facts, ids }: Known,
	now: DateTime,
): Promise<IssuedNow[]> {
	const issuedNow: IssuedNow[] = []
	for (let draft = nextInvoice(order, facts); draft; draft = nextInvoice(order, facts)) {
		const { id, ...invoice } = await write(tx, order.id, draft, { ids, now })
		ids.set(invoice.slug, id)
		issuedNow.push({ id, kind: invoice.kind, number: invoice.number })
		facts.issued.push(invoice)
	}
	return issuedNow
}

async function loadFacts(tx: Transaction, orderId: string): Promise<Omit<Known, 'order'>> {
	const [paid, onSite, back, issued] = await Promise.all([
		tx.select().from(payments).where(isPaidPaymentOf(orderId)),
		tx
			.select()
			.from(onSitePayments)
			.where(eq(onSitePayments.orderId, orderId))
			.orderBy(asc(onSitePayments.paidAt)),
		tx
			.select({ refund: refunds, means: payments.provider })
			.from(refunds)
			.innerJoin(payments, eq(payments.id, refunds.paymentId))
			.where(and(isPaidPaymentOf(orderId), isNull(refunds.failedAt)))
			.orderBy(asc(refunds.createdAt), asc(refunds.id)),
		listIssued(tx, orderId),
	])
	const facts = {
		seller: sellerOf(currentVenue()),
		payments: paid.flatMap(({ provider, paidAmount, settledAt, createdAt }) =>
			paidAmount === null
				? []
				: { means: provider, amount: paidAmount, on: dayOf(settledAt ?? createdAt) },
		),
		onSite: onSite.map(({ method, amount, paidAt }) => ({
			means: method,
			amount,
			on: dayOf(paidAt),
		})),
		refunds: back.map(({ refund: { id, amount, createdAt }, means }) => ({
			id,
			means,
			amount,
			on: dayOf(createdAt),
		})),
		issued: issued.map(({ row, correctsSlug }) => ({ ...invoiceOf(row), correctsSlug })),
	}
	return { facts, ids: new Map(issued.map(({ row }) => [row.slug, row.id])) }
}

/** What came for another order, twice or too late goes back and never was on an invoice. */
function isPaidPaymentOf(orderId: string) {
	return and(
		eq(payments.orderId, orderId),
		eq(payments.state, 'paid'),
		isNotNull(payments.paidAmount),
	)
}

function listIssued(tx: Transaction, orderId: string) {
	const corrected = alias(invoices, 'corrected')
	return tx
		.select({ row: invoices, correctsSlug: corrected.slug })
		.from(invoices)
		.leftJoin(corrected, eq(corrected.id, invoices.correctsId))
		.where(eq(invoices.orderId, orderId))
		.orderBy(asc(invoices.createdAt), asc(invoices.number))
}

function invoiceOf(row: typeof invoices.$inferSelect): Omit<IssuedInvoice, 'correctsSlug'> {
	const { content, number, issuedOn, slug, refundId } = row
	return { ...content, number, issuedOn, slug, refundId }
}

async function write(
	tx: Transaction,
	orderId: string,
	{ slug, refundId, correctsSlug, content }: Draft,
	{ ids, now }: { ids: Map<string, string>; now: DateTime },
): Promise<IssuedInvoice & { id: string }> {
	const issuedOn = today(now)
	const number = await nextNumber(tx, issuedOn.slice(0, 4))
	const [row] = await tx
		.insert(invoices)
		.values({
			orderId,
			slug,
			kind: content.kind,
			number,
			issuedOn,
			gross: content.gross,
			content,
			correctsId: correctsSlug === null ? null : (ids.get(correctsSlug) ?? null),
			refundId,
		})
		.returning({ id: invoices.id })
	if (!row) throw new Error('an invoice was not written')
	return { ...content, id: row.id, slug, refundId, correctsSlug, number, issuedOn }
}

/**
 * 'RE-2026-000042'. The counter's row stays locked until the transaction is over, and goes back with it: no
 * number is given twice, and none is left out.
 */
async function nextNumber(tx: Transaction, year: string): Promise<string> {
	const [counter] = await tx
		.insert(counters)
		.values({ name: `invoice-${year}`, value: 1 })
		.onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + 1` } })
		.returning({ value: counters.value })
	if (!counter) throw new Error('no number for an invoice')
	return `RE-${year}-${String(counter.value).padStart(6, '0')}`
}
