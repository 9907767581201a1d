import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { minus, sum, zero, type Cents } from '#app/models/money.ts'
import { SMALL_AMOUNT } from '#app/models/order/address.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import type { VatAmount } from '#app/models/product/price.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { endTimeAt, timeAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * deposit: of what was paid online ahead of the visit (Anzahlungsrechnung) · invoice: everything was paid
 * online · final: after the rest was paid on site, the deposit deducted (Schlussrechnung) · receipt: of gift
 * vouchers, which bear no VAT until they are spent (§ 3 (15) UStG), and of sending them · correction: takes a
 * part of another one back · cancellation: takes another one back whole.
 */
export const invoiceKinds = [
	'deposit',
	'invoice',
	'final',
	'receipt',
	'correction',
	'cancellation',
] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** How money of an order came, or went back. */
export type MeansOfPayment = ProviderName | 'voucher' | 'cash' | 'card'

/** How the rest is paid at the venue. */
export const onSiteMethods = ['cash', 'card'] as const satisfies readonly MeansOfPayment[]
export type OnSiteMethod = (typeof onSiteMethods)[number]

/**
 * What an invoice says, frozen when it is issued; its number and its day are given to it in the same
 * moment. `vat` holds `gross` by rate and is what the positions sum up to; in corrections all of it is
 * negative. `due` is `gross` without the deposits.
 */
export type InvoiceContent = {
	kind: InvoiceKind
	locale: Locale
	seller: Seller
	/** Null on a small one, which needs none (§ 33 UStDV). */
	buyer: Buyer | null
	/** At most 250.00 EUR: VAT in one line. */
	isSmall: boolean
	orderNumber: string
	orderedOn: Day
	/** When the service is rendered; null when nothing has a date. */
	service: { day: Day; from: string | null; until: string | null } | null
	positions: Position[]
	/** Of a deposit: the services that it was paid for. */
	ahead: { gross: Cents; positions: Position[] } | null
	gross: Cents
	vat: VatAmount[]
	deposits: { number: string; issuedOn: Day; gross: Cents; vat: VatAmount[] }[]
	due: { gross: Cents; vat: VatAmount[] }
	payments: { means: MeansOfPayment; amount: Cents; on: Day; receipt?: string }[]
	/** Of a cancellation after which the paper is written anew: no money moves. */
	isAnew?: true
	/** What a correction takes back. */
	corrects: { number: string; issuedOn: Day; kind: InvoiceKind } | null
}

/** `title` is a product's; null where `what` says it. */
export type Position = {
	what: 'product' | 'discount' | 'shipping' | 'deposit' | 'reduction'
	title: string | null
	detail: string | null
	/** '14:00' to '16:30'. */
	from: string | null
	until: string | null
	quantity: number
	/** Pieces of `quantity` that a package's price includes. */
	included: number
	unitPrice: Cents
	amount: Cents
	vatRate: number
}

/** The venue as the law wants it named. */
export type Seller = Venue['contact'] & Venue['legal'] & { name: string }

export type Buyer = {
	company: string | null
	name: string
	street: string
	supplement: string | null
	postcode: string
	city: string
}

/** An invoice as it was issued. */
export type Invoice = InvoiceContent & {
	/** 'RE-2026-000042': consecutive within the year, without gaps. */
	number: string
	issuedOn: Day
	/** Names it within its order, and in addresses: 'deposit', 'final', 'correction-1'. */
	slug: string
}

/** What it calls itself: a final invoice without a deposit is an invoice. */
export function titledAs({ kind, hasDeposit }: { kind: InvoiceKind; hasDeposit: boolean }) {
	return kind === 'final' && !hasDeposit ? 'invoice' : kind
}

/** A part of a larger bill is not small; what a company gets is whole. */
export function isSmall(buyer: Buyer, whole: Cents): boolean {
	return whole <= SMALL_AMOUNT && buyer.company === null
}

/** The company that an order is for, by its party; null when it is for none. */
function companyOf({ party }: Pick<Order, 'party'>): string | null {
	return party?.type === 'company' ? party.name : null
}

export function sellerOf({ name, contact, legal }: Venue): Seller {
	return { name, ...contact, ...legal }
}

export function buyerOf(order: Order): Buyer {
	const { firstName, lastName, street, supplement, postcode, city } = order.person
	const name = `${firstName} ${lastName}`
	return { company: companyOf(order), name, street, supplement, postcode, city }
}

/** From the first beginning to the last end of what has a time. */
export function serviceOf({ day, lines }: Order): InvoiceContent['service'] {
	if (day === null) return null
	const begins = lines.flatMap(({ startsAt }) => startsAt ?? [])
	const ends = lines.flatMap(({ endsAt }) => endsAt ?? [])
	const [first] = begins.toSorted((one, other) => one.valueOf() - other.valueOf())
	const [last] = ends.toSorted((one, other) => other.valueOf() - one.valueOf())
	return { day, from: first ? timeAt(first) : null, until: last ? endTimeAt(last) : null }
}

export function productPosition(line: OrderLine, locale: Locale): Position {
	const { title, detail, startsAt, endsAt, quantity, included, unitPrice, amount, vatRate } = line
	return {
		what: 'product',
		title: inLocale(title, locale),
		detail: detail && inLocale(detail, locale),
		from: startsAt && timeAt(startsAt),
		until: endsAt && endTimeAt(endsAt),
		quantity,
		included,
		unitPrice,
		amount,
		vatRate,
	}
}

/** A position of one amount, named by what it is: `rates` make one each. */
export function plainPositions(
	what: Exclude<Position['what'], 'product'>,
	rates: readonly { rate: number; gross: Cents }[],
): Position[] {
	return rates
		.filter(({ gross }) => gross !== 0)
		.map(({ rate, gross }) => ({
			what,
			title: null,
			detail: null,
			from: null,
			until: null,
			quantity: 1,
			included: 0,
			unitPrice: gross,
			amount: gross,
			vatRate: rate,
		}))
}

export function negative(vat: readonly VatAmount[]): VatAmount[] {
	return vat.map(({ rate, gross, net, vat }) => ({
		rate,
		gross: minus(zero, gross),
		net: minus(zero, net),
		vat: minus(zero, vat),
	}))
}

/** Rate by rate, the highest first; a rate of which nothing is left is left out. */
export function sumOfVat(parts: readonly (readonly VatAmount[])[]): VatAmount[] {
	const all = parts.flat()
	const rates = [...new Set(all.map(({ rate }) => rate))].toSorted((one, other) => other - one)
	return rates
		.map((rate) => {
			const own = all.filter((it) => it.rate === rate)
			return {
				rate,
				gross: sum(own.map(({ gross }) => gross)),
				net: sum(own.map(({ net }) => net)),
				vat: sum(own.map(({ vat }) => vat)),
			}
		})
		.filter(({ gross, net, vat }) => gross !== 0 || net !== 0 || vat !== 0)
}
