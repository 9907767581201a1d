import { sum, zero, type Cents } from '#app/models/money.ts'
import { isPayable, type AppliedVoucher, type PricedLine } from '#app/models/product/price.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import type { DayClass } from '#app/models/venue/calendar.ts'
import type { VoucherKind } from '#app/models/venue/catalogue.ts'
import { formatTime } from '#app/models/venue/date-format.ts'
import { today, type Instant } from '#app/models/venue/day.ts'

/** Kinds of entries in the ledger of a voucher; 'withdrawn' voids its balance. */
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
	/** The number of uses in all. Null: one for percent and fixed, any number while the balance lasts for value. */
	uses: number | null
	/** The order line that sold the voucher, else null. A sold voucher is usable once payment has set `activatedAt`. */
	orderLineId: string | null
	activatedAt: Date | null
}

/** The terms by which a percent or fixed voucher lowers a price; an order keeps them as they were. */
export type VoucherTerms = Pick<
	Voucher,
	'kind' | 'amount' | 'percent' | 'minimumOrder' | 'products' | 'dayClasses'
>

type Lowering =
	| { kind: 'percent'; products: string[] | null; percent: number }
	| { kind: 'fixed'; products: string[] | null; amount: Cents }

/** The terms of a gift voucher as ordered; later changes of the product do not change them. */
export type GiftTerms = { delivery: 'mail' | 'post'; validMonths: number }

/**
 * The cart and the ledger at the moment of redeeming, without the amount that this cart itself reserved. `dayClass` is
 * that of the visit, null without one; `balance` is what is left of a value voucher; `used` counts live redemptions.
 */
export type Redemption = {
	lines: readonly PricedLine[]
	dayClass: DayClass | null
	/** True when another voucher lies in the cart. */
	hasVoucher: boolean
	/** The latest moment at which a value voucher reserved by another cart is free again; null when none reserved it. */
	freeAt: Date | null
	balance: Cents
	used: number
	/** True when the voucher was voided: its purchase was taken back, and its balance with it. */
	isVoid: boolean
}

/**
 * The state of a voucher after its order has given it back. expired: it has its balance, but cannot be redeemed any
 * more · void: it is worth nothing.
 */
export type ReturnedVoucher = 'free' | 'expired' | 'void'

/** Writes a code in capitals without spaces, dashes and underscores, so that codes typed differently are equal. */
export function normaliseCode(code: string): string {
	return code
		.normalize('NFKC')
		.toUpperCase()
		.replace(/[\s\p{Dash}\p{Cf}_]/gu, '')
}

/** The effect of a voucher on the cart, or the refusal that says why it has none. `voucher` null: an unknown code. */
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

/** The refusal of an unknown code, also given for a code that is not paid yet, so that none can be guessed early. */
const unknownCode: Refused = {
	...refuse('voucherNotAdded'),
	details: [{ key: 'errors.voucherUnknown' }],
}

/** The state of a voucher that an order has given back. `isVoid`: its balance was voided. */
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
 * A new code of 80 random bits, in four groups of characters that cannot be mistaken for one another. `random(max)`
 * returns an unguessable whole number from 0 to below `max`.
 */
export function generateCode(random: (max: number) => number): string {
	const groups = Array.from({ length: 4 }, () =>
		Array.from({ length: 4 }, () => alphabet.charAt(random(alphabet.length))).join(''),
	)
	return groups.join('-')
}

/** A code in the form that people read: a generated one in groups of four, one of the venue's own as it is. */
export function groupedCode(code: string): string {
	return made.test(code) ? code.replace(/.{4}(?=.)/g, '$&-') : code
}

const made = /^[2-9A-HJ-NP-Z]{16}$/

/** 32 characters of five bits each: without 0 and O, 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Ignores the time in `activatedAt`: the clock of the process that noted the payment may be ahead (faults C17). */
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

/** Refuses a voucher that the cart's goods do not fit. Gift vouchers in the cart do not count: no voucher pays them. */
function refuseByCart(
	voucher: Pick<Voucher, 'products' | 'dayClasses' | 'minimumOrder'>,
	{ lines, dayClass }: Pick<Redemption, 'lines' | 'dayClass'>,
): Refused | undefined {
	if (lines.length === 0) return refuse('cartEmpty')
	const goods = lines.filter((line) => isPayable(line, null))
	if (goods.length === 0) return refuse('voucherNotForVouchers')
	if (!goods.some((line) => isPayable(line, voucher))) return refuse('voucherNotForProducts')
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
 * The effect of a percent or fixed voucher on an order that was placed with it, by its terms of then. Its validity and
 * its uses were judged when it was ordered.
 */
export function redeemAgain(
	terms: VoucherTerms,
	{ lines, dayClass }: Pick<Redemption, 'lines' | 'dayClass'>,
): Result<Lowering> {
	const refused = refuseByCart(terms, { lines, dayClass })
	if (refused) return refused
	const { kind, products, amount, percent } = terms
	return kind === 'percent'
		? ok({ kind, products, percent: percent ?? 0 })
		: ok({ kind: 'fixed', products, amount: amount ?? zero })
}

/** The effect of a voucher by its kind. The database's checks make sure that the value of the kind is not null. */
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
