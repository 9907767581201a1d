import type { Words } from '#app/i18n/words.ts'
import { backToVoucher } from '#app/models/booking/cancel.ts'
import type { CancellationAhead, GivenBack } from '#app/models/booking/own-cancel.server.ts'
import { euros, sum, zero, type Cents } from '#app/models/money.ts'
import { giftWords } from '#app/models/order/gift-words.ts'
import { isGift, type Order } from '#app/models/order/order.ts'
import { untilWords } from '#app/models/order/policy-words.ts'
import {
	cancelDeadlines,
	deadlineAt,
	feeAt,
	findPolicy,
	tierAt,
	visitOf,
} from '#app/models/order/policy.ts'
import { isShut } from '#app/models/order/shut.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { feeVatOf, type Venue } from '#app/models/venue/venue.ts'
import { backRows, keptRows, paidRows, spentOf } from '#app/routes/booking/cancel-rows.ts'
import { changeRow, moveRow } from '#app/routes/booking/rows-of.ts'

type CancelFacts = { venue: Venue; order: Order; now: Instant; moved: number }

/**
 * Returns the words of the first step of cancelling: the changes that are open instead, the rule with the tier that
 * holds now, and what goes back.
 */
export function ruleStep(words: Words, shown: CancelFacts, ahead: CancellationAhead) {
	const { t, locale } = words
	const { venue, order } = shown
	const instead = [moveRow(words, shown), changeRow(words, shown)].filter(({ to }) => to !== null)
	const back = sum([ahead.back, ahead.voucherBack])
	const isAll = ahead.fee === 0 && spentOf(ahead) === 0
	return {
		title: t('booking.cancel.title'),
		instead: {
			title: t(ahead.fee > 0 ? 'booking.cancel.better' : 'booking.cancel.instead'),
			rows: instead,
		},
		rule: {
			title: t('booking.cancel.rule'),
			tiers: tiersOf(words, shown),
			now: t('booking.cancel.now'),
			since: t('booking.cancel.since', { day: formatDay(order.createdAt, locale, 'ofYear') }),
			vat: ahead.fee > 0 ? t(`cancelFee.${feeVatOf(venue)}`) : null,
		},
		money: {
			title:
				back > 0
					? t(isAll ? 'booking.cancel.allBack' : 'booking.cancel.someBack', {
							amount: euros(back, locale),
						})
					: t(order.paidOnSite > 0 ? 'booking.cancel.nothingOnline' : 'booking.cancel.nothingBack'),
			paid: paidRows(words, order, ahead),
			back: backRows(words, ahead),
			how: ahead.back > 0 ? t('booking.cancel.how') : null,
			fromVoucher: ahead.feeOfVoucher > 0 ? t('booking.cancel.fromVoucher') : null,
			atTill: atTill(words, shown),
			gifts: giftWords(ahead.gifts, locale),
		},
		next: t('booking.cancel.next'),
		keep: t('booking.cancel.keep'),
	}
}

/** Returns the words of the second step of cancelling: what follows from it, and the buttons. */
export function checkStep(words: Words, { venue, order }: CancelFacts, ahead: CancellationAhead) {
	const { t, locale } = words
	return {
		title: t('booking.cancel.sure'),
		follows: {
			title: t('booking.cancel.follows'),
			rows: [
				...keptRows(words, ahead),
				...backRows(words, ahead),
				{ term: t('success.onSite'), amount: t('booking.cancel.nothingMore') },
			],
			vat: ahead.fee > 0 ? t(`cancelFee.${feeVatOf(venue)}`) : null,
			gifts: giftWords(ahead.gifts, locale),
			guests: order.party ? t('booking.cancel.guests') : null,
			final: t('booking.cancel.final'),
		},
		cancel: t('booking.cancel.cancelNow'),
		keep: t('booking.cancel.no'),
		again: t('booking.cancel.again'),
	}
}

/** Returns the words of a cancelled booking's outcome: what becomes of the money, and the text for guests. */
export function doneStep(
	words: Words,
	{ venue, order }: Pick<CancelFacts, 'venue' | 'order'>,
	{ backs, voucher, voided }: GivenBack,
) {
	const { t, locale } = words
	const back = sum(backs.map(({ amount }) => amount))
	const till = atTill(words, { venue, order })
	const spent = order.lines.some(isGift) ? spentOf(order) : zero
	// A void voucher cannot be spent, so the amount that it gets back is not named.
	const voucherBack = voucher === null || voucher === 'void' ? zero : backToVoucher(order, order)
	return {
		title: t('booking.cancel.done.title'),
		money: {
			title: t('booking.cancel.done.money'),
			facts: [
				...backs.map(({ provider, amount }) =>
					t(`booking.cancel.done.to.${provider}`, { amount: euros(amount, locale) }),
				),
				...(voucherBack > 0
					? [
							t(`booking.cancel.done.${voucher === 'expired' ? 'toExpired' : 'toVoucher'}`, {
								amount: euros(voucherBack, locale),
							}),
						]
					: []),
				...(back > 0 || voucherBack > 0 || till ? [] : [t('booking.cancel.done.nothing')]),
				...(till ? [till] : []),
				...(order.fee > 0
					? [
							t('booking.cancel.done.kept', { amount: euros(order.fee, locale) }),
							t(`cancelFee.${order.feeVat}`),
						]
					: []),
				...(spent > 0 ? [t('booking.cancel.done.spent', { amount: euros(spent, locale) })] : []),
				...(voided > 0 ? [t('booking.cancel.done.gifts')] : []),
				t('success.cancelledText'),
			],
		},
		guests: order.party
			? {
					title: t('booking.cancel.done.guests'),
					text: t('booking.cancel.done.guestsText'),
					label: t('booking.cancel.done.forward'),
					forward: t('booking.cancel.done.forwardText', {
						name: order.party.name,
						day: order.day ? formatDay(order.day, locale, 'ofYear') : '',
					}),
				}
			: null,
		toBooking: t('booking.toBooking'),
	}
}

/** Returns the words for a booking that can be cancelled by telephone only, or no longer; `why` is the reason. */
export function lateStep(words: Words, shown: CancelFacts, why: string) {
	const { t } = words
	const open = [moveRow(words, shown), changeRow(words, shown)].filter(({ to }) => to !== null)
	return {
		title: t('booking.cancel.late'),
		why,
		text: t('booking.cancel.lateText'),
		phone: shown.venue.contact.phone,
		number: t('booking.cancel.number', { number: shown.order.number }),
		still: t('booking.cancel.still'),
		rows: [
			...open,
			{
				to: `/booking/${shown.order.publicId}`,
				label: t('booking.toBooking'),
				note: t('booking.cancel.stillNote'),
			},
		],
	}
}

/**
 * Returns the tiers of the policy in force for a booking with their fees in euros; `isNow` marks the tier that holds
 * now. None without a policy, without a visit, or when the venue is closed then.
 */
function tiersOf({ t, locale }: Words, { venue, order, now }: CancelFacts) {
	const [found, visit] = [findPolicy(venue, order), visitOf(order)]
	if (!found || !visit || isShut(venue, order)) return []
	const current = tierAt(venue, order, now)
	const deadlines = cancelDeadlines(found)
	const tiers = deadlines.map((deadline, tier) => ({
		until: t('booking.until', {
			until: untilWords(deadlineAt(deadline, visit), locale, now),
		}),
		kept: keptWords({ t, locale }, feeAt(found, order, tier)),
		isNow: tier === current,
	}))
	const last = {
		until: t(deadlines.length > 0 ? 'booking.cancel.later' : 'booking.cancel.always'),
		kept: keptWords({ t, locale }, feeAt(found, order, deadlines.length)),
		isNow: current >= deadlines.length,
	}
	return [...tiers, last]
}

function keptWords({ t, locale }: Words, fee: Cents): string {
	return fee > 0 ? t('booking.kept', { amount: euros(fee, locale) }) : t('booking.allBack')
}

/**
 * Returns the sentence on money that was paid at the till before, which no provider gives back; null without such
 * money.
 */
function atTill(
	{ t, locale }: Words,
	{ venue, order }: Pick<CancelFacts, 'venue' | 'order'>,
): string | null {
	if (order.paidOnSite === 0) return null
	const amount = euros(order.paidOnSite, locale)
	return t('booking.cancel.atTill', { amount, phone: venue.contact.phone })
}
