import { z } from 'zod'

import type { PayPalClient } from '#app/gateways/paypal-client.server.ts'
import { centsOf, orderPath, orderSchema, type Order } from '#app/gateways/paypal-words.ts'
import type {
	ListedCapture,
	ListedRefund,
	MoneyListing,
	PaymentNote,
	TracedMoney,
} from '#app/models/payment/listing.ts'

// Lists the money of an account at PayPal and traces where it came from.

/**
 * Lists the captures and refunds of an account by PayPal's transaction search, 30 days at a time. The search finds no
 * order that was not captured, shows a transaction up to three hours late, reaches three years back, and needs a
 * permission of its own ('Transaction search' of the app). PayPal has no list of orders.
 */
export async function listMoney(
	client: PayPalClient,
	{ since, until }: { since: Date; until: Date },
): Promise<MoneyListing> {
	const listing: MoneyListing = { captured: [], refunded: [], completeUntil: until }
	for (let from = since; from < until;) {
		const end = new Date(Math.min(until.getTime(), from.getTime() + LONGEST_SEARCH_MS))
		for (let page = 1, pages = 1; page <= pages; page += 1) {
			const answer = await client.list(searchSchema, searchPath({ from, end, page }))
			const found = answer.transaction_details ?? []
			listing.captured.push(...found.flatMap((it) => capturedBy(it) ?? []))
			listing.refunded.push(...found.flatMap(({ transaction_info: it }) => refundedBy(it) ?? []))
			pages = answer.total_pages ?? 0
			const refreshed = new Date(answer.last_refreshed_datetime ?? from)
			if (refreshed < listing.completeUntil) listing.completeUntil = refreshed
		}
		from = end
	}
	return listing
}

const LONGEST_SEARCH_MS = 30 * 24 * 60 * 60 * 1000

function searchPath({ from, end, page }: { from: Date; end: Date; page: number }) {
	const query = new URLSearchParams({
		start_date: from.toISOString(),
		end_date: end.toISOString(),
		fields: 'transaction_info,cart_info',
		page_size: '500',
		page: String(page),
	})
	return `/v1/reporting/transactions?${query}`
}

/** Reads the order of a capture and returns its note and its payer; null when PayPal does not have one of the two. */
export async function traceMoney(
	client: PayPalClient,
	captureId: string,
): Promise<TracedMoney | null> {
	const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`
	const capture = await client.find(tracedSchema, path)
	const order =
		capture &&
		(await client.find(orderSchema, orderPath(capture.supplementary_data.related_ids.order_id)))
	return order && tracedFrom(order)
}

const tracedSchema = z.object({
	supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }),
})

/**
 * Returns the note of a payment as text, 'day=2026-12-05; language=de-DE', which becomes the description of the order's
 * item at PayPal, 2,048 characters at most.
 */
export function itemText(note: PaymentNote): string {
	const parts = Object.entries(note).map(([name, value]) => `${name}=${value}`)
	return parts.join('; ').slice(0, 2048)
}

/** Reads the note of a payment out of the text that `itemText` made. */
function noteIn(text = ''): PaymentNote {
	const parts = text.split('; ').filter((part) => part.includes('='))
	return Object.fromEntries(
		parts.map((part) => [part.split('=', 1)[0], part.replace(/^[^=]*=/, '')]),
	)
}

/** Returns id, note and payer of an order at PayPal whose money is listed. */
function tracedFrom({ id: providerId, purchase_units: [unit], payer }: Order): TracedMoney {
	return {
		providerId,
		note: noteIn(unit?.items?.[0]?.description),
		payer: {
			email: payer?.email_address ?? null,
			firstName: payer?.name?.given_name ?? null,
			lastName: payer?.name?.surname ?? null,
		},
	}
}

const listedAmountSchema = z.object({
	currency_code: z.string(),
	value: z.string().regex(/^-?\d{1,10}(\.\d{1,2})?$/),
})

const transactionSchema = z.object({
	transaction_id: z.string(),
	paypal_reference_id: z.string().optional(),
	transaction_event_code: z.string(),
	transaction_initiation_date: z.string(),
	transaction_amount: listedAmountSchema.optional(),
	transaction_status: z.string().optional(),
	custom_field: z.string().optional(),
})
type Transaction = z.output<typeof transactionSchema>

const listedSchema = z.object({
	transaction_info: transactionSchema,
	cart_info: z
		.object({
			item_details: z.array(z.object({ item_description: z.string().optional() })).optional(),
		})
		.optional(),
})
type Listed = z.output<typeof listedSchema>

/** The schema of an answer of PayPal's transaction search. */
const searchSchema = z.object({
	transaction_details: z.array(listedSchema).optional(),
	total_pages: z.int().optional(),
	last_refreshed_datetime: z.string().optional(),
})

/**
 * Returns the capture in a transaction of the search: a payment (T00xx) that brought money, also one that was given
 * back since; null for any other transaction.
 */
function capturedBy({ transaction_info: found, cart_info: cart }: Listed): ListedCapture | null {
	const { transaction_amount: amount, transaction_status: status = 'S' } = found
	if (!amount || !found.transaction_event_code.startsWith('T00')) return null
	if (amount.value.startsWith('-') || status === 'P' || status === 'D') return null
	return {
		captureId: found.transaction_id,
		reference: found.custom_field ?? '',
		amount: centsOf(amount.value),
		currency: amount.currency_code,
		at: new Date(found.transaction_initiation_date),
		note: noteIn(cart?.item_details?.[0]?.item_description),
	}
}

/**
 * Returns the refund in a transaction of the search: a refund or a reversal (T11xx), which names its capture and has a
 * negative amount; null for any other transaction.
 */
function refundedBy(found: Transaction): ListedRefund | null {
	const { transaction_amount: amount, transaction_status: status = 'S' } = found
	const captureId = found.paypal_reference_id
	if (!amount || captureId === undefined) return null
	if (!found.transaction_event_code.startsWith('T11') || !amount.value.startsWith('-')) return null
	if (status === 'P' || status === 'D') return null
	return {
		refundId: found.transaction_id,
		captureId,
		amount: centsOf(amount.value.slice(1)),
		at: new Date(found.transaction_initiation_date),
	}
}
