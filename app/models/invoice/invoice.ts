import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { minus, sum, zero, type Cents } from '#app/models/money.ts'
import { SMALL_AMOUNT } from '#app/models/order/address.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import type { Recipient } from '#app/models/order/recipient.ts'
import { isAllIncluded, type VatAmount } from '#app/models/product/price.ts'
import type { ProviderName } from '#app/models/provider.ts'
import type { PackagePart } from '#app/models/venue/catalogue.ts'
import { endTimeAt, timeAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * The kind of a paper. deposit: for money paid online ahead of the visit (Anzahlungsrechnung) · invoice: everything was
 * paid online · final: after the rest was paid on site, the deposit deducted (Schlussrechnung) · receipt: for gift
 * vouchers, which bear no VAT until they are spent (§ 3 (15) UStG), and for sending them · correction: takes back a
 * part of another paper · cancellation: takes back another paper whole · fee: for the fee of a cancelled booking that
 * no other paper bears, with VAT, or as damages without.
 */
export type InvoiceKind = (typeof storedKinds)[number] | 'fee'

/**
 * The kinds of papers in the column of the database; a fee, which earlier builds do not know, is stored there as a
 * receipt.
 */
export const storedKinds = [
	'deposit',
	'invoice',
	'final',
	'receipt',
	'correction',
	'cancellation',
] as const

export function storedKindOf(kind: InvoiceKind): (typeof storedKinds)[number] {
	return kind === 'fee' ? 'receipt' : kind
}

/** The means by which money of an order came or went back: a provider, a voucher, or cash or card at the till. */
export type MeansOfPayment = ProviderName | 'voucher' | 'cash' | 'card'

/** The means by which the rest is paid at the venue; 'voucher' is a value voucher that is spent at the till. */
export const onSiteMethods = [
	'cash',
	'card',
	'voucher',
] as const satisfies readonly MeansOfPayment[]
export type OnSiteMethod = (typeof onSiteMethods)[number]

/**
 * The contents of an invoice, frozen when it is issued, in the moment that it gets its number and day. `vat` holds
 * `gross` by rate and is the sum of the positions; in corrections all of it is negative. `due` is `gross` without the
 * deposits.
 */
export type InvoiceContent = {
	kind: InvoiceKind
	locale: Locale
	seller: Seller
	/** The recipient; null on a small invoice, which needs none (§ 33 UStDV). */
	buyer: Buyer | null
	/** True for an invoice up to 250.00 EUR to a person, which shows its VAT in one line (§ 33 UStDV). */
	isSmall: boolean
	orderNumber: string
	orderedOn: Day
	/** The day of the service with its times on the venue's clock; null when nothing has a date. */
	service: { day: Day; from: string | null; until: string | null } | null
	positions: Position[]
	/** The services that a deposit was paid for; null on other papers. */
	ahead: { gross: Cents; positions: Position[] } | null
	gross: Cents
	vat: VatAmount[]
	deposits: { number: string; issuedOn: Day; gross: Cents; vat: VatAmount[] }[]
	due: { gross: Cents; vat: VatAmount[] }
	payments: { means: MeansOfPayment; amount: Cents; on: Day; receipt?: string }[]
	/** True for a cancellation of a paper that is issued again: no money moves. */
	isAnew?: true
	/** True for a correction by an amount that is kept as a fee: no money moves, and the fee has a paper of its own. */
	isKept?: true
	/** The paper that a correction or cancellation takes back; null on other papers. */
	corrects: { number: string; issuedOn: Day; kind: InvoiceKind } | null
}

/** A position of an invoice. `title` is a product's; null where `what` names the position. */
export type Position = {
	what: 'product' | 'discount' | 'shipping' | 'deposit' | 'reduction' | 'fee' | 'damages'
	title: string | null
	detail: string | null
	/** The times of the product on the venue's clock, '14:00' to '16:30'; null without one. */
	from: string | null
	until: string | null
	quantity: number
	/** The pieces of `quantity` that a package's price includes. */
	included: number
	unitPrice: Cents
	amount: Cents
	vatRate: number
	/** The parts of a package with VAT rates of their own, which replace `vatRate`; their amounts sum up to `amount`. */
	parts?: { part: PackagePart; vatRate: number; amount: Cents }[]
}

/** The venue as the seller on an invoice, with the facts that the law requires. */
export type Seller = Venue['contact'] & Venue['legal'] & { name: string }

/** The recipient as an invoice stores it; papers of older builds lack country, reference and Leitweg-ID. */
export type Buyer = Omit<Recipient, Newer> & Partial<Pick<Recipient, Newer>>
type Newer = 'country' | 'reference' | 'leitwegId'

/** An invoice as it was issued. */
export type Invoice = InvoiceContent & {
	/** The number of the invoice, consecutive within the year: 'RE-2026-000042' (record 041). */
	number: string
	issuedOn: Day
	/** The name of the invoice within its order and in addresses: 'deposit', 'final', 'correction-1'. */
	slug: string
}

/** Returns the kind that an invoice's title names: a final invoice without a deposit is titled 'invoice'. */
export function titledAs({ kind, hasDeposit }: { kind: InvoiceKind; hasDeposit: boolean }) {
	return kind === 'final' && !hasDeposit ? 'invoice' : kind
}

/** The Leitweg-ID of the authority that an invoice goes to; null for any other recipient. */
export function leitwegIdOf({ buyer }: Pick<Invoice, 'buyer'>): string | null {
	return buyer?.leitwegId ?? null
}

/**
 * True when a bill over `whole` cents is a small invoice (§ 33 UStDV): up to `SMALL_AMOUNT` and to no company, which
 * always gets a full one.
 */
export function isSmall(buyer: Buyer, whole: Cents): boolean {
	return whole <= SMALL_AMOUNT && buyer.company === null
}

export function sellerOf({ name, contact, legal }: Venue): Seller {
	return { name, ...contact, ...legal }
}

/** The day of an order's visit, with the times from its first beginning to its last end; null without a day. */
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
	const parts = line.vatParts?.filter((part) => part.amount > 0) ?? []
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
		...(parts.length > 0 && {
			parts: parts.map(({ part, vatRate, amount }) => ({ part, vatRate, amount })),
		}),
	}
}

/**
 * Splits positions so that each has one VAT rate: a package becomes its parts, and pieces that a package's price
 * includes are left out.
 */
export function ratedPositions(positions: readonly Position[]) {
	return positions.flatMap((position, index) => {
		if (isAllIncluded(position)) return []
		const { parts = [{ part: null, vatRate: position.vatRate, amount: position.amount }] } =
			position
		return parts.map((part) => ({ index, position, ...part }))
	})
}

/** Makes positions without a product, such as shipping: one for each VAT rate with an amount. `what` names them. */
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

/** Adds VAT amounts by rate, the highest rate first; leaves out a rate that sums to 0. */
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
