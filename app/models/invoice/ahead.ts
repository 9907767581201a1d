import {
	sums,
	divided,
	type InvoiceDraft,
	type InvoiceFacts,
	type MoneyMoved,
} from '#app/models/invoice/content.ts'
import {
	plainPositions,
	productPosition,
	type InvoiceContent,
	type Position,
} from '#app/models/invoice/invoice.ts'
import {
	aheadOf,
	isAheadKind,
	correctionsOf,
	isAbout,
	leftOf,
	nextSlug,
	receiptOf,
} from '#app/models/invoice/issued.ts'
import {
	byRate,
	onlineRatesOf,
	partsOf,
	ratedServices,
	type Part,
} from '#app/models/invoice/parts.ts'
import { headOf } from '#app/models/invoice/recipient.ts'
import { minus, sum, zero, type Cents } from '#app/models/money.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { isGift, type Order } from '#app/models/order/order.ts'
import { vatAmounts } from '#app/models/product/price.ts'
import { dayOf } from '#app/models/venue/day.ts'

/** True for an order that gets papers: it was confirmed, and not cancelled with all its money given back. */
export function isPapered(order: Order): boolean {
	const { confirmedAt, kept, feeOfVoucher } = order
	const isCancelled = orderEnd(order) === 'cancelled'
	return confirmedAt !== null && (!isCancelled || kept > 0 || feeOfVoucher > 0)
}

/**
 * Returns the next missing paper for money paid ahead: the receipt, one for each payment, and one for services that a
 * voucher paid in full. Null when none is missing. Each payment gets its paper once; later changes of the order decide
 * nothing anew.
 */
export function nextAhead(order: Order, facts: InvoiceFacts): InvoiceDraft | null {
	const { issued, payments } = facts
	// Once one payment has a paper, every payment gets one: a refund of the others corrects their papers.
	if (!isPapered(order) && issued.length === 0) return null
	const [first] = payments
	const { goods, services } = partsOf(order, first?.amount ?? zero)
	if (goods.gross > 0 && !receiptOf(issued)) {
		const again = issued.findLast(({ kind }) => kind === 'receipt')
		const content = again ? writtenAnew(order, facts, again) : receipt(order, facts, goods)
		return { ...draft(nextSlug(issued, 'receipt'), content), paymentId: first?.id ?? null }
	}
	const papers = aheadOf(issued)
	const lacking = payments.find(
		(payment) =>
			amountOf(payment, first, services) > 0 &&
			!papers.some((paper) => isAbout(paper, payment, facts)),
	)
	if (lacking) return ofPayment(order, facts, lacking)
	if (!isByVoucher(order, facts) || papers.length > 0) return null
	return draft(nextSlug(issued, 'invoice'), wholeInvoice(order, facts, services))
}

/** True when a voucher pays the services of an order in full, so that their invoice follows from no payment. */
export function isByVoucher(
	order: Order,
	{ payments: [first] }: Pick<InvoiceFacts, 'payments'>,
): boolean {
	const { services } = partsOf(order, first?.amount ?? zero)
	return services.gross > 0 && services.voucher === services.gross
}

/**
 * Returns the positions of an order's services on a paper, followed by the reductions of their price, one for each VAT
 * rate.
 */
export function servicePositions(order: Order, services: Part): Position[] {
	const lines = order.lines.filter((line) => !isGift(line))
	const rated = ratedServices(lines)
	// A reduction may take off all of a rate, so the lines' rates count too.
	const rates = new Set(
		[...services.rates, ...rated.map((it) => ({ rate: it.vatRate }))].map(({ rate }) => rate),
	)
	const discounts = [...rates].map((rate) => ({
		rate,
		gross: minus(
			sum(services.rates.filter((it) => it.rate === rate).map(({ gross }) => gross)),
			sum(rated.filter(({ vatRate }) => vatRate === rate).map(({ amount }) => amount)),
		),
	}))
	return [
		...lines.map((line) => productPosition(line, order.locale)),
		...plainPositions('discount', discounts),
	]
}

export function voucherPayment({ confirmedAt, createdAt }: Order, amount: Cents): MoneyMoved[] {
	if (amount === 0) return []
	return [{ means: 'voucher', amount, on: dayOf(confirmedAt ?? createdAt) }]
}

type Payment = InvoiceFacts['payments'][number]

/** The part of a payment, in cents, that pays for services: the first also pays for gift vouchers. */
function amountOf(payment: Payment, first: Payment | undefined, services: Part): Cents {
	return payment === first ? services.online : payment.amount
}

/**
 * Drafts the paper of a payment: the invoice when it pays everything, else a deposit invoice over its amount. A paper
 * that was cancelled for another recipient is drafted anew.
 */
function ofPayment(order: Order, facts: InvoiceFacts, payment: Payment): InvoiceDraft {
	const { issued, payments } = facts
	const { id: paymentId } = payment
	const again = issued.findLast((paper) => isAheadKind(paper) && isAbout(paper, payment, facts))
	if (again) {
		const slug = nextSlug(issued, again.kind)
		return { ...draft(slug, writtenAnew(order, facts, again)), paymentId }
	}
	const { services } = partsOf(order, payments[0]?.amount ?? zero)
	const amount = amountOf(payment, payments[0], services)
	const isAll = amount + services.voucher === services.gross && aheadOf(issued).length === 0
	const content = isAll
		? wholeInvoice(order, facts, services, { ...payment, amount })
		: deposit(order, facts, { ...payment, amount })
	return { ...draft(nextSlug(issued, content.kind), content), paymentId }
}

function draft(slug: string, content: InvoiceContent): InvoiceDraft {
	return { slug, paymentId: null, refundId: null, correctsSlug: null, content }
}

/** Makes the contents of the receipt for gift vouchers and for sending them. */
function receipt(order: Order, facts: InvoiceFacts, goods: Part): InvoiceContent {
	const [payment] = facts.payments
	return {
		...headOf(order, facts, goods.gross),
		kind: 'receipt',
		service: null,
		positions: [
			...order.lines.filter(isGift).map((line) => productPosition(line, order.locale)),
			...plainPositions('shipping', [{ rate: order.shippingVatRate, gross: order.shipping }]),
		],
		...sums(vatAmounts(goods.rates)),
		payments: [...voucherPayment(order, goods.voucher), ...paidBy(payment, goods.online)],
	}
}

/** Makes the contents of the deposit invoice of a payment, at the VAT rates of the services that it was paid for. */
function deposit(order: Order, facts: InvoiceFacts, payment: Payment): InvoiceContent {
	const { services } = partsOf(order, facts.payments[0]?.amount ?? zero)
	const rates = ratesOf(order, facts, { services, payment })
	return {
		...headOf(order, facts, services.gross),
		kind: 'deposit',
		positions: plainPositions('deposit', rates),
		ahead: { gross: services.gross, positions: servicePositions(order, services) },
		...sums(vatAmounts(rates)),
		payments: paidBy(payment, payment.amount),
	}
}

/**
 * Divides a payment by VAT rate: the first payment as the lines are due, later ones in proportion to what earlier
 * papers leave.
 */
function ratesOf(
	order: Order,
	{ issued }: InvoiceFacts,
	{ services, payment }: { services: Part; payment: Payment },
): Part['rates'] {
	const papers = aheadOf(issued)
	if (papers.length === 0) return onlineRatesOf(order, { ...services, online: payment.amount })
	const paid = papers.flatMap((paper) => leftOf(issued, paper))
	const open = services.rates.map(({ rate, gross }) => ({
		rate,
		gross: minus(gross, sum(paid.filter((it) => it.rate === rate).map((it) => it.gross))),
	}))
	const left = byRate(open)
	return divided(payment.amount, left.length > 0 ? left : services.rates)
}

function wholeInvoice(
	order: Order,
	facts: InvoiceFacts,
	services: Part,
	payment?: Payment,
): InvoiceContent {
	return {
		...headOf(order, facts, services.gross),
		kind: 'invoice',
		positions: servicePositions(order, services),
		...sums(vatAmounts(services.rates)),
		payments: [
			...voucherPayment(order, services.voucher),
			...paidBy(payment, payment?.amount ?? zero),
		],
	}
}

/**
 * Makes the contents of a paper that is issued again for another recipient: those of the former one with the refunds
 * since.
 */
function writtenAnew(
	order: Order,
	facts: InvoiceFacts,
	before: InvoiceFacts['issued'][number],
): InvoiceContent {
	const { issued } = facts
	const back = correctionsOf(issued, before).filter(({ isAnew }) => !isAnew)
	const vat = leftOf(
		issued.filter(({ isAnew }) => !isAnew),
		before,
	)
	const whole = before.ahead?.gross ?? before.gross
	const { kind, service, ahead, positions, payments } = before
	return {
		...headOf(order, facts, whole),
		kind,
		service,
		ahead,
		positions:
			kind === 'deposit'
				? plainPositions('deposit', vat)
				: [...positions, ...back.flatMap((it) => plainPositions('reduction', it.vat))],
		...sums(vat),
		payments: [...payments, ...back.flatMap((it) => it.payments)],
	}
}

function paidBy(payment: Payment | undefined, amount: Cents): MoneyMoved[] {
	return payment && amount > 0 ? [{ means: payment.means, amount, on: payment.on }] : []
}
