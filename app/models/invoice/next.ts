import { isPapered, nextAhead } from '#app/models/invoice/ahead.ts'
import type { InvoiceDraft, InvoiceFacts } from '#app/models/invoice/content.ts'
import {
	correction,
	correctionOfTill,
	correctionOfVoucher,
} from '#app/models/invoice/correction.ts'
import { nextOfFee } from '#app/models/invoice/fee.ts'
import { cancelUntrueFinal, nextFinal } from '#app/models/invoice/final.ts'
import { cancelForNewRecipient } from '#app/models/invoice/new-recipient.ts'
import { partsOf } from '#app/models/invoice/parts.ts'
import type { Order } from '#app/models/order/order.ts'

/** The kinds of papers that an order gets with its confirmation, before any was issued. */
export function invoicesFromConfirmation(order: Order): ('receipt' | 'deposit' | 'invoice')[] {
	if (!isPapered(order)) return []
	const { goods, services } = partsOf(order, order.online)
	const isPaid = services.gross > 0 && order.onSite === 0
	return [
		...(goods.gross > 0 ? (['receipt'] as const) : []),
		...(isPaid ? (['invoice'] as const) : []),
		...(services.online > 0 && !isPaid ? (['deposit'] as const) : []),
	]
}

/**
 * Returns the next paper that an order lacks; null when it has all. Papers follow the rows of payments, refunds and
 * till notes and are decided once: an issued paper never changes and a changed order decides none anew, so that
 * repeated calls come to an end.
 */
export function nextInvoice(order: Order, facts: InvoiceFacts): InvoiceDraft | null {
	const first =
		cancelForNewRecipient(order, facts) ??
		nextAhead(order, facts) ??
		cancelUntrueFinal(order, facts)
	if (first) return first
	for (const refund of facts.refunds) {
		const corrected = correction(order, facts, refund)
		if (corrected) return corrected
	}
	return (
		correctionOfVoucher(order, facts) ??
		correctionOfTill(order, facts) ??
		nextOfFee(order, facts) ??
		nextFinal(order, facts)
	)
}
