import { divided, type Facts } from '#app/models/invoice/content.ts'
import { cents, minus, smaller, sum, zero, type Cents } from '#app/models/money.ts'
import { isGift, type Order, type OrderLine } from '#app/models/order/order.ts'
import { spread, vatAmounts, vatRate } from '#app/models/product/price.ts'
import type { DueKind } from '#app/models/venue/catalogue.ts'

/** A part of an order, and how its first payment paid it; `rates` sum up to `gross`. */
export type Part = {
	gross: Cents
	rates: { rate: number; gross: Cents }[]
	/** The amount that a value voucher paid. */
	voucher: Cents
	online: Cents
}

/**
 * Splits an order in two parts with papers of their own: gift vouchers with their shipping, and the services. The first
 * payment's `online` money pays gift vouchers first, then their shipping, then services, so that no value voucher pays
 * a gift voucher. Later payments are for services alone.
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
 * The amount of services that the first payment paid, by rate: lines due online in full, then the deposits of others,
 * then lines due on site. A voucher's amount reduces all lines alike, also when it is for some products alone.
 */
export function onlineRatesOf(order: Order, { rates, online, voucher }: Part): Part['rates'] {
	const lines = order.lines.filter((line) => !isGift(line))
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
 * The order at the VAT rates of the day of the visit (§ 27 (1) UStG): prices stay, the VAT in them changes. Lines
 * without a day or a known VAT class keep the rate of the order.
 */
export function atVisit(order: Order, rates: Facts['vat']): Order {
	const { day } = order
	if (day === null) return order
	const lines = order.lines.map((line) => ({
		...line,
		vatRate: line.vatClass ? vatRate(rates, line.vatClass, day) : line.vatRate,
	}))
	if (lines.every((line, index) => line.vatRate === order.lines[index]?.vatRate)) return order
	const { goods, services } = partsOf(order, zero)
	const amounts = reduced(order.lines.filter(isNoGift), services.rates)
	const parts = lines
		.filter(isNoGift)
		.map((line, index) => ({ rate: line.vatRate, gross: amounts[index] ?? zero }))
	return { ...order, lines, vat: vatAmounts([...goods.rates, ...parts]) }
}

function isNoGift(line: OrderLine): boolean {
	return !isGift(line)
}

/** The amounts of lines, less the reductions of their rate. */
function reduced(lines: readonly OrderLine[], rates: Part['rates']): Cents[] {
	const parts = rates.map(({ rate, gross }) =>
		spread(
			gross,
			lines.map(({ vatRate, amount }) => (vatRate === rate ? amount : zero)),
		),
	)
	return lines.map((_, index) => sum(parts.map((part) => part[index] ?? zero)))
}

/** Adds amounts by rate, the highest rate first. */
export function byRate(amounts: Part['rates']): Part['rates'] {
	const rates = [...new Set(amounts.map(({ rate }) => rate))].toSorted((one, other) => other - one)
	return rates
		.map((rate) => ({
			rate,
			gross: sum(amounts.filter((it) => it.rate === rate).map(({ gross }) => gross)),
		}))
		.filter(({ gross }) => gross > 0)
}
