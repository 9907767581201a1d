import type { TFunction } from 'i18next'

import type { Invoice } from '#app/models/invoice/invoice.ts'
import { hasVat } from '#app/models/product/price.ts'
import { formatDay } from '#app/models/venue/date-format.ts'

/**
 * Returns the notes below the sums of an invoice: what the paper is, what it takes back, and where its e-invoice is.
 */
export function notesOf(invoice: Invoice, t: TFunction): string[] {
	const { kind, vat, isSmall, locale, corrects, positions } = invoice
	const corrected = corrects && {
		title: t(`invoices.title.${corrects.kind}`),
		number: corrects.number,
		day: formatDay(corrects.issuedOn, locale, 'numeric'),
	}
	const isOfFee = kind === 'fee' || corrects?.kind === 'fee'
	const hasVouchers = !isOfFee && vat.some(({ rate }) => rate === 0)
	const prices = t(hasVouchers ? 'invoice.notes.otherPrices' : 'invoice.notes.prices')
	const all = [
		kind === 'deposit' && t('invoice.notes.deposit'),
		kind === 'invoice' && invoice.service && t('invoice.notes.ahead'),
		corrected && kind === 'correction' && t('invoice.notes.corrects', corrected),
		corrected && kind === 'cancellation' && t('invoice.notes.cancels', corrected),
		invoice.isAnew && t('invoice.notes.anew'),
		invoice.isKept && t('invoice.notes.kept'),
		positions.some(({ what }) => what === 'damages') && t('invoice.notes.damages'),
		hasVouchers && t('invoice.notes.vouchers'),
		hasVat(vat) && (isSmall ? t('invoice.notes.small', { prices }) : prices),
		eInvoicePlace(invoice) === 'inside' && t('invoice.notes.electronic'),
		eInvoicePlace(invoice) === 'beside' && t('invoice.notes.xRechnung'),
	]
	return all.filter((note): note is string => Boolean(note))
}

/**
 * Returns the place of the e-invoice: 'inside' the PDF for an organisation, 'beside' it for an authority with a
 * Leitweg-ID, whose inbox takes an XRechnung alone. Null for people, and for papers of gift vouchers, which bear no
 * VAT.
 */
export function eInvoicePlace({
	buyer,
	vat,
}: Pick<Invoice, 'buyer' | 'vat'>): 'inside' | 'beside' | null {
	if (!buyer?.company || vat.some(({ rate }) => rate === 0)) return null
	return buyer.leitwegId ? 'beside' : 'inside'
}
