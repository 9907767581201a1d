import { servicePositions, voucherPayment } from '#app/models/invoice/ahead.ts'
import { grossOf, sums, type Draft, type Facts, type Moved } from '#app/models/invoice/content.ts'
import { divided } from '#app/models/invoice/content.ts'
import { cancelToWriteAnew } from '#app/models/invoice/correction.ts'
import {
	negative,
	plainPositions,
	sumOfVat,
	type InvoiceContent,
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
import type { Order } from '#app/models/order/order.ts'
import { vatAmounts } from '#app/models/product/price.ts'

/** The cancellation of a final invoice whose services, day or till payments are no longer right; another one follows. */
export function cancelUntrueFinal(order: Order, facts: Facts): Draft | null {
	const final = finalOf(facts.issued)
	if (!final || !isStanding(order)) return null
	const { services } = partsOf(order, facts.payments[0]?.amount ?? zero)
	const isOfDay = (final.service?.day ?? null) === order.day
	return isOfDay && isTrue(final, services, facts) ? null : cancelToWriteAnew(final, facts)
}

/** The final invoice, once the rest is paid on site or, where nothing was left to pay, once the visit is over. */
export function nextFinal(ordered: Order, facts: Facts): Draft | null {
	if (!isStanding(ordered) || finalOf(facts.issued)) return null
	const order = atVisit(ordered, facts.vat)
	const { services } = partsOf(order, facts.payments[0]?.amount ?? zero)
	if (services.gross === 0) return null
	// The till has rung up the rest as a sale.
	if (!facts.hasFinal && facts.onSite.length > 0) return null
	const taken = sum(facts.onSite.map(({ amount }) => amount))
	if (taken !== order.onSite) return null
	const content = finalInvoice(order, facts, services)
	if (order.onSite === 0 && !isLacking(order, facts, content)) return null
	// All of it was given back.
	if (content.gross === 0) return null
	return {
		slug: nextSlug(facts.issued, 'final'),
		paymentId: null,
		refundId: null,
		correctsSlug: null,
		content,
	}
}

function isStanding({ confirmedAt, cancelledAt }: Order): boolean {
	return confirmedAt !== null && cancelledAt === null
}

type Final = Facts['issued'][number]

/** True when the final invoice bills what the order holds and names what the till took. */
function isTrue({ positions, payments }: Final, services: Part, { onSite }: Facts): boolean {
	const billed = positions.filter(({ what }) => what === 'product' || what === 'discount')
	const noted = payments.filter(isAtTill)
	return (
		sum(billed.map(({ amount }) => amount)) === services.gross &&
		noted.map(inShort).join() === onSite.map(inShort).join()
	)
}

function inShort({ means, amount, receipt = '' }: Moved): string {
	return `${means} ${amount} ${receipt}`
}

/** True when nothing is due on site, the visit is over, and the earlier papers need a final invoice. */
function isLacking({ state }: Order, { issued }: Facts, { due }: InvoiceContent): boolean {
	const papers = aheadOf(issued)
	const hasDeposit = papers.some(({ kind }) => kind === 'deposit')
	return (
		state === 'completed' &&
		papers.length > 0 &&
		(hasDeposit || due.vat.some(({ gross }) => gross !== 0))
	)
}

/** The final invoice over everything, less refunds; each deposit with its VAT is deducted (§ 14 (5) UStG). */
function finalInvoice(order: Order, facts: Facts, services: Part): InvoiceContent {
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
 * The refunds of services by rate. Money refunded because the booking became cheaper is left out: the order's sums lack
 * it already.
 */
function reductionsOf(
	order: Order,
	{ issued, payments }: Facts,
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
