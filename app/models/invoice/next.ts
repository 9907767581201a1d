import {
	common,
	correctionsOf,
	find,
	grossOf,
	sums,
	type Draft,
	type Facts,
	type IssuedInvoice,
	type Moved,
} from '#app/models/invoice/content.ts'
import { correction, correctionOfVoucher } from '#app/models/invoice/correction.ts'
import {
	negative,
	plainPositions,
	productPosition,
	sumOfVat,
	type InvoiceContent,
	type InvoiceKind,
	type Position,
} from '#app/models/invoice/invoice.ts'
import { onlineRatesOf, partsOf, type Part } from '#app/models/invoice/parts.ts'
import { minus, sum, zero } from '#app/models/money.ts'
import { isGift, type Order } from '#app/models/order/order.ts'
import { vatAmounts, type VatAmount } from '#app/models/product/price.ts'
import { dayOf } from '#app/models/venue/day.ts'

/** Which invoices an order has from its confirmation on; none any more once it is cancelled and nothing was kept. */
export function invoicesFromConfirmation(order: Order): ('receipt' | 'deposit' | 'invoice')[] {
	const isUndone = order.cancelledAt !== null && order.kept === 0
	if (order.confirmedAt === null || isUndone) return []
	const { goods, services } = partsOf(order)
	const isPaid = services.gross > 0 && services.onSite === 0
	return [
		...(goods.gross > 0 ? (['receipt'] as const) : []),
		...(isPaid ? (['invoice'] as const) : []),
		...(services.online > 0 && !isPaid ? (['deposit'] as const) : []),
	]
}

/**
 * The next invoice that an order lacks, by what has happened; null when it has all. What is issued already
 * never changes, so asking again and again ends.
 */
export function nextInvoice(order: Order, facts: Facts): Draft | null {
	const { issued, refunds } = facts
	const first = invoicesFromConfirmation(order).find((kind) => !find(issued, kind))
	if (first) return draft(order, first, fromConfirmation[first](order, facts))

	for (const refund of refunds) {
		const corrected = correction(order, facts, refund)
		if (corrected) return corrected
	}
	const released = correctionOfVoucher(order, facts)
	if (released) return released

	const { onSite } = partsOf(order).services
	const isPaid = onSite > 0 && sum(facts.onSite.map(({ amount }) => amount)) >= onSite
	if (order.confirmedAt === null || !isPaid || find(issued, 'final')) return null
	return draft(order, 'final', finalInvoice(order, facts))
}

const fromConfirmation = { receipt, deposit, invoice: paidInvoice }

function draft(order: Order, kind: InvoiceKind, content: InvoiceContent): Draft {
	return { slug: kind, refundId: null, correctsSlug: null, content }
}

/** Gift vouchers, and what sending them costs. */
function receipt(order: Order, facts: Facts): InvoiceContent {
	const { goods } = partsOf(order)
	return {
		...common(order, facts, goods.gross),
		kind: 'receipt',
		service: null,
		positions: [
			...order.lines.filter(isGift).map((line) => productPosition(line, order.locale)),
			...plainPositions('shipping', [{ rate: order.shippingVatRate, gross: order.shipping }]),
		],
		...sums(vatAmounts(goods.rates)),
		payments: paidAhead(order, facts, goods),
	}
}

/** What came online, at the rates of the services that it was paid for. */
function deposit(order: Order, facts: Facts): InvoiceContent {
	const { services } = partsOf(order)
	const rates = onlineRatesOf(order)
	return {
		...common(order, facts, services.gross),
		kind: 'deposit',
		positions: plainPositions('deposit', rates),
		ahead: { gross: services.gross, positions: servicePositions(order, services) },
		...sums(vatAmounts(rates)),
		payments: paidAhead(order, facts, { ...services, voucher: zero }),
	}
}

function paidInvoice(order: Order, facts: Facts): InvoiceContent {
	const { services } = partsOf(order)
	return {
		...common(order, facts, services.gross),
		kind: 'invoice',
		positions: servicePositions(order, services),
		...sums(vatAmounts(services.rates)),
		payments: paidAhead(order, facts, services),
	}
}

/** Everything, less what was given back of the deposit; the deposit and its VAT deducted (§ 14 (5) UStG). */
function finalInvoice(order: Order, facts: Facts): InvoiceContent {
	const { services } = partsOf(order)
	const paid = find(facts.issued, 'deposit')
	const back = paid ? sumOfVat(correctionsOf(facts.issued, paid).map(({ vat }) => vat)) : []
	const rates = services.rates.map(({ rate, gross }) => ({
		rate,
		gross: sum([gross, ...back.filter((it) => it.rate === rate).map((it) => it.gross)]),
	}))
	const vat = vatAmounts(rates)
	const deposits = paid ? [deduction(paid, back)].filter(({ gross }) => gross > 0) : []
	const due = sumOfVat([vat, ...deposits.map((it) => negative(it.vat))])
	return {
		...common(order, facts, services.gross),
		// To whom the deposit's was, also when the order has forgotten it since.
		...(paid && { buyer: paid.buyer, isSmall: paid.isSmall }),
		kind: 'final',
		positions: [...servicePositions(order, services), ...plainPositions('reduction', back)],
		...sums(vat),
		deposits,
		due: { gross: grossOf(due), vat: due },
		payments: [...voucherPayment(order, services), ...facts.onSite],
	}
}

function deduction({ number, issuedOn, vat }: IssuedInvoice, back: VatAmount[]) {
	const left = sumOfVat([vat, back])
	return { number, issuedOn, gross: grossOf(left), vat: left }
}

/** Whatever was taken off the price stands below the lines, by rate; of a rate all of it may be taken off. */
function servicePositions(order: Order, services: Part): Position[] {
	const lines = order.lines.filter((line) => !isGift(line))
	const rates = new Set(
		[...services.rates, ...lines.map((it) => ({ rate: it.vatRate }))].map(({ rate }) => rate),
	)
	const discounts = [...rates].map((rate) => ({
		rate,
		gross: minus(
			sum(services.rates.filter((it) => it.rate === rate).map(({ gross }) => gross)),
			sum(lines.filter(({ vatRate }) => vatRate === rate).map(({ amount }) => amount)),
		),
	}))
	return [
		...lines.map((line) => productPosition(line, order.locale)),
		...plainPositions('discount', discounts),
	]
}

function paidAhead(order: Order, facts: Facts, part: Pick<Part, 'voucher' | 'online'>): Moved[] {
	const [payment] = facts.payments
	const online = payment && part.online > 0 ? [{ ...payment, amount: part.online }] : []
	return [...voucherPayment(order, part), ...online]
}

function voucherPayment(
	{ confirmedAt, createdAt }: Order,
	{ voucher }: Pick<Part, 'voucher'>,
): Moved[] {
	if (voucher === 0) return []
	return [{ means: 'voucher', amount: voucher, on: dayOf(confirmedAt ?? createdAt) }]
}
