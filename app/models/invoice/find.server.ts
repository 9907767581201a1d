import { and, asc, eq } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { invoices } from '#app/db/schema.ts'
import type { Invoice, InvoiceKind } from '#app/models/invoice/invoice.ts'

/** An invoice in a list of those of its order. */
export type InvoiceSummary = { slug: string; kind: InvoiceKind; number: string }

/** Those of an order, the first first. One round trip. */
export function listInvoices(orderId: string): Promise<InvoiceSummary[]> {
	return db
		.select({ slug: invoices.slug, kind: invoices.kind, number: invoices.number })
		.from(invoices)
		.where(eq(invoices.orderId, orderId))
		.orderBy(asc(invoices.createdAt), asc(invoices.number))
}

/** By its name within its order; null when there is none. */
export async function findInvoice(orderId: string, slug: string): Promise<Invoice | null> {
	const [invoice] = await loadInvoices(and(eq(invoices.orderId, orderId), eq(invoices.slug, slug)))
	return invoice ?? null
}

/** With the order that it is of; null for an unknown one. */
export async function findInvoiceById(
	id: string,
): Promise<{ orderId: string; invoice: Invoice } | null> {
	const [row] = await db.select().from(invoices).where(eq(invoices.id, id))
	return row ? { orderId: row.orderId, invoice: invoiceOf(row) } : null
}

/** Those that an order has from its confirmation on. */
export async function findInvoicesOfConfirmation(orderId: string): Promise<Invoice[]> {
	const all = await loadInvoices(eq(invoices.orderId, orderId))
	return all.filter(({ kind }) => ['receipt', 'deposit', 'invoice'].includes(kind))
}

/** What takes back what a refund gave back. */
export function findCorrections(refundId: string): Promise<Invoice[]> {
	return loadInvoices(eq(invoices.refundId, refundId))
}

async function loadInvoices(which: ReturnType<typeof and>): Promise<Invoice[]> {
	const rows = await db
		.select()
		.from(invoices)
		.where(which)
		.orderBy(asc(invoices.createdAt), asc(invoices.number))
	return rows.map(invoiceOf)
}

function invoiceOf({ content, number, issuedOn, slug }: typeof invoices.$inferSelect): Invoice {
	return { ...content, number, issuedOn, slug }
}
