import type { Refund, WalletOrder } from '#sandbox/ledger.ts'
import { money, moment, payer } from '#sandbox/paypal/wire.ts'
import type { Scene } from '#sandbox/stripe/payments.ts'

/** `delay`: seconds after which a transaction is found; `refused`: the account may not search. */
export type SearchRules = { delay: number; refused: boolean }

const DAY = 24 * 60 * 60
const LONGEST_SPAN = 31 * DAY

/**
 * Answers PayPal's transaction search: captures and refunds of a time, the oldest first, without those that are younger
 * than the delay. Orders without a capture are no transactions. Null for parameters that it refuses.
 */
export function searchTransactions(scene: Scene, query: URLSearchParams, { delay }: SearchRules) {
	const from = Date.parse(query.get('start_date') ?? '') / 1000
	const until = Date.parse(query.get('end_date') ?? '') / 1000
	const size = Number(query.get('page_size') ?? 100)
	const page = Number(query.get('page') ?? 1)
	if (!(until > from) || until - from > LONGEST_SPAN) return null
	if (!(size >= 1 && size <= 500 && page >= 1)) return null

	const refreshed = scene.now - delay
	const found = transactionsOf(scene)
		.filter(({ at }) => at >= from && at < until && at <= refreshed)
		.toSorted((one, other) => one.at - other.at)
	return {
		transaction_details: found.slice((page - 1) * size, page * size).map(({ info, item }) => ({
			transaction_info: info,
			payer_info: payerInfo,
			cart_info: item ? { item_details: [{ item_description: item }] } : {},
		})),
		account_number: 'SANDBOXMERCHANT',
		start_date: moment(from),
		end_date: moment(until),
		last_refreshed_datetime: moment(refreshed),
		page,
		total_items: found.length,
		total_pages: Math.ceil(found.length / size),
		links: [],
	}
}

const payerInfo = {
	account_id: payer.payer_id,
	email_address: payer.email_address,
	payer_name: payer.name,
}

function transactionsOf({ ledger }: Scene) {
	const orders = [...ledger.orders.values()]
	const byCapture = new Map(orders.map((order) => [order.capture?.id, order]))
	const refunds = [...ledger.refunds.values()].filter(({ status }) => status === 'COMPLETED')
	return [
		...orders.flatMap((order) => captureInfo(order) ?? []),
		...refunds.flatMap((refund) => {
			const order = byCapture.get(refund.intentId)
			return order ? [refundInfo(refund, order)] : []
		}),
	]
}

/** T0006: a payment by PayPal Checkout. */
function captureInfo({ capture, reference, item = null }: WalletOrder) {
	if (capture?.status !== 'COMPLETED') return null
	return {
		at: capture.at,
		item,
		info: {
			transaction_id: capture.id,
			transaction_event_code: 'T0006',
			transaction_initiation_date: moment(capture.at),
			transaction_updated_date: moment(capture.at),
			transaction_amount: money(capture.amount, capture.currency),
			transaction_status: 'S',
			...(reference && { custom_field: reference }),
		},
	}
}

/** T1107: a refund, which names its capture and is a negative amount. */
function refundInfo(refund: Refund, { reference }: WalletOrder) {
	return {
		at: refund.created,
		item: null,
		info: {
			transaction_id: refund.id,
			paypal_reference_id: refund.intentId,
			paypal_reference_id_type: 'TXN',
			transaction_event_code: 'T1107',
			transaction_initiation_date: moment(refund.created),
			transaction_updated_date: moment(refund.created),
			transaction_amount: money(-refund.amount, refund.currency),
			transaction_status: 'S',
			...(reference && { custom_field: reference }),
		},
	}
}
