import type { Order, OrderLine } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { plusMinutes, type Instant } from '#app/models/venue/day.ts'

/*
 * The pay link of a booking by telephone, by which it is paid until a time. Its code is read aloud: ten signs, 50 bits,
 * without signs that look or sound alike (Crockford's base 32).
 */

const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10

/** Makes a pay link's code of the first 50 of these random bits, in two groups: '7K4MP-Q2X3T'. */
export function payCodeFrom(bits: Uint8Array): string {
	const all = [...bits].map((byte) => byte.toString(2).padStart(8, '0')).join('')
	const code = Array.from({ length }, (_, nth) =>
		signs.charAt(Number.parseInt(all.slice(nth * 5, nth * 5 + 5), 2)),
	).join('')
	return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}

/**
 * Reads a typed code of a pay link: its signs in capitals without spaces and dashes, O read as 0, I and L as 1. Null
 * when it cannot be a code.
 */
export function readPayCode(typed: string): string | null {
	const read = typed
		.replaceAll(/[\s-]/g, '')
		.toUpperCase()
		.replaceAll('O', '0')
		.replaceAll(/[IL]/g, '1')
	return read.length === length && [...read].every((sign) => signs.includes(sign)) ? read : null
}

/** True for a booking by telephone that waits for its payment by a pay link. */
export function waitsForLink<Waiting extends Pick<Order, 'state' | 'payUntil'>>(
	order: Waiting,
): order is Waiting & { payUntil: Date } {
	return order.state === 'pendingPayment' && order.payUntil !== null
}

/** The shortest and the longest time from its making until a pay link ends. */
const lasting = { minutes: 15, days: 7 }

/**
 * True when a pay link made now may end at `until`: in 15 minutes at the earliest and a week at the latest, and no
 * later than the visit begins.
 */
export function canLinkEndAt(
	until: Date,
	order: { lines: readonly Pick<OrderLine, 'startsAt' | 'endsAt'>[] },
	now: Instant,
): boolean {
	const begin = visitTimes(order)?.startsAt ?? null
	return (
		until >= plusMinutes(now, lasting.minutes) &&
		until <= plusMinutes(now, lasting.days * 24 * 60) &&
		(begin === null || until <= begin)
	)
}
