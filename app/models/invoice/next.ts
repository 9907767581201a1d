import {
	buyerOf,
	isSmall,
	negative,
	plainPositions,
	productPosition,
	serviceOf,
	sumOfVat,
	type Invoice,
	type InvoiceContent,
	type InvoiceKind,
	type MeansOfPayment,
	type Position,
	type Seller,
} from '#app/models/invoice/invoice.ts'
import { isGift, partsOf, type Part } from '#app/models/invoice/parts.ts'
import { minus, smaller, sum, zero, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { spread, vatAmounts, type VatAmount } from '#app/models/product/price.ts'
import { dayOf } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Money of an order that moved. */
export type Moved = { means: MeansOfPayment; amount: Cents; on: Day }

/** What has happened to an order so far; refunds the oldest first. */
export type Facts = {
	seller: Seller
	payments: Moved[]
	onSite: Moved[]
	refunds: (Moved & { id: string })[]
	issued: IssuedInvoice[]
}
export type IssuedInvoice = Invoice & { refundId: string | null; correctsSlug: string | null }

/** An invoice that is to be issued: it lacks its number only. */
export type Draft = {
	slug: string
	refundId: string | null
	correctsSlug: string | null
	content: InvoiceContent
}

/** Which invoices an order has from its confirmation on. */
export function invoicesFromConfirmation(order: Order): ('receipt' | 'deposit' | 'invoice')[] {
	if (order.confirmedAt === null) return []
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

/** What came online, divided among the rates of the services that it was paid for. */
function deposit(order: Order, facts: Facts): InvoiceContent {
	const { services } = partsOf(order)
	const rates = divided(services.online, services.rates)
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

/**
 * Takes back what a refund gave back: of the services' invoice first, then of the receipt, of each not more
 * than came online for it. Null: all of the refund is taken back already, or nothing stands against it.
 */
function correction(order: Order, facts: Facts, refund: Facts['refunds'][number]): Draft | null {
	const { issued } = facts
	const taken = issued.filter(({ refundId }) => refundId === refund.id)
	const back = facts.refunds.map(({ amount }) => amount)
	const all = issued.filter(({ correctsSlug }) => correctsSlug !== null)
	// What was taken back for a refund that failed stands for the one that came instead.
	const left = smaller(
		sum([refund.amount, ...taken.map(({ gross }) => gross)]),
		sum([...back, ...all.map(({ gross }) => gross)]),
	)
	if (left <= 0) return null

	const { services, goods } = partsOf(order)
	const ofServices = ['final', 'invoice', 'deposit'].flatMap((kind) => find(issued, kind) ?? [])
	const ofGoods = find(issued, 'receipt')
	const targets = [
		{ target: ofServices[0], cap: rest(services.online, ofServices, issued) },
		{ target: ofGoods, cap: rest(goods.online, ofGoods ? [ofGoods] : [], issued) },
	]
	for (const { target, cap } of targets) {
		if (!target || cap <= 0) continue
		return takeBack(target, facts, { ...refund, amount: smaller(left, cap) })
	}
	return null
}

/** `amount` is at most what is left of the invoice; the last part takes the VAT that is left, to the cent. */
function takeBack(
	target: IssuedInvoice,
	{ issued, seller }: Facts,
	refund: Facts['refunds'][number],
): Draft {
	const { amount } = refund
	const before = correctionsOf(issued, target)
	const left = sumOfVat([target.vat, ...before.map(({ vat }) => vat)])
	const isAll = amount === grossOf(left)
	const vat = negative(isAll ? left : vatAmounts(divided(amount, left)))
	const { number, issuedOn, kind, slug, locale, buyer, isSmall, orderNumber, orderedOn } = target
	return {
		slug: `correction-${issued.filter(({ corrects }) => corrects).length + 1}`,
		refundId: refund.id,
		correctsSlug: slug,
		content: {
			locale,
			seller,
			buyer,
			isSmall,
			orderNumber,
			orderedOn,
			service: target.service,
			kind: isAll && before.length === 0 ? 'cancellation' : 'correction',
			positions: plainPositions('reduction', vat),
			ahead: null,
			...sums(vat),
			payments: [{ means: refund.means, amount: minus(zero, amount), on: refund.on }],
			corrects: { number, issuedOn, kind },
		},
	}
}

function common(order: Order, { seller }: Facts, whole: Cents) {
	const small = isSmall(order, whole)
	return {
		locale: order.locale,
		seller,
		buyer: small ? null : buyerOf(order),
		isSmall: small,
		orderNumber: order.number,
		orderedOn: dayOf(order.createdAt),
		service: serviceOf(order),
		ahead: null,
		corrects: null,
	}
}

/** Without deposits all of it is due. */
function sums(vat: VatAmount[]): Pick<InvoiceContent, 'gross' | 'vat' | 'deposits' | 'due'> {
	return { gross: grossOf(vat), vat, deposits: [], due: { gross: grossOf(vat), vat } }
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

/** What may still be taken back of an amount that these invoices are about. */
function rest(
	amount: Cents,
	of: readonly IssuedInvoice[],
	issued: readonly IssuedInvoice[],
): Cents {
	const taken = of.flatMap((invoice) => correctionsOf(issued, invoice)).map(({ gross }) => gross)
	return sum([amount, ...taken])
}

function correctionsOf(issued: readonly IssuedInvoice[], { slug }: { slug: string }) {
	return issued.filter(({ correctsSlug }) => correctsSlug === slug)
}

function find(issued: readonly IssuedInvoice[], slug: string): IssuedInvoice | undefined {
	return issued.find((invoice) => invoice.slug === slug)
}

function divided(amount: Cents, rates: readonly { rate: number; gross: Cents }[]) {
	const parts = spread(
		amount,
		rates.map(({ gross }) => gross),
	)
	return rates.map(({ rate }, index) => ({ rate, gross: parts[index] ?? zero }))
}

function grossOf(vat: readonly VatAmount[]): Cents {
	return sum(vat.map(({ gross }) => gross))
}
