/*
 * The life of a booking, slow and plain, in numbers only, for property tests to compare invoices with. It knows
 * payments, refunds and costs, and no invoice.
 */

type TillMeans = 'cash' | 'card' | 'voucher'

/** An event of a booking; shares are of the possible amount at that moment, from 0 to 1. */
export type Happening =
	| { what: 'cost'; amounts: number[] }
	/** A dearer change, of whose growth a share is due online; it counts once that is paid. */
	| { what: 'change'; amounts: number[]; share: number; end: 'paid' | 'ended' }
	/** Another day, after a change of the VAT; `isPricedAnew`: the lines take its rates at once. Null: at the same prices. */
	| { what: 'move'; amounts: number[] | null; isPricedAnew: boolean }
	| { what: 'payRest'; share: number }
	| { what: 'refund'; share: number; of: number }
	| { what: 'fails'; of: number }
	| { what: 'note'; share: number; means: TillMeans }
	| { what: 'reverse'; of: number }
	| { what: 'rewrite' }
	| { what: 'isOver' }
	| { what: 'cancel'; share: number; feeVat: 'consideration' | 'damages' }

type Refund = { id: string; paymentId: string; amount: number; isForChange: boolean }

export type SlowBooking = {
	amounts: number[]
	/** Money of gift vouchers, which no change gives back. */
	goods: number
	payments: { id: string; amount: number }[]
	refunds: Refund[]
	till: { means: TillMeans; amount: number }[]
	/** The part of the booking that a value voucher pays. */
	voucher: number
	/** True once the visit is on a day with other VAT rates; `ratesOf` are those in the order's lines. */
	isMoved: boolean
	ratesOf: 'ordering' | 'visit'
	/** True once the visit is over. */
	isOver: boolean
	isCancelled: boolean
	/** The fee that was kept of the voucher and online, once cancelled, and how it is taxed. */
	fee: { ofVoucher: number; online: number; vat: 'consideration' | 'damages' }
}

function costOf({ amounts, goods }: SlowBooking): number {
	return total(amounts) + goods
}

/** Returns the online one of the order's three sums: payments without the refunds made because of a change. */
export function onlineOf({ payments, refunds }: SlowBooking): number {
	const back = refunds.filter(({ isForChange }) => isForChange)
	return total(payments.map(({ amount }) => amount)) - total(back.map(({ amount }) => amount))
}

export function onSiteOf(booking: SlowBooking): number {
	return costOf(booking) - booking.voucher - onlineOf(booking)
}

/**
 * Returns the turnover that the invoices must state: the money that stayed and, with an invoice about everything, the
 * voucher's too.
 */
export function turnoverOf(
	{ payments, refunds, till, voucher }: SlowBooking,
	{ hasFinal, isVoucherShown }: { hasFinal: boolean; isVoucherShown: boolean },
): number {
	const came = total(payments.map(({ amount }) => amount))
	const back = total(refunds.map(({ amount }) => amount))
	const atTill = hasFinal ? total(till.map(({ amount }) => amount)) : 0
	return came - back + atTill + (isVoucherShown ? voucher : 0)
}

/** Returns the booking after `happening`; the booking itself when that cannot happen. */
export function after(booking: SlowBooking, happening: Happening): SlowBooking {
	if (booking.isCancelled) return booking
	const { payments, refunds, till } = booking
	const onSite = onSiteOf(booking)
	const rest = onSite - total(till.map(({ amount }) => amount))
	switch (happening.what) {
		case 'cost':
			return withCost(booking, happening.amounts)
		case 'change': {
			const next = withCost(booking, happening.amounts)
			const due = part(costOf(next) - costOf(booking), happening.share)
			if (due <= 0 || happening.end === 'ended') return booking
			return { ...next, payments: [...payments, { id: `p${payments.length}`, amount: due }] }
		}
		case 'move': {
			if (booking.isOver) return booking
			const ratesOf = happening.isPricedAnew ? 'visit' : booking.ratesOf
			const amounts = happening.amounts ?? booking.amounts
			return { ...withCost(booking, amounts), isMoved: true, ratesOf }
		}
		case 'payRest': {
			const amount = part(rest, happening.share)
			if (amount <= 0 || till.length > 0) return booking
			return { ...booking, payments: [...payments, { id: `p${payments.length}`, amount }] }
		}
		case 'refund': {
			const payment = payments[happening.of % Math.max(1, payments.length)]
			if (!payment) return booking
			const amount = part(leftOf(booking, payment), happening.share)
			return amount > 0 ? withRefund(booking, { paymentId: payment.id, amount }) : booking
		}
		case 'fails': {
			// A failed refund is ordered again: another row, the same amount.
			const failed = refunds[happening.of % Math.max(1, refunds.length)]
			if (!failed) return booking
			const again = { ...failed, id: `${failed.id}x` }
			return { ...booking, refunds: [...refunds.filter((it) => it !== failed), again] }
		}
		case 'note': {
			const amount = part(rest, happening.share)
			return amount > 0
				? { ...booking, till: [...till, { means: happening.means, amount }] }
				: booking
		}
		case 'reverse': {
			const left = till.toSpliced(happening.of % Math.max(1, till.length), 1)
			// A repayment stays while more would be taken than is due.
			const isTooMuch = total(left.map(({ amount }) => amount)) > onSite
			return isTooMuch ? booking : { ...booking, till: left }
		}
		case 'isOver':
			return { ...booking, isOver: true }
		case 'cancel':
			return cancelled(booking, happening.share, happening.feeVat)
		case 'rewrite':
			return booking
	}
}

/**
 * Lowers the cost below the payments: first the open rest, then online, newest payment first, then the voucher.
 */
function withCost(booking: SlowBooking, amounts: number[]): SlowBooking {
	let next: SlowBooking = { ...booking, amounts }
	if (booking.till.length > 0) {
		// The till gives back what it took too much.
		const tooMuch = total(next.till.map(({ amount }) => amount)) - Math.max(0, onSiteOf(next))
		if (tooMuch > 0) next = { ...next, till: [...next.till, { means: 'cash', amount: -tooMuch }] }
	}
	for (const payment of next.payments.toReversed()) {
		const own = leftOf(next, payment) - (payment === next.payments[0] ? next.goods : 0)
		const amount = Math.min(-onSiteOf(next), own)
		if (amount > 0) next = withRefund(next, { paymentId: payment.id, amount }, true)
	}
	const onVoucher = Math.min(Math.max(0, -onSiteOf(next)), next.voucher)
	next = { ...next, voucher: next.voucher - onVoucher }
	return onSiteOf(next) < 0 ? booking : next
}

/** Gives back everything that is left but a fee, which is kept of the voucher first; the newest payment goes back first. */
function cancelled(
	booking: SlowBooking,
	share: number,
	vat: SlowBooking['fee']['vat'],
): SlowBooking {
	const left = total(booking.payments.map((it) => leftOf(booking, it)))
	const whole = part(booking.voucher + left, share)
	const ofVoucher = Math.min(whole, booking.voucher)
	const fee = { ofVoucher, online: whole - ofVoucher, vat }
	let next: SlowBooking = { ...booking, isCancelled: true, fee }
	let back = left - fee.online
	for (const payment of next.payments.toReversed()) {
		const amount = Math.min(back, leftOf(next, payment))
		if (amount > 0) next = withRefund(next, { paymentId: payment.id, amount })
		back -= amount
	}
	return { ...next, voucher: ofVoucher }
}

function withRefund(
	booking: SlowBooking,
	refund: { paymentId: string; amount: number },
	isForChange = false,
): SlowBooking {
	const id = `r${booking.refunds.length}-${refund.paymentId}`
	return { ...booking, refunds: [...booking.refunds, { ...refund, id, isForChange }] }
}

function leftOf({ refunds }: SlowBooking, payment: { id: string; amount: number }): number {
	const back = refunds.filter(({ paymentId }) => paymentId === payment.id)
	return payment.amount - total(back.map(({ amount }) => amount))
}

function part(amount: number, share: number): number {
	return Math.max(0, Math.ceil(amount * share))
}

function total(amounts: readonly number[]): number {
	return amounts.reduce((sum, amount) => sum + amount, 0)
}
