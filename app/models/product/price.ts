import { cents, minus, share, smaller, spread, sum, zero, type Cents } from '#app/models/money.ts'
import { depositsOf } from '#app/models/product/deposit.ts'
import { includedPieces, type ChosenLine } from '#app/models/product/groups.ts'
import { isDayBound } from '#app/models/product/kind.ts'
import { splitByRate, vatPartsOf, type VatPart } from '#app/models/product/vat-parts.ts'
import type { DayClass } from '#app/models/venue/calendar.ts'
import type { DueKind, Product, ProductKind, VatClass } from '#app/models/venue/catalogue.ts'
import type { Day, Duration } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** A line as it is paid: `amount` = (`quantity` - `included`) x `unitPrice`, including VAT of `vatRate` percent. */
export type PricedLine = {
	id: string
	productId: string
	kind: ProductKind
	quantity: number
	/** Pieces that the package's price includes. */
	included: number
	unitPrice: Cents
	amount: Cents
	due: DueKind
	vatRate: number
	/** The parts of a package's amount with VAT rates of their own; null: all of it is of `vatRate`. */
	vatParts: VatPart[] | null
}

/**
 * The sums of a cart or an order: `total` = `lines` - `discount` + `shipping` = `voucher` + `online` + `onSite`. A
 * value voucher pays `voucher`; a percent or fixed voucher takes `discount` off the price.
 */
export type Totals = {
	lines: Cents
	discount: Cents
	shipping: Cents
	total: Cents
	voucher: Cents
	online: Cents
	onSite: Cents
	vat: VatAmount[]
}

/** The amounts of one VAT rate in percent; gross = net + vat. */
export type VatAmount = { rate: number; gross: Cents; net: Cents; vat: Cents }

/** The effect of a redeemed voucher on the sums, on its `products` or, if null, on all products but gift vouchers. */
export type AppliedVoucher = { code: string; products: string[] | null } & (
	| { kind: 'value'; balance: Cents }
	| { kind: 'percent'; percent: number }
	| { kind: 'fixed'; amount: Cents }
)

/** The venue's terms for the totals; deposit and VAT in whole percent. */
export type Terms = { depositShare: number; shipping: Cents; shippingVatRate: number }

/** The days of service, which decide the VAT: `visit` for products with a date, `today` for all others. */
export type ServiceDays = { visit: Day | null; today: Day }

/**
 * Finds the price of one piece on a day; undefined when the product is not sold for that day or duration. The prices of
 * a period replace the usual ones. Products without a date have no day; `duration` null means the product's own.
 */
export function dayPrice(
	product: Product,
	dayClass: DayClass,
	day: Day | null,
	duration: Duration | null,
): Cents | undefined {
	const period = product.periods.find(
		({ from, until }) => day !== null && from <= day && day <= until,
	)
	const table = (period ?? product).prices[dayClass]
	return typeof table === 'number' ? table : table[String(duration ?? product.duration)]
}

/**
 * Computes the amounts of lines, at the unit prices in them. Lines of products that are no longer sold are left out,
 * and so are the extras of a package that is no longer sold (faults N20).
 */
export function pricedLines(
	venue: Venue,
	lines: readonly (ChosenLine & { unitPrice: Cents })[],
	days: ServiceDays,
): PricedLine[] {
	const pieces = includedPieces(venue, lines)
	return lines.flatMap(({ id, parentId, productId, quantity, unitPrice }) => {
		const product = findProduct(venue, productId)
		if (!product || isOfGone(venue, lines, parentId)) return []
		const { kind, due, vat } = product
		const included = pieces.get(id) ?? 0
		const dateOfService = isDayBound(product) ? (days.visit ?? days.today) : days.today
		const rateOf = (vatClass: VatClass) => vatRate(venue.vat, vatClass, dateOfService)
		const amount = cents((quantity - included) * unitPrice)
		return {
			id,
			productId,
			kind,
			quantity,
			included,
			unitPrice,
			amount,
			due,
			vatRate: rateOf(vat),
			vatParts: vatPartsOf(product, amount, rateOf),
		}
	})
}

function isOfGone(venue: Venue, lines: readonly ChosenLine[], parentId: string | null): boolean {
	const parent = lines.find(({ id }) => id === parentId)
	return parent !== undefined && !findProduct(venue, parent.productId)
}

/** True when a line costs nothing because the package's price includes all its pieces. */
export function isAllIncluded({ included, amount }: { included: number; amount: Cents }): boolean {
	return included > 0 && amount === 0
}

/** Returns the terms for the totals of these lines; shipping is charged once, when a line comes by post. */
export function termsFor(
	venue: Venue,
	lines: readonly { productId: string }[],
	days: ServiceDays,
): Terms {
	const isSent = lines.some(({ productId }) => findProduct(venue, productId)?.delivery === 'post')
	return {
		depositShare: venue.depositShare,
		shipping: isSent ? venue.shipping.price : zero,
		shippingVatRate: vatRate(venue.vat, venue.shipping.vat, days.today),
	}
}

/**
 * Computes the sums in this order: lines, percent or fixed voucher, deposit (half-up), online = deposit + online lines
 * + shipping, on site = the remainder, value voucher: online first, then on site. The order of the lines changes
 * nothing.
 */
export function totals(
	unordered: readonly PricedLine[],
	voucher: AppliedVoucher | null,
	{ depositShare, shipping, shippingVatRate }: Terms,
): Totals {
	const lines = unordered.toSorted(byProduct)
	const shares = reducedLines(lines, voucher)
	const total = sum([...shares.map(({ amount }) => amount), shipping])
	const deposits = depositsOf(shares, depositShare)
	const parts = shares.map(({ line, amount }, index) => {
		const now = line.due === 'online' ? amount : (deposits[index] ?? zero)
		return { line, now, later: minus(amount, now) }
	})
	const online = sum([...parts.map((part) => part.now), shipping])

	const payable = parts.filter(({ line }) => isReducedBy(line, voucher))
	const balance = voucher?.kind === 'value' ? voucher.balance : zero
	const paysShipping = voucher?.products ? zero : shipping
	const paidOnline = smaller(balance, sum([...payable.map((part) => part.now), paysShipping]))
	const paidOnSite = smaller(minus(balance, paidOnline), sum(payable.map((part) => part.later)))

	return {
		lines: sum(lines.map((line) => line.amount)),
		discount: sum(shares.map(({ reduction }) => reduction)),
		shipping,
		total,
		voucher: sum([paidOnline, paidOnSite]),
		online: minus(online, paidOnline),
		onSite: minus(minus(total, online), paidOnSite),
		vat: vatAmounts([
			...shares.flatMap(({ line, reduction }) => splitByRate(line, reduction)),
			{ rate: shippingVatRate, gross: shipping },
		]),
	}
}

/** Lines with what a percent or fixed voucher takes off each, and with the rest as `amount`. */
export function reducedLines(lines: readonly PricedLine[], voucher: AppliedVoucher | null) {
	const reductions = reductionsOf(lines, voucher)
	return lines.map((line, index) => {
		const reduction = reductions[index] ?? zero
		return { line, reduction, amount: minus(line.amount, reduction) }
	})
}

/** Compares lines by product and amount, so that odd cents do not depend on the order in which a cart was filled. */
function byProduct(one: PricedLine, other: PricedLine): number {
	if (one.productId === other.productId) return one.amount - other.amount
	return one.productId < other.productId ? -1 : 1
}

/** True when a voucher may reduce or pay a line. It may not for gift vouchers, which cost what they are worth. */
export function isReducedBy(
	line: PricedLine,
	voucher: { products: string[] | null } | null,
): boolean {
	if (line.kind === 'giftVoucher') return false
	return !voucher?.products || voucher.products.includes(line.productId)
}

/**
 * Finds the VAT rate in percent on the day of service: that of the newest entry up to that day. Before the earliest
 * entry the earliest is taken, because a venue sends gift vouchers by post before it opens.
 */
export function vatRate(rates: Venue['vat'], vat: VatClass, dateOfService: Day): number {
	if (vat === 'none') return 0
	return inOrder(rates).reduce((before, rate) => (rate.from <= dateOfService ? rate : before))[vat]
}

const ordered = new WeakMap<Venue['vat'], Venue['vat']>()

/** The rates, earliest first. Memoized by the venue's list, because every product on a page asks. */
function inOrder(rates: Venue['vat']): Venue['vat'] {
	const known = ordered.get(rates)
	if (known) return known
	const sorted = rates.toSorted((one, other) => (one.from < other.from ? -1 : 1))
	ordered.set(rates, sorted)
	return sorted
}

/** True when a product's price includes VAT on the day of service; only then a page says 'including VAT'. */
export function isTaxed({ vat: rates }: Venue, { vat }: Product, dateOfService: Day): boolean {
	return vatRate(rates, vat, dateOfService) > 0
}

/** True when one of a sum's VAT rates is above 0; the rate of gift vouchers is 0. */
export function hasVat(vat: readonly { rate: number }[]): boolean {
	return vat.some(({ rate }) => rate > 0)
}

/** Computes the amounts that a percent or fixed voucher takes off each line. */
function reductionsOf(lines: readonly PricedLine[], voucher: AppliedVoucher | null): Cents[] {
	const reducible = lines.map((line) => (isReducedBy(line, voucher) ? line.amount : zero))
	return spread(reductionOf(sum(reducible), voucher), reducible)
}

function reductionOf(amount: Cents, voucher: AppliedVoucher | null): Cents {
	if (voucher?.kind === 'percent') return share(amount, voucher.percent)
	if (voucher?.kind === 'fixed') return smaller(voucher.amount, amount)
	return zero
}

/** Computes the VAT contained in the amounts of each rate, half-up; the highest rate first, none without an amount. */
export function vatAmounts(amounts: readonly { rate: number; gross: Cents }[]): VatAmount[] {
	const rates = [...new Set(amounts.map(({ rate }) => rate))].toSorted((one, other) => other - one)
	return rates
		.map((rate) => {
			const gross = sum(amounts.filter((it) => it.rate === rate).map((it) => it.gross))
			const vat = cents(Math.floor((2 * gross * rate + 100 + rate) / (2 * (100 + rate))))
			return { rate, gross, net: minus(gross, vat), vat }
		})
		.filter(({ gross }) => gross > 0)
}
