import { DateTime } from 'luxon'

import { cents, minus, share, smaller, spread, sum, zero, type Cents } from '#app/models/money.ts'
import { isGift, type Order, type OrderLine } from '#app/models/order/order.ts'
import type { OrderedPolicy, OrderedRule } from '#app/models/order/ordered-policy.ts'
import { isShut } from '#app/models/order/shut.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { addDays, instantAt, timeAt, type Instant } from '#app/models/venue/day.ts'
import {
	compareDeadlines,
	type KeptShare,
	type Policy,
	type PolicyDeadline,
} from '#app/models/venue/policy.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * The last moments for changing the guests, extras and texts of a booking and for moving it; null: by telephone only.
 */
type Until = { [What in 'guests' | 'extras' | 'texts' | 'move']: Date | null }

/**
 * The day and the start of a visit, from which deadlines are counted; `startsAt` is null for a visit without a time.
 */
type PolicyVisit = { day: string; startsAt: Date | null }

export type PolicyVenue = Pick<Venue, 'policyOf' | 'depositShare'> &
	Partial<Pick<Venue, 'calendar'>>
export type OrderUnderPolicy = Pick<Order, 'day' | 'lines' | 'locale' | 'policy' | 'termsVersion'>

/**
 * The last moment of a deadline before a visit, in the venue's time zone. The time '23:59' lasts until the day ends;
 * 'start' is the visit's start or, without one, the beginning of its day.
 */
export function deadlineAt({ days, time }: PolicyDeadline, { day, startsAt }: PolicyVisit): Date {
	const start = startsAt ? timeAt(startsAt) : '00:00'
	const moment = instantAt(addDays(day, -days), time === 'start' ? start : time)
	return time === '23:59' ? DateTime.fromMillis(moment.valueOf() + 59_999).toJSDate() : moment
}

/** True while a deadline's last moment `until` is not over, that moment included; false for null. */
export function isAhead(until: Date | null, now: Instant): boolean {
	return until !== null && now.valueOf() <= until.valueOf()
}

/**
 * Finds the policy of an order: the one accepted with it or, for an order of an older build, the one that the venue's
 * `policyOf` names for its version of the terms. Null: every change is made by telephone.
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
 * The last moments for changing these lines and for moving their booking, by the strictest line. A part that is changed
 * by telephone only in one of the lines is so for all of them; the moment of a move is that of all lines. A visit that
 * the venue closed can be moved until it begins.
 */
export function untilOf(
	venue: PolicyVenue,
	order: OrderUnderPolicy,
	lines: readonly OrderLine[] = order.lines,
): Until {
	const found = findPolicy(venue, order)
	const visit = visitOf(order)
	const begin = visit && isShut(venue, order) ? deadlineAt(BEGIN, visit) : null
	if (!found || !visit) return { guests: null, extras: null, texts: null, move: begin }
	const strictest = (
		of: readonly OrderLine[],
		deadlineOf: (policy: Policy) => PolicyDeadline | undefined,
	) => earliest(policiesOf(found, order, of).map(deadlineOf), visit)
	return {
		guests: strictest(lines, ({ change }) => change.guests),
		extras: strictest(lines, ({ change }) => change.extras),
		texts: strictest(lines, ({ change }) => change.texts),
		move: begin ?? strictest(order.lines, ({ move }) => move),
	}
}

const BEGIN: PolicyDeadline = { days: 0, time: 'start' }

/**
 * The number of moves that the customer has left after `moved` moves, by the strictest line; 1 for a visit that the
 * venue closed.
 */
export function movesLeft(venue: PolicyVenue, order: OrderUnderPolicy, moved: number): number {
	if (isShut(venue, order)) return 1
	const found = findPolicy(venue, order)
	if (!found) return 0
	const times = policiesOf(found, order).map(({ move }) => move?.times ?? 0)
	return times.length === 0 ? 0 : Math.max(0, Math.min(...times) - moved)
}

/** True when a booking keeps its prices if it is moved: a line of it was promised so, or the venue closed its visit. */
export function keepsPrice(venue: PolicyVenue, order: OrderUnderPolicy): boolean {
	if (isShut(venue, order)) return true
	const found = findPolicy(venue, order)
	return found ? policiesOf(found, order).some(({ move }) => move?.price === 'kept') : false
}

/**
 * The cancel tier of a booking: the number of deadlines for cancelling that are over, never less than its former
 * revisions carried over: a move by its customer opens none again (faults K34). The tier of a visit that the venue
 * closed does not rise (faults K117).
 */
export function tierAt(
	venue: PolicyVenue,
	order: OrderUnderPolicy & Pick<Order, 'cancelTier'>,
	now: Instant,
): number {
	const found = findPolicy(venue, order)
	const visit = visitOf(order)
	if (!found || !visit || isShut(venue, order)) return order.cancelTier
	const over = cancelDeadlines(found).findLastIndex(
		(deadline) => !isAhead(deadlineAt(deadline, visit), now),
	)
	return Math.max(order.cancelTier, over + 1)
}

/**
 * The fee, in cents, that cancelling a booking costs now, see `feeAt`; 0 for a visit that the venue closed. Null: it is
 * cancelled by telephone only.
 */
export function keptAt(
	venue: PolicyVenue,
	order: OrderUnderPolicy & Paid & Pick<Order, 'cancelTier'>,
	now: Instant,
): Cents | null {
	if (isShut(venue, order)) return zero
	const found = findPolicy(venue, order)
	return found && feeAt(found, order, tierAt(venue, order, now))
}

type RuledLine = Pick<OrderLine, 'position' | 'parentPosition' | 'productId' | 'amount' | 'gift'>
export type Paid = Pick<Order, 'total' | 'shipping' | 'voucher' | 'online' | 'refunded'> & {
	lines: readonly RuledLine[]
}

/**
 * The fee of a cancel tier, in cents: the sum over the policy's rules, each a percentage of the deposit agreed for its
 * products or of what they cost today; never less than the least fee, nor more than was paid for services.
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

/** The rule for guests of a line who do not come; null for an order without a policy, about which the venue decides. */
export function noShowOf(
	venue: PolicyVenue,
	order: OrderUnderPolicy,
	line: OrderLine,
): Policy['noShow'] | null {
	const found = findPolicy(venue, order)
	return found ? (ruleOf(found, order.lines, line)?.policy.noShow ?? null) : null
}

/** The share that a policy keeps of a booking that is cancelled while the deadlines `ahead` are not over. */
function keptBy({ cancel, late }: Policy, ahead: readonly PolicyDeadline[]): KeptShare {
	return cancel.find(({ until }) => ahead.some((it) => isSame(it, until)))?.keep ?? late
}

/** The deadlines for cancelling in a policy, the earliest first, each once: tier `n` begins after the first `n`. */
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

/**
 * The last moment of the earliest of these deadlines, or the start of the visit if that is earlier; null when there is
 * none or one is missing, for it is left to the telephone.
 */
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

/** The policies that apply to these lines, each once; gift vouchers, which are for no day, have none. */
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

/** The rule that applies to a line: that of its product, else that of its package, else that of all other products. */
function ruleOf(
	{ rules }: Pick<OrderedPolicy, 'rules'>,
	lines: readonly RuledLine[],
	line: RuledLine | undefined,
): OrderedRule | undefined {
	const ofProduct = rules.find(({ products }) => products?.includes(line?.productId ?? ''))
	if (ofProduct) return ofProduct
	const parent = lines.find(({ position }) => position === line?.parentPosition)
	return parent ? ruleOf({ rules }, lines, parent) : rules.find(({ products }) => products === null)
}
