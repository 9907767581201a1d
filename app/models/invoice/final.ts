import { servicePositions, voucherPayment } from '#app/models/invoice/ahead.ts'
import {
	grossOf,
	sums,
	type InvoiceDraft,
	type InvoiceFacts,
	type MoneyMoved,
} from '#app/models/invoice/content.ts'
import { divided } from '#app/models/invoice/content.ts'
import { cancelToWriteAnew } from '#app/models/invoice/correction.ts'
import {
	negative,
	plainPositions,
	sumOfVat,
	type InvoiceContent,
	type Position,
} from '#app/models/invoice/invoice.ts'
import {
	aheadOf,
	finalOf,
	givenBackOf,
	isAtTill,
	leftOf,
	nextSlug,
	receiptOf,
	voucherLeftOf,
} from '#app/models/invoice/issued.ts'
import { atVisit, partsOf, type Part } from '#app/models/invoice/parts.ts'
import { headOf } from '#app/models/invoice/recipient.ts'
import { minus, smaller, sum, zero } from '#app/models/money.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { vatAmounts } from '#app/models/product/price.ts'

/**
 * Drafts the cancellation of a final invoice whose services, day or till payments are no longer right; a new one
 * follows it. Null when there is no such invoice.
 */
export function cancelUntrueFinal(order: Order, facts: InvoiceFacts): InvoiceDraft | null {
	const final = finalOf(facts.issued)
	if (!final || !isBookingInForce(order)) return null
	return isTrue(final, order, facts) ? null : cancelToWriteAnew(final, facts)
}

/**
 * Drafts the final invoice of a booking, once the rest is paid on site or, where nothing was left to pay, once the
 * visit is over and the earlier papers need one. Null otherwise, and when the till's receipt bills the rest.
 */
export function nextFinal(ordered: Order, facts: InvoiceFacts): InvoiceDraft | null {
	if (!isBookingInForce(ordered) || finalOf(facts.issued)) return null
	const order = atVisit(ordered, facts.vat)
	const { services } = partsOf(order, facts.payments[0]?.amount ?? zero)
	if (services.gross === 0) return null
	// The till has rung up the rest as a sale.
	if (!facts.hasFinal && facts.onSite.length > 0) return null
	const taken = sum(facts.onSite.map(({ amount }) => amount))
	if (taken !== order.onSite) return null
	const content = finalInvoice(order, facts, services)
	if (order.onSite === 0 && !isLacking(order, facts, content)) return null
	// Nothing is billed when the whole amount was given back.
	if (content.gross === 0) return null
	return {
		slug: nextSlug(facts.issued, 'final'),
		paymentId: null,
		refundId: null,
		correctsSlug: null,
		content,
	}
}

function isBookingInForce(order: Order): boolean {
	return order.confirmedAt !== null && orderEnd(order) !== 'cancelled'
}

type Final = InvoiceFacts['issued'][number]

/**
 * True when a final invoice bills the services of the order for the day of its visit, and names the money that the till
 * took.
 */
function isTrue(final: Final, ordered: Order, facts: InvoiceFacts): boolean {
	const order = atVisit(ordered, facts.vat)
	const { services } = partsOf(order, facts.payments[0]?.amount ?? zero)
	const billed = final.positions.filter(({ what }) => what === 'product' || what === 'discount')
	const noted = final.payments.filter(isAtTill)
	return (
		isOfDay(final, order) &&
		asOneText(billed) === asOneText(servicePositions(order, services)) &&
		noted.map(inShort).join() === facts.onSite.map(inShort).join()
	)
}

function isOfDay({ service }: Final, { day }: Order): boolean {
	return (service?.day ?? null) === day
}

/**
 * Returns the titles, times, quantities, amounts and VAT rates of positions as one text, which does not depend on their
 * order.
 */
function asOneText(positions: readonly Position[]): string {
	const texts = positions.map(({ title, from, until, quantity, amount, vatRate, parts = [] }) =>
		JSON.stringify([
			[title, from, until, quantity, amount, vatRate],
			parts.map((part) => [part.vatRate, part.amount]),
		]),
	)
	return texts.toSorted().join()
}

function inShort({ means, amount, receipt = '' }: MoneyMoved): string {
	return `${means} ${amount} ${receipt}`
}

/**
 * True when an order without a rest lacks a final invoice after its visit: its earlier papers are deposits, are at
 * other VAT rates, or name another day.
 */
function isLacking(order: Order, { issued }: InvoiceFacts, { due }: InvoiceContent): boolean {
	const papers = aheadOf(issued)
	const isUntrue = papers.some((paper) => paper.kind === 'deposit' || !isOfDay(paper, order))
	return (
		order.state === 'completed' &&
		papers.length > 0 &&
		(isUntrue || due.vat.some(({ gross }) => gross !== 0))
	)
}

/**
 * Makes the contents of the final invoice over all services, less refunds; each deposit with its VAT is deducted (§ 14
 * (5) UStG).
 */
function finalInvoice(order: Order, facts: InvoiceFacts, services: Part): InvoiceContent {
	const { issued, onSite } = facts
	const reductions = reductionsOf(order, facts, services)
	const rates = services.rates.map(({ rate, gross }) => ({
		rate,
		gross: minus(gross, sum(reductions.filter((it) => it.rate === rate).map((it) => it.gross))),
	}))
	const vat = vatAmounts(rates)
	const papers = aheadOf(issued)
	const deposits = papers
		.map((paper) => ({ paper, vat: leftOf(issued, paper) }))
		.map(({ paper: { number, issuedOn }, vat }) => ({ number, issuedOn, gross: grossOf(vat), vat }))
		.filter(({ gross }) => gross > 0)
	const due = sumOfVat([vat, ...deposits.map((it) => negative(it.vat))])
	const shown = sum(papers.map((paper) => voucherLeftOf(issued, paper)))
	const receipt = receiptOf(issued)
	const ofGoods = receipt ? voucherLeftOf(issued, receipt) : zero
	return {
		...headOf(order, facts, services.gross),
		kind: 'final',
		positions: [
			...servicePositions(order, services),
			...plainPositions(
				'reduction',
				reductions.map(({ rate, gross }) => ({ rate, gross: minus(zero, gross) })),
			),
		],
		...sums(vat),
		deposits,
		due: { gross: grossOf(due), vat: due },
		payments: [...voucherPayment(order, minus(minus(order.voucher, ofGoods), shown)), ...onSite],
	}
}

/**
 * Returns the refunds of services by VAT rate. Money refunded because the booking became cheaper is left out: the
 * order's sums are lower by it already.
 */
function reductionsOf(
	order: Order,
	{ issued, payments }: InvoiceFacts,
	{ gross, rates }: Part,
): Part['rates'] {
	const corrections = givenBackOf(issued).filter(({ corrects }) => corrects?.kind !== 'receipt')
	const back = sumOfVat(corrections.map(({ vat }) => negative(vat)))
	const paid = sum(payments.map(({ amount }) => amount))
	const byChange = minus(paid, order.online)
	const reduced = smaller(minus(grossOf(back), byChange), gross)
	if (reduced <= 0) return []
	const own = divided(reduced, back)
	// A booking that was changed may hold less of a rate than was refunded of it before.
	const fits = own.every(({ rate, gross }) =>
		rates.some((it) => it.rate === rate && it.gross >= gross),
	)
	return fits ? own : divided(reduced, rates)
}
