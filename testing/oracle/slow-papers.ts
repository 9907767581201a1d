/*
 * The life of a booking told slowly and plainly, in numbers alone, for property tests to hold the papers against. It
 * knows no paper: only what came, what went back and what was had.
 */

/** Something that happens to a booking; shares are of what is possible at that moment, from 0 to 1. */
export type Happening =
	| { what: 'cost'; amounts: number[] }
	| { what: 'payRest'; share: number }
	| { what: 'refund'; share: number; of: number }
	| { what: 'fails'; of: number }
	| { what: 'note'; share: number; means: 'cash' | 'card' }
	| { what: 'reverse'; of: number }
	| { what: 'rewrite' }
	| { what: 'isOver' }
	| { what: 'cancel' }

type Refund = { id: string; paymentId: string; amount: number; isForChange: boolean }

export type SlowBooking = {
	amounts: number[]
	goods: number
	payments: { id: string; amount: number }[]
	refunds: Refund[]
	till: { means: 'cash' | 'card'; amount: number }[]
	/** What a value voucher pays of it. */
	voucher: number
	/** Money of gift vouchers, which no change gives back. */
	isOver: boolean
	isCancelled: boolean
}

function costOf({ amounts, goods }: SlowBooking): number {
	return total(amounts) + goods
}

/** Of the order's three sums: what came online and did not go back because of a change. */
export function onlineOf({ payments, refunds }: SlowBooking): number {
	const back = refunds.filter(({ isForChange }) => isForChange)
	return total(payments.map(({ amount }) => amount)) - total(back.map(({ amount }) => amount))
}

export function onSiteOf(booking: SlowBooking): number {
	return costOf(booking) - booking.voucher - onlineOf(booking)
}

/** What the papers must say was turned over: money that stayed, and with a paper about everything the voucher's too. */
export function turnoverOf(
	{ payments, refunds, till, voucher }: SlowBooking,
	{ hasFinal, isVoucherShown }: { hasFinal: boolean; isVoucherShown: boolean },
): number {
	const came = total(payments.map(({ amount }) => amount))
	const back = total(refunds.map(({ amount }) => amount))
	const atTill = hasFinal ? total(till.map(({ amount }) => amount)) : 0
	return came - back + atTill + (isVoucherShown ? voucher : 0)
}

/** What `happening` makes of the booking; the booking itself when it cannot happen. */
export function after(booking: SlowBooking, happening: Happening): SlowBooking {
	if (booking.isCancelled) return booking
	const { payments, refunds, till } = booking
	const onSite = onSiteOf(booking)
	const rest = onSite - total(till.map(({ amount }) => amount))
	switch (happening.what) {
		case 'cost':
			return withCost(booking, happening.amounts)
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
			// Whatever failed is ordered again: another row, the same amount.
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
			// What was given back stays so while more would be taken than is due.
			const isTooMuch = total(left.map(({ amount }) => amount)) > onSite
			return isTooMuch ? booking : { ...booking, till: left }
		}
		case 'isOver':
			return { ...booking, isOver: true }
		case 'cancel':
			return cancelled(booking)
		case 'rewrite':
			return booking
	}
}

/** Cheaper than what stands against it: first the open rest, then online, newest payment first, then the voucher. */
function withCost(booking: SlowBooking, amounts: number[]): SlowBooking {
	let next: SlowBooking = { ...booking, amounts }
	if (booking.till.length > 0) {
		// What the till has taken too much of, it gives back.
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

/** All goes back that is left. */
function cancelled(booking: SlowBooking): SlowBooking {
	let next: SlowBooking = { ...booking, isCancelled: true }
	for (const payment of next.payments) {
		const amount = leftOf(next, payment)
		if (amount > 0) next = withRefund(next, { paymentId: payment.id, amount })
	}
	return { ...next, voucher: 0 }
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
