import type { Locale } from '#app/i18n/i18n.ts'
import { wordsOf } from '#app/i18n/translator.ts'
import { euros, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import type { OrderedPolicy } from '#app/models/order/ordered-policy.ts'
import {
	cancelDeadlines,
	deadlineAt,
	feeAt,
	findPolicy,
	isAhead,
	keepsPrice,
	movesLeft,
	tierAt,
	untilOf,
	visitOf,
	type OrderUnderPolicy,
	type Paid,
} from '#app/models/order/policy.ts'
import { isShut } from '#app/models/order/shut.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import { today, type Instant } from '#app/models/venue/day.ts'
import {
	changeWords,
	clockWords,
	moveWords,
	tierWords,
	type Moving,
} from '#app/models/venue/rule-words.ts'
import { feeVatOf, type Venue } from '#app/models/venue/venue.ts'

type SpeakingVenue = Pick<Venue, 'policyOf' | 'depositShare' | 'cancelFee' | 'contact'> &
	Partial<Pick<Venue, 'calendar'>>

/**
 * Words for the last moment of a deadline: 'Do., 3. Dezember, 18 Uhr', with the year when it is not the current one.
 */
export function untilWords(moment: Date, locale: Locale, now: Instant): string {
	const isThisYear = today(moment).slice(0, 4) === today(now).slice(0, 4)
	return wordsOf(locale).t('policy.until.moment', {
		day: formatDay(moment, locale, isThisYear ? 'ofYear' : 'long'),
		time: clockWords(formatTime(moment, locale), locale),
	})
}

/**
 * A booking as the sentences on its policy need it; `moved` counts the moves by its customer so far, 0 when left out.
 */
type Spoken = OrderUnderPolicy & Paid & Pick<Order, 'cancelTier'> & { moved?: number }

/**
 * The sentences on changing, moving and cancelling a booking: until when each is possible, without deadlines that are
 * over, and the fees in euros. Empty for an order without a day.
 */
export function sentencesOf(
	venue: SpeakingVenue,
	order: Spoken,
	now: Instant,
	locale: Locale,
): string[] {
	const { t } = wordsOf(locale)
	const { phone } = venue.contact
	const found = findPolicy(venue, order)
	if (!visitOf(order)) return []
	if (!found) return [t('policy.telephone', { phone })]

	const until = untilOf(venue, order)
	const mayMove = movesLeft(venue, order, order.moved ?? 0) > 0
	const ahead = [until.guests, until.extras, until.texts, mayMove ? until.move : null].map(
		(moment) => (moment && isAhead(moment, now) ? untilWords(moment, locale, now) : null),
	)
	const isOver = !ahead.some(Boolean)
	const [guests, extras, texts, move] = ahead
	const times = movesLeft(venue, order, 0)
	return [
		...changeWords({ guests, extras, texts }, locale),
		...(move ? [moveWords({ times, price: priceOf(venue, order) }, move, locale)] : []),
		...(ahead.every(Boolean)
			? []
			: [t(`policy.change.${isOver ? 'over' : 'telephone'}`, { phone })]),
		...feeWords(venue, { found, order, now, locale }),
	]
}

/** The sentences of `sentencesOf` for a confirmed booking whose visit has not begun; empty for any other order. */
export function stillPossible(
	venue: SpeakingVenue,
	order: Parameters<typeof sentencesOf>[1] & Pick<Order, 'state'>,
	now: Instant,
	locale: Locale,
): string[] {
	const visit = visitOf(order)
	if (!visit || order.state !== 'confirmed') return []
	const hasBegun = visit.startsAt
		? visit.startsAt.valueOf() <= now.valueOf()
		: visit.day < today(now)
	return hasBegun ? [] : sentencesOf(venue, order, now, locale)
}

type FeeFacts = {
	found: OrderedPolicy
	order: OrderUnderPolicy & Paid & Pick<Order, 'cancelTier'>
	now: Instant
	locale: Locale
}

/**
 * The sentences on the fee for cancelling a booking until each deadline that is ahead, and on the fee's VAT or the
 * proof of a lower damage.
 */
function feeWords(venue: SpeakingVenue, { found, order, now, locale }: FeeFacts): string[] {
	const visit = visitOf(order)
	if (!visit) return []
	if (isShut(venue, order)) return tierWords([], { share: '', isFree: true }, locale)
	const deadlines = cancelDeadlines(found)
	const sayFee = (fee: Cents) => ({ share: euros(fee, locale), isFree: fee === 0 })
	const feeOf = (tier: number) => feeAt(found, order, tier)
	const tiers = deadlines.flatMap((deadline, tier) =>
		// Several tiers with one fee are said once, by the last of them.
		tier < tierAt(venue, order, now) || feeOf(tier) === feeOf(tier + 1)
			? []
			: { until: untilWords(deadlineAt(deadline, visit), locale, now), ...sayFee(feeOf(tier)) },
	)
	const late = feeOf(deadlines.length)
	const note = late > 0 ? [wordsOf(locale).t(`cancelFee.${feeVatOf(venue)}`)] : []
	return [...tierWords(tiers, sayFee(late), locale), ...note]
}

function priceOf(venue: SpeakingVenue, order: OrderUnderPolicy): Moving['price'] {
	return keepsPrice(venue, order) ? 'kept' : 'newDay'
}
