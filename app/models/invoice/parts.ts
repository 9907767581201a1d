import { divided, type InvoiceFacts } from '#app/models/invoice/content.ts'
import { cents, minus, smaller, spread, sum, zero, type Cents } from '#app/models/money.ts'
import { isGift, type Order, type OrderLine } from '#app/models/order/order.ts'
import { vatAmounts, vatRate } from '#app/models/product/price.ts'
import { ratedParts } from '#app/models/product/vat-parts.ts'
import type { DueKind, VatClass } from '#app/models/venue/catalogue.ts'

/**
 * A part of an order with the means that paid it at first; `rates` are its amounts by VAT rate and sum up to `gross`.
 */
export type Part = {
	gross: Cents
	rates: { rate: number; gross: Cents }[]
	/** The cents that a value voucher paid. */
	voucher: Cents
	online: Cents
}

/**
 * Splits an order into two parts that have papers of their own: gift vouchers with their shipping (`goods`), and the
 * services. `online`, the first payment in cents, pays gift vouchers first, then their shipping, then services, so that
 * no value voucher pays a gift voucher. Later payments are for services alone.
 */
export function partsOf(order: Order, online: Cents): { goods: Part; services: Part } {
	const goodsRates = [
		...order.lines.filter(isGift).map(({ vatRate, amount }) => ({ rate: vatRate, gross: amount })),
		{ rate: order.shippingVatRate, gross: order.shipping },
	]
	const gross = sum(goodsRates.map((it) => it.gross))
	const ofGoods = smaller(online, gross)
	const voucher = minus(gross, ofGoods)
	const goods = { gross, rates: byRate(goodsRates), online: ofGoods, voucher }

	const servicesRates = order.vat.map(({ rate, gross }) => ({
		rate,
		gross: minus(gross, sum(goodsRates.filter((it) => it.rate === rate).map((it) => it.gross))),
	}))
	const services = {
		gross: minus(order.total, gross),
		rates: byRate(servicesRates),
		voucher: minus(order.voucher, voucher),
		online: minus(online, ofGoods),
	}
	return { goods, services }
}

/**
 * Divides the first payment's amount for services by VAT rate: it pays lines due online in full, then lines with a
 * deposit, then those due on site. A voucher lowers all lines alike, even one for some products.
 */
export function onlineRatesOf(order: Order, { rates, online, voucher }: Part): Part['rates'] {
	const lines = ratedServices(order.lines)
	const amounts = reduced(lines, rates)
	const amountsDue = (kind: DueKind) =>
		lines.map(({ due }, index) => (due === kind && amounts[index]) || zero)
	const [inFull, ofDeposits, onSite] = [
		amountsDue('online'),
		amountsDue('deposit'),
		amountsDue('onSite'),
	]
	// A value voucher pays what is due online first.
	const deposit = Math.max(0, online + voucher - sum(inFull))
	const rest = Math.max(0, deposit - sum(ofDeposits))
	const shares = spread(smaller(cents(deposit), sum(ofDeposits)), ofDeposits)
	const later = spread(smaller(cents(rest), sum(onSite)), onSite)
	const now = lines.map(({ vatRate }, index) => ({
		rate: vatRate,
		gross: sum([inFull[index] ?? zero, shares[index] ?? zero, later[index] ?? zero]),
	}))
	return divided(online, byRate(now))
}

/**
 * Returns the order at the VAT rates of the day of its visit (§ 27 (1) UStG): prices stay, the VAT in them changes.
 * Lines without a day or a known VAT class keep the rate of the order.
 */
export function atVisit(order: Order, rates: InvoiceFacts['vat']): Order {
	const { day } = order
	if (day === null) return order
	const then = <Of extends { vatClass?: VatClass | null; vatRate: number }>(of: Of): Of => ({
		...of,
		vatRate: of.vatClass ? vatRate(rates, of.vatClass, day) : of.vatRate,
	})
	const lines = order.lines.map((line) => ({
		...then(line),
		...(line.vatParts && { vatParts: line.vatParts.map(then) }),
	}))
	const [ordered, visited] = [ratedServices(order.lines), ratedServices(lines)]
	if (visited.every(({ vatRate }, index) => vatRate === ordered[index]?.vatRate)) return order
	const { goods, services } = partsOf(order, zero)
	const amounts = reduced(ordered, services.rates)
	const parts = visited.map((it, index) => ({ rate: it.vatRate, gross: amounts[index] ?? zero }))
	return { ...order, lines, vat: vatAmounts([...goods.rates, ...parts]) }
}

type RatedService = { due: DueKind; vatRate: number; amount: Cents }

/**
 * Returns the amounts of an order's services by VAT rate: one for each line that is no gift voucher, or one for each
 * part of a package.
 */
export function ratedServices(lines: readonly OrderLine[]): RatedService[] {
	return lines
		.filter((line) => !isGift(line))
		.flatMap((line) => ratedParts(line).map((part) => ({ ...part, due: line.due })))
}

/** Returns the amounts of lines, each reduced so that those of a VAT rate sum up to that rate's amount. */
function reduced(lines: readonly RatedService[], rates: Part['rates']): Cents[] {
	const parts = rates.map(({ rate, gross }) =>
		spread(
			gross,
			lines.map(({ vatRate, amount }) => (vatRate === rate ? amount : zero)),
		),
	)
	return lines.map((_, index) => sum(parts.map((part) => part[index] ?? zero)))
}

/** Adds amounts by VAT rate, the highest rate first; leaves out rates that sum to nothing. */
export function byRate(amounts: Part['rates']): Part['rates'] {
	const rates = [...new Set(amounts.map(({ rate }) => rate))].toSorted((one, other) => other - one)
	return rates
		.map((rate) => ({
			rate,
			gross: sum(amounts.filter((it) => it.rate === rate).map(({ gross }) => gross)),
		}))
		.filter(({ gross }) => gross > 0)
}
