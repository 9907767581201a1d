import { and, asc, eq, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { invoices } from '#app/db/schema.ts'
import { titledAs, type Invoice, type InvoiceKind } from '#app/models/invoice/invoice.ts'
import { invoicesFromConfirmation } from '#app/models/invoice/next.ts'
import type { Order } from '#app/models/order/order.ts'
import { recipientOf } from '#app/models/order/recipient.ts'

/** A paper in the list of its order; `number` is null until the paper is issued. */
export type InvoiceSummary = {
	slug: string
	title: InvoiceKind
	number: string | null
	/** True when an XRechnung, the e-invoice to an authority, belongs to the paper. */
	isForAuthority: boolean
}

/** Lists an order's papers, the earliest first, then those that its confirmation will bring. One round trip. */
export async function listInvoices(order: Order): Promise<InvoiceSummary[]> {
	const rows = await db
		.select({
			slug: invoices.slug,
			kind: sql<InvoiceKind>`${invoices.content} ->> 'kind'`,
			number: invoices.number,
			hasDeposit: sql<boolean>`${invoices.content} -> 'deposits' <> '[]'`,
			isForAuthority: sql<boolean>`${invoices.content} #>> '{buyer,leitwegId}' is not null
				and not ${invoices.content} @? '$.vat[*].rate ? (@ == 0)'`,
		})
		.from(invoices)
		.where(eq(invoices.orderId, order.id))
		.orderBy(asc(invoices.createdAt), asc(invoices.number))
	// The confirmation brings one paper for the services; its kind is decided once.
	const isThere = (kinds: InvoiceKind[]) => rows.some(({ kind }) => kinds.includes(kind))
	const coming = invoicesFromConfirmation(order).filter((kind) =>
		kind === 'receipt' ? !isThere(['receipt']) : !isThere(['deposit', 'invoice']),
	)
	return [
		...rows.map(({ slug, number, isForAuthority, ...row }) => ({
			slug,
			title: titledAs(row),
			number,
			isForAuthority,
		})),
		...coming.map((kind) => ({
			slug: kind,
			title: kind,
			number: null,
			isForAuthority: kind !== 'receipt' && recipientOf(order).leitwegId !== null,
		})),
	]
}

/** Finds an invoice by its order and its name in addresses; null when there is none. */
export async function findInvoice(orderId: string, slug: string): Promise<Invoice | null> {
	const [row] = await db
		.select()
		.from(invoices)
		.where(and(eq(invoices.orderId, orderId), eq(invoices.slug, slug)))
	return row ? invoiceOf(row) : null
}

/** Finds an invoice and its order's id by the id of its row; null for an unknown one. */
export async function findInvoiceById(
	id: string,
): Promise<{ orderId: string; invoice: Invoice } | null> {
	const [row] = await db.select().from(invoices).where(eq(invoices.id, id))
	return row ? { orderId: row.orderId, invoice: invoiceOf(row) } : null
}

function invoiceOf({ content, number, issuedOn, slug }: typeof invoices.$inferSelect): Invoice {
	return { ...content, number, issuedOn, slug }
}
