import { DateTime } from 'luxon'

import { cents, minus, share, smaller, spread, sum, zero, type Cents } from '#app/models/money.ts'
import { isGift, type Order, type OrderLine } from '#app/models/order/order.ts'
import type { OrderedPolicy, OrderedRule } from '#app/models/order/ordered-policy.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { addDays, instantAt, timeAt, type Instant } from '#app/models/venue/day.ts'
import {
	compareDeadlines,
	type KeptShare,
	type Policy,
	type PolicyDeadline,
} from '#app/models/venue/policy.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** The last moments of a booking; null: by telephone only. */
type Until = { [What in 'guests' | 'extras' | 'texts' | 'move']: Date | null }

/** The visit that deadlines are counted from. */
type PolicyVisit = { day: string; startsAt: Date | null }

export type PolicyVenue = Pick<Venue, 'policyOf' | 'depositShare'>
export type Governed = Pick<Order, 'day' | 'lines' | 'locale' | 'policy' | 'termsVersion'>

/**
 * The last moment of a deadline, in the venue's zone. '23:59' lasts until the day ends. The start of a visit without a
 * time is the beginning of its day.
 */
export function deadlineAt({ days, time }: PolicyDeadline, { day, startsAt }: PolicyVisit): Date {
	const start = startsAt ? timeAt(startsAt) : '00:00'
	const moment = instantAt(addDays(day, -days), time === 'start' ? start : time)
	return time === '23:59' ? DateTime.fromMillis(moment.valueOf() + 59_999).toJSDate() : moment
}

/** True up to the last moment, that included. */
export function isAhead(until: Date | null, now: Instant): boolean {
	return until !== null && now.valueOf() <= until.valueOf()
}

/**
 * Finds the policy of an order: the one that was accepted with it or, for an order of an older build, the one that
 * `policyOf` gives its terms. Null: every change is made by telephone.
 */
export function findPolicy(
	venue: PolicyVenue,
	order: Pick<Order, 'lines' | 'locale' | 'policy' | 'termsVersion'>,
): OrderedPolicy | null {
	if (order.policy) return order.policy
	const policy = venue.policyOf?.[order.termsVersion]
	if (!policy) return null
	const due = order.lines.filter(({ due }) => due === 'deposit').map(({ amount }) => amount)
	const deposit = share(sum(due), venue.depositShare)
	return {
		version: 1,
		rules: [{ products: null, policy, deposit }],
		sentences: [],
		locale: order.locale,
	}
}

/**
 * The last moments for changing what these lines hold and for moving the booking: those of the strictest line. A part
 * that one of them leaves to the telephone is left to it for all of them; a move concerns all lines.
 */
export function untilOf(
	venue: PolicyVenue,
	order: Governed,
	lines: readonly OrderLine[] = order.lines,
): Until {
	const found = findPolicy(venue, order)
	const visit = visitOf(order)
	if (!found || !visit) return { guests: null, extras: null, texts: null, move: null }
	const strictest = (
		of: readonly OrderLine[],
		deadlineOf: (policy: Policy) => PolicyDeadline | undefined,
	) => earliest(policiesOf(found, order, of).map(deadlineOf), visit)
	return {
		guests: strictest(lines, ({ change }) => change.guests),
		extras: strictest(lines, ({ change }) => change.extras),
		texts: strictest(lines, ({ change }) => change.texts),
		move: strictest(order.lines, ({ move }) => move),
	}
}

/** Counts the moves that are left after so many by the customer, by the strictest line. */
export function movesLeft(venue: PolicyVenue, order: Governed, moved: number): number {
	const found = findPolicy(venue, order)
	if (!found) return 0
	const times = policiesOf(found, order).map(({ move }) => move?.times ?? 0)
	return times.length === 0 ? 0 : Math.max(0, Math.min(...times) - moved)
}

/** True when a moved booking keeps its prices, as one of its lines was promised. */
export function keepsPrice(venue: PolicyVenue, order: Governed): boolean {
	const found = findPolicy(venue, order)
	return found ? policiesOf(found, order).some(({ move }) => move?.price === 'kept') : false
}

/**
 * The cancel tier of a booking: the number of deadlines of its policy that are over, never less than a former revision
 * had reached. A move opens no deadline again (third part, 'Policy').
 */
export function tierAt(
	venue: PolicyVenue,
	order: Governed & Pick<Order, 'cancelTier'>,
	now: Instant,
): number {
	const found = findPolicy(venue, order)
	const visit = visitOf(order)
	if (!found || !visit) return order.cancelTier
	const over = cancelDeadlines(found).findLastIndex(
		(deadline) => !isAhead(deadlineAt(deadline, visit), now),
	)
	return Math.max(order.cancelTier, over + 1)
}

/** The fee that cancelling costs now: see `feeAt`. Null: by telephone only. */
export function keptAt(
	venue: PolicyVenue,
	order: Governed & Paid & Pick<Order, 'cancelTier'>,
	now: Instant,
): Cents | null {
	const found = findPolicy(venue, order)
	return found && feeAt(found, order, tierAt(venue, order, now))
}

export type Paid = Pick<Order, 'lines' | 'total' | 'shipping' | 'voucher' | 'online' | 'refunded'>

/**
 * The fee of a cancel tier: the sum over the policy's rules, each a percentage of the deposit agreed for its products or
 * of what they cost today; never less than before its last change, nor more than was paid for services.
 */
export function feeAt(found: OrderedPolicy, order: Paid, tier: number): Cents {
	const ahead = cancelDeadlines(found).slice(tier)
	const services = order.lines.filter((line) => !isGift(line))
	const gifts = sum(order.lines.filter(isGift).map(({ amount }) => amount))
	const goods = sum([gifts, order.shipping])
	const amounts = spread(
		minus(order.total, goods),
		services.map(({ amount }) => amount),
	)
	const fees = found.rules.map((rule) => {
		const ofRule = sum(
			amounts.filter((_, index) => ruleOf(found, order.lines, services[index]) === rule),
		)
		const { percent, of } = keptBy(rule.policy, ahead)
		return smaller(share(of === 'total' ? ofRule : rule.deposit, percent), ofRule)
	})
	const paid = minus(sum([order.voucher, order.online]), sum([goods, order.refunded]))
	const fee = cents(Math.max(sum(fees), found.leastFee ?? zero))
	return smaller(fee, paid > 0 ? paid : zero)
}

/** The policy of a booking that its customer changes in this cancel tier: no change lowers the fee (faults K79). */
export function policyOfChanged(found: OrderedPolicy, order: Paid, tier: number): OrderedPolicy {
	const leastFee = feeAt(found, order, tier)
	return leastFee > 0 ? { ...found, leastFee } : found
}

/** The rule for guests of a line who do not come; null for an order without a policy, of which the venue decides. */
export function noShowOf(
	venue: PolicyVenue,
	order: Governed,
	line: OrderLine,
): Policy['noShow'] | null {
	const found = findPolicy(venue, order)
	return found ? (ruleOf(found, order.lines, line)?.policy.noShow ?? null) : null
}

/** The share that is kept while only these deadlines are ahead. */
function keptBy({ cancel, late }: Policy, ahead: readonly PolicyDeadline[]): KeptShare {
	return cancel.find(({ until }) => ahead.some((it) => isSame(it, until)))?.keep ?? late
}

/** The deadlines of all tiers of a policy, the earliest first, each once: tier `n` begins after the first `n`. */
export function cancelDeadlines({ rules }: OrderedPolicy): PolicyDeadline[] {
	const all = rules.flatMap(({ policy }) => policy.cancel.map(({ until }) => until))
	return all
		.filter((deadline, index) => all.findIndex((it) => isSame(it, deadline)) === index)
		.toSorted(compareDeadlines)
}

function isSame(one: PolicyDeadline, other: PolicyDeadline): boolean {
	return one.days === other.days && one.time === other.time
}

export function visitOf({ day, lines }: Pick<Order, 'day' | 'lines'>): PolicyVisit | null {
	return day === null ? null : { day, startsAt: visitTimes({ lines })?.startsAt ?? null }
}

/** The earliest of these last moments, no later than the visit begins; null when one is left to the telephone. */
function earliest(
	deadlines: readonly (PolicyDeadline | undefined)[],
	visit: PolicyVisit,
): Date | null {
	const moments = deadlines.flatMap((deadline) => (deadline ? deadlineAt(deadline, visit) : []))
	if (moments.length === 0 || moments.length < deadlines.length) return null
	const begin = visit.startsAt ? [visit.startsAt] : []
	const [first = null] = [...moments, ...begin].toSorted(
		(one, other) => one.valueOf() - other.valueOf(),
	)
	return first
}

/** The policies of lines, without those of gift vouchers, which are for no day. */
function policiesOf(
	found: OrderedPolicy,
	order: Pick<Order, 'lines'>,
	lines: readonly OrderLine[] = order.lines,
): Policy[] {
	const rules = lines
		.filter((line) => !isGift(line))
		.flatMap((line) => ruleOf(found, order.lines, line) ?? [])
	return [...new Set(rules)].map(({ policy }) => policy)
}

/** The rule of a line: that of its product, else that of its package, else the venue's. */
function ruleOf(
	{ rules }: Pick<OrderedPolicy, 'rules'>,
	lines: readonly OrderLine[],
	line: OrderLine | undefined,
): OrderedRule | undefined {
	const ofProduct = rules.find(({ products }) => products?.includes(line?.productId ?? ''))
	if (ofProduct) return ofProduct
	const parent = lines.find(({ position }) => position === line?.parentPosition)
	return parent ? ruleOf({ rules }, lines, parent) : rules.find(({ products }) => products === null)
}
