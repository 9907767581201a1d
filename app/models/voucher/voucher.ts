import { sum, zero, type Cents } from '#app/models/money.ts'
import { isPayable, type AppliedVoucher, type PricedLine } from '#app/models/product/price.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import type { DayClass } from '#app/models/venue/calendar.ts'
import type { VoucherKind } from '#app/models/venue/catalogue.ts'
import { formatTime } from '#app/models/venue/date-format.ts'
import { today, type Instant } from '#app/models/venue/day.ts'

export const voucherEntryKinds = [
	'issued',
	'reserved',
	'released',
	'captured',
	'withdrawn',
] as const
export type VoucherEntryKind = (typeof voucherEntryKinds)[number]

/** A voucher as it was issued. Its balance and uses are sums over what happened to it since. */
export type Voucher = {
	id: string
	/** As `normaliseCode` writes it. */
	code: string
	kind: VoucherKind
	amount: Cents | null
	percent: number | null
	/** Both days included; they are days of redeeming it. */
	validFrom: string | null
	validUntil: string | null
	minimumOrder: Cents | null
	products: string[] | null
	dayClasses: string[] | null
	/** How often in all. Null: once for percent and fixed, as long as its balance lasts for value. */
	uses: number | null
	/** Set when it was sold by the shop: then it is usable once it has an `activatedAt`, when it was paid. */
	orderLineId: string | null
	activatedAt: Date | null
}

/** What was agreed about a gift voucher, whatever the venue sells by the time it is paid. */
export type GiftTerms = { delivery: 'mail' | 'post'; validMonths: number }

/**
 * The cart and the ledger at the moment of redeeming, without what this cart itself reserved. `dayClass`
 * of the visit, null without one; `balance` is left of a value voucher, `used` counts live redemptions.
 */
export type Redemption = {
	lines: readonly PricedLine[]
	dayClass: DayClass | null
	/** Another voucher lies in the cart. */
	hasVoucher: boolean
	/** When a value voucher that another cart has reserved is free again at the latest; null: none has. */
	freeAt: Date | null
	balance: Cents
	used: number
	/** Its purchase was taken back, and with it whatever was left of it. */
	isWithdrawn: boolean
}

/**
 * What a voucher is worth after its order has given it back. expired: it has its money, and cannot be redeemed ·
 * void: nothing is left of it.
 */
export type ReturnedVoucher = 'free' | 'expired' | 'void'

/** Codes are the same without case, spaces, dashes and underscores. */
export function normaliseCode(code: string): string {
	return code
		.normalize('NFKC')
		.toUpperCase()
		.replace(/[\s\p{Dash}\p{Cf}_]/gu, '')
}

/** What the voucher does to this cart, or why it does nothing. Null: there is no such code. */
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

/** The same of one that is not paid yet: nothing tells that there will be such a code. */
const unknownCode: Refused = {
	...refuse('voucherNotAdded'),
	details: [{ key: 'errors.voucherUnknown' }],
}

/** How a voucher stands that was given back. `isWithdrawn` as in `Redemption`. */
export function standingOf(
	{ kind, validUntil }: Pick<Voucher, 'kind' | 'validUntil'>,
	isWithdrawn: boolean,
	now: Instant,
): ReturnedVoucher {
	if (isWithdrawn) return 'void'
	if (validUntil === null || today(now) <= validUntil) return 'free'
	return kind === 'value' ? 'expired' : 'void'
}

/**
 * A new code of 80 random bits, in four groups of signs that are not mistaken for one another.
 * `random(max)` answers an unguessable whole number from 0 to below `max`.
 */
export function generateCode(random: (max: number) => number): string {
	const groups = Array.from({ length: 4 }, () =>
		Array.from({ length: 4 }, () => alphabet.charAt(random(alphabet.length))).join(''),
	)
	return groups.join('-')
}

/** A code as it is read: one that was made stands in its groups, one of the venue's own as it is. */
export function groupedCode(code: string): string {
	return made.test(code) ? code.replace(/.{4}(?=.)/g, '$&-') : code
}

const made = /^[2-9A-HJ-NP-Z]{16}$/

/** 32 signs, five bits each: no 0 and O, no 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Not by the time: the clock of the process that noted the payment may be ahead (faults C17). */
function isActive({ orderLineId, activatedAt }: Voucher): boolean {
	return orderLineId === null || activatedAt !== null
}

function refuseByTime({ validFrom, validUntil }: Voucher, now: Instant): Refused | undefined {
	const day = today(now)
	if (validFrom !== null && day < validFrom) return refuse('voucherNotYetValid')
	if (validUntil !== null && day > validUntil) return refuse('voucherExpired')
	return undefined
}

function refuseByUse(
	voucher: Voucher,
	{ balance, used, isWithdrawn }: Redemption,
): Refused | undefined {
	if (isWithdrawn) return refuse('voucherWithdrawn')
	const isValue = voucher.kind === 'value'
	if (isValue && balance <= 0) return refuse('voucherUsedUp')
	const uses = voucher.uses ?? (isValue ? Infinity : 1)
	return used >= uses ? refuse('voucherUsedUp') : undefined
}

/** Gift vouchers in the cart count for nothing here: no voucher pays them, or makes them cheaper. */
function refuseByCart(voucher: Voucher, { lines, dayClass }: Redemption): Refused | undefined {
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

/** A voucher without the value its kind needs is a bug that the database's checks should have caught. */
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
