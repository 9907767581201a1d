import type { Words } from '#app/i18n/words.ts'
import type { CancellationAhead, WayBack } from '#app/models/booking/own-cancel.server.ts'
import { euros, minus, sum, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { untilWords } from '#app/models/order/policy-words.ts'
import {
	cancelDeadlines,
	deadlineAt,
	feeAt,
	findPolicy,
	tierAt,
	visitOf,
} from '#app/models/order/policy.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { feeVatOf, type Venue } from '#app/models/venue/venue.ts'
import { changeRow, moveRow } from '#app/routes/booking/rows-of.ts'

type Shown = { venue: Venue; order: Order; now: Instant; moved: number }

/** A line of sums: what, how much, and whether it stands out. */
export type SumRow = { term: string; amount: string; look?: 'kept' | 'strong' }

/** Returns the words of the first step: what helps instead, the rule with the tier that holds now, what comes back. */
export function ruleStep(words: Words, shown: Shown, ahead: CancellationAhead) {
	const { t, locale } = words
	const { venue, order } = shown
	const instead = [moveRow(words, shown), changeRow(words, shown)].filter(({ to }) => to !== null)
	const back = sum([ahead.back, ahead.voucherBack])
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
					? t(ahead.fee > 0 ? 'booking.cancel.someBack' : 'booking.cancel.allBack', {
							amount: euros(back, locale),
						})
					: t('booking.cancel.nothingBack'),
			paid: paidRows(words, order, ahead),
			back: backRows(words, ahead),
			how: ahead.back > 0 ? t('booking.cancel.how') : null,
			fromVoucher: ahead.feeOfVoucher > 0 ? t('booking.cancel.fromVoucher') : null,
		},
		next: t('booking.cancel.next'),
		keep: t('booking.cancel.keep'),
	}
}

/** Returns the words of the second step: what happens then, and the two buttons. */
export function checkStep(words: Words, { order }: Shown, ahead: CancellationAhead) {
	const { t, locale } = words
	return {
		title: t('booking.cancel.sure'),
		follows: {
			title: t('booking.cancel.follows'),
			rows: [
				...(ahead.fee > 0
					? [
							{
								term: t('booking.cancel.keptByUs'),
								amount: euros(ahead.fee, locale),
								look: 'kept' as const,
							},
						]
					: []),
				...backRows(words, ahead),
				{ term: t('success.onSite'), amount: t('booking.cancel.nothingMore') },
			],
			guests: order.party ? t('booking.cancel.guests') : null,
			final: t('booking.cancel.final'),
		},
		cancel: t('booking.cancel.cancelNow'),
		keep: t('booking.cancel.no'),
		again: t('booking.cancel.again'),
	}
}

/** Returns the words of the outcome: what became of the money, and what guests see. */
export function doneStep({ t, locale }: Words, order: Order, backs: readonly WayBack[]) {
	const back = sum(backs.map(({ amount }) => amount))
	const voucherBack = voucherBackOf(order)
	return {
		title: t('booking.cancel.done.title'),
		money: {
			title: t('booking.cancel.done.money'),
			facts: [
				...backs.map(({ provider, amount }) =>
					t(`booking.cancel.done.to.${provider}`, { amount: euros(amount, locale) }),
				),
				...(voucherBack > 0
					? [t('booking.cancel.done.toVoucher', { amount: euros(voucherBack, locale) })]
					: []),
				...(back > 0 || voucherBack > 0 ? [] : [t('booking.cancel.done.nothing')]),
				...(order.fee > 0
					? [t('booking.cancel.done.kept', { amount: euros(order.fee, locale) })]
					: []),
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

/** Returns the words for a booking that is cancelled by telephone only, or no longer. */
export function lateStep(words: Words, shown: Shown, why: string) {
	const { t } = words
	const open = [moveRow(words, shown), changeRow(words, shown)].filter(({ to }) => to !== null)
	return {
		title: t('booking.cancel.late'),
		why,
		text: t('booking.telephone.text'),
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

/** The tiers of the accepted policy with their fees in euros; `isNow` marks the one that holds. */
function tiersOf({ t, locale }: Words, { venue, order, now }: Shown) {
	const [found, visit] = [findPolicy(venue, order), visitOf(order)]
	if (!found || !visit) return []
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

/** The sums that were paid, and what is kept of them. */
function paidRows({ t, locale }: Words, order: Order, ahead: CancellationAhead): SumRow[] {
	if (ahead.fee === 0) return []
	const online = sum([ahead.back, ahead.kept])
	const spent = minus(ahead.kept, minus(ahead.fee, ahead.feeOfVoucher))
	return [
		...(order.voucher > 0
			? [{ term: t('booking.cancel.voucher'), amount: euros(order.voucher, locale) }]
			: []),
		...(online > 0
			? [{ term: t('booking.cancel.paidOnline'), amount: euros(online, locale) }]
			: []),
		{
			term: t('booking.cancel.keptByUs'),
			amount: `\u2212${euros(ahead.fee, locale)}`,
			look: 'kept',
		},
		...(spent > 0
			? [{ term: t('booking.cancel.spent'), amount: `\u2212${euros(spent, locale)}` }]
			: []),
	]
}

function backRows({ t, locale }: Words, { ways, voucherBack }: CancellationAhead): SumRow[] {
	return [
		...ways.map(({ provider, amount }) => ({
			term: t(`booking.cancel.to.${provider}`),
			amount: euros(amount, locale),
			look: 'strong' as const,
		})),
		...(voucherBack > 0
			? [
					{
						term: t('booking.cancel.to.voucher'),
						amount: euros(voucherBack, locale),
						look: 'strong' as const,
					},
				]
			: []),
	]
}

function voucherBackOf({ voucher, feeOfVoucher }: Order): Cents {
	return minus(voucher, feeOfVoucher)
}
