import { sum, zero, type Cents } from '#app/models/money.ts'
import { isReducedBy, type AppliedVoucher, type PricedLine } from '#app/models/product/price.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import type { DayClass } from '#app/models/venue/calendar.ts'
import type { VoucherKind } from '#app/models/venue/catalogue.ts'
import { formatTime } from '#app/models/venue/date-format.ts'
import { today, type Instant } from '#app/models/venue/day.ts'

/** The kinds of entries in the ledger of a voucher; 'withdrawn' voids its balance. */
export const voucherEntryKinds = [
	'issued',
	'reserved',
	'released',
	'captured',
	'withdrawn',
] as const
export type VoucherEntryKind = (typeof voucherEntryKinds)[number]

/** A voucher as it was issued. Its balance and its uses are sums over its ledger and its redemptions. */
export type Voucher = {
	id: string
	/** The code in the form of `normaliseCode`. */
	code: string
	kind: VoucherKind
	amount: Cents | null
	percent: number | null
	/** The first and the last day of redeeming the voucher, both included. */
	validFrom: string | null
	validUntil: string | null
	minimumOrder: Cents | null
	products: string[] | null
	dayClasses: string[] | null
	/**
	 * The number of times that the voucher may be used; null for the usual number: once for percent and fixed, as often
	 * as the balance lasts for value.
	 */
	uses: number | null
	/** The order line that sold the voucher, else null. A sold voucher is usable once payment has set `activatedAt`. */
	orderLineId: string | null
	activatedAt: Date | null
}

/**
 * The terms of a voucher, which an order keeps as they were when it was placed. A percent or fixed voucher lowers the
 * price by `percent` or `amount`; a value voucher pays from its ledger, and its terms have no `amount`.
 */
export type VoucherTerms = Pick<
	Voucher,
	'kind' | 'amount' | 'percent' | 'minimumOrder' | 'products' | 'dayClasses'
>

type Redeemed =
	| { kind: 'value'; products: string[] | null }
	| { kind: 'percent'; products: string[] | null; percent: number }
	| { kind: 'fixed'; products: string[] | null; amount: Cents }

/** The terms of a gift voucher as ordered; later changes of the product do not change them. */
export type GiftTerms = { delivery: 'mail' | 'post'; validMonths: number }

/**
 * The facts of a cart and of a voucher's ledger when the voucher is redeemed, without the amount that this cart itself
 * reserved. `dayClass` is that of the visit, null without one; `balance` is the amount left on a value voucher; `used`
 * counts the redemptions that are in force.
 */
export type Redemption = {
	lines: readonly PricedLine[]
	dayClass: DayClass | null
	/** True when another voucher lies in the cart. */
	hasVoucher: boolean
	/**
	 * The latest moment at which a value voucher that another cart has reserved is free again; null when none has
	 * reserved it.
	 */
	freeAt: Date | null
	balance: Cents
	used: number
	/** True when the voucher was voided: its purchase was taken back, and its balance with it. */
	isVoid: boolean
}

/** A voucher with the state of its ledger, as read in a transaction that has locked the voucher. */
export type VoucherState = { voucher: Voucher } & Pick<
	Redemption,
	'balance' | 'used' | 'freeAt' | 'isVoid'
>

/**
 * The state of a voucher after its order has given it back. free: it can be redeemed again · expired: it has its
 * balance, but its last day is over · void: it is worth nothing.
 */
export type ReturnedVoucher = 'free' | 'expired' | 'void'

/**
 * Returns a voucher's code in capitals without spaces, dashes and underscores, so that a code typed in different ways
 * is one.
 */
export function normaliseCode(code: string): string {
	return code
		.normalize('NFKC')
		.toUpperCase()
		.replace(/[\s\p{Dash}\p{Cf}_]/gu, '')
}

/**
 * Returns the effect of a voucher on the cart, or the refusal that says why it has none. `voucher` is null for a code
 * that no voucher has.
 */
export function redeem(
	voucher: Voucher | null,
	redemption: Redemption,
	now: Instant,
): Result<AppliedVoucher> {
	if (redemption.hasVoucher) return refuse('oneVoucherPerOrder')
	if (!voucher || !isActive(voucher)) return unknownCode
	const { freeAt } = redemption
	if (freeAt) return refuse('voucherInOtherCart', { time: formatTime(freeAt, 'de-DE') })
	return (
		refuseByTime(voucher, now) ??
		refuseByUse(voucher, redemption) ??
		refuseByCart(voucher, redemption) ??
		apply(voucher, redemption.balance)
	)
}

/**
 * The refusal of an unknown code, given as well for a sold voucher that is not paid yet, so that nobody learns its code
 * early.
 */
const unknownCode: Refused = {
	...refuse('voucherNotAdded'),
	details: [{ key: 'errors.voucherUnknown' }],
}

/** Returns the state of a voucher that an order has given back; `isVoid` is true when its balance was voided. */
export function stateOfReturned(
	{ kind, validUntil }: Pick<Voucher, 'kind' | 'validUntil'>,
	isVoid: boolean,
	now: Instant,
): ReturnedVoucher {
	if (isVoid) return 'void'
	if (validUntil === null || today(now) <= validUntil) return 'free'
	return kind === 'value' ? 'expired' : 'void'
}

/**
 * Makes a voucher's code of 80 random bits, in four groups of characters that cannot be mistaken for one another.
 * `random(max)` returns an unguessable whole number from 0 to below `max`.
 */
export function generateCode(random: (max: number) => number): string {
	const groups = Array.from({ length: 4 }, () =>
		Array.from({ length: 4 }, () => alphabet.charAt(random(alphabet.length))).join(''),
	)
	return groups.join('-')
}

/**
 * Returns a voucher's code as people read it: a generated one in groups of four, one of the operator's files as it is.
 */
export function groupedCode(code: string): string {
	return made.test(code) ? code.replace(/.{4}(?=.)/g, '$&-') : code
}

const made = /^[2-9A-HJ-NP-Z]{16}$/

/** The characters of generated codes, 32 of five bits each: without 0 and O, 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * True for a voucher of the operator's files, and for a sold one once it is paid. The time in `activatedAt` is not
 * compared with now: the clock of the process that noted the payment may be ahead (faults C17).
 */
function isActive({ orderLineId, activatedAt }: Voucher): boolean {
	return orderLineId === null || activatedAt !== null
}

function refuseByTime({ validFrom, validUntil }: Voucher, now: Instant): Refused | undefined {
	const day = today(now)
	if (validFrom !== null && day < validFrom) return refuse('voucherNotYetValid')
	if (validUntil !== null && day > validUntil) return refuse('voucherExpired')
	return undefined
}

function refuseByUse(voucher: Voucher, { balance, used, isVoid }: Redemption): Refused | undefined {
	if (isVoid) return refuse('voucherVoid')
	const isValue = voucher.kind === 'value'
	if (isValue && balance <= 0) return refuse('voucherUsedUp')
	const uses = voucher.uses ?? (isValue ? Infinity : 1)
	return used >= uses ? refuse('voucherUsedUp') : undefined
}

/**
 * Refuses a voucher whose terms the lines or the day do not meet; undefined when they do. Gift vouchers among the lines
 * do not count: no voucher pays them.
 */
function refuseByCart(
	voucher: Pick<Voucher, 'products' | 'dayClasses' | 'minimumOrder'>,
	{ lines, dayClass }: Pick<Redemption, 'lines' | 'dayClass'>,
): Refused | undefined {
	if (lines.length === 0) return refuse('cartEmpty')
	const goods = lines.filter((line) => isReducedBy(line, null))
	if (goods.length === 0) return refuse('voucherNotForVouchers')
	if (!goods.some((line) => isReducedBy(line, voucher))) return refuse('voucherNotForProducts')
	if (voucher.dayClasses && !(dayClass && voucher.dayClasses.includes(dayClass))) {
		return refuse('voucherNotForDay')
	}
	const { minimumOrder } = voucher
	if (minimumOrder !== null && sum(goods.map((line) => line.amount)) < minimumOrder) {
		return refuse('voucherMinimumOrder', { amount: minimumOrder / 100 })
	}
	return undefined
}

/**
 * Returns the effect of a voucher on a revised order that was placed with it, by the terms that the order keeps;
 * refused when the lines or the day no longer meet them. Its days of redeeming and its uses were judged when it was
 * ordered.
 */
export function redeemAgain(
	terms: VoucherTerms,
	{ lines, dayClass }: Pick<Redemption, 'lines' | 'dayClass'>,
): Result<Redeemed> {
	const refused = refuseByCart(terms, { lines, dayClass })
	if (refused) return refused
	const { kind, products, amount, percent } = terms
	if (kind === 'value') return ok({ kind, products })
	return kind === 'percent'
		? ok({ kind, products, percent: percent ?? 0 })
		: ok({ kind: 'fixed', products, amount: amount ?? zero })
}

/**
 * Returns the effect of a voucher on the price, by its kind. The database's checks make sure that the value of the kind
 * is not null.
 */
function apply(voucher: Voucher, balance: Cents): Result<AppliedVoucher> {
	const { kind, code, products, amount, percent } = voucher
	switch (kind) {
		case 'value':
			return ok({ kind, code, products, balance })
		case 'percent':
			return ok({ kind, code, products, percent: percent ?? 0 })
		case 'fixed':
			return ok({ kind, code, products, amount: amount ?? zero })
	}
}
