import type { RouterContextProvider } from 'react-router'

import { now as currentTime } from '#app/gateways/clock.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import type { DiffRow } from '#app/models/booking/difference.ts'
import { stayWords } from '#app/models/booking/difference.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import { shownText } from '#app/models/booking/shown-money.ts'
import { euros, zero } from '#app/models/money.ts'
import { untilWords } from '#app/models/order/policy-words.ts'
import { isAhead } from '#app/models/order/policy.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { areAllAway, listWaysAway, listWaysToPay } from '#app/models/payment/start.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { usualBesideCards } from '#app/models/venue/venue.ts'
import type { ChangeContext } from '#app/routes/booking/changing.server.ts'
import type { CheckView } from '#app/routes/booking/check-page.tsx'
import type { DoneView } from '#app/routes/booking/done-page.tsx'
import { restBy, summaryOf } from '#app/routes/booking/summary.ts'

type Context = Readonly<RouterContextProvider>

type Checked = {
	plan: Plan
	texts: readonly DiffRow[]
	hidden: Record<string, string>
	wayErrors?: CheckView['wayErrors']
}

/** Returns the check page of a change of numbers and texts. */
export function changeCheck(
	context: Context,
	{ order, words }: ChangeContext,
	{ plan, texts, hidden, wayErrors = null }: Checked,
): CheckView {
	const i18n = i18nOf(context)
	const { t, locale } = i18n
	const { difference, dueNow } = plan.money
	const rest = restBy(plan)
	const amount = euros(difference < 0 ? minusOf(difference) : difference, locale)
	const isDearer = difference > 0 || dueNow > 0
	return {
		title: words.sure,
		summary: summaryOf(i18n, plan, { paidOnSite: order.paidOnSite, texts }),
		stays: stayWords(i18n, plan),
		heading: headingOf(difference, {
			dearer: t('changing.dearer', { amount }),
			cheaper: t('changing.cheaper', { amount }),
			same: t('changing.same'),
		}),
		text: isDearer && rest > 0 ? t('changing.dearerText', { amount: euros(rest, locale) }) : null,
		isDearer,
		take: words.take,
		hidden: Object.entries({
			...hidden,
			revision: String(order.revision),
			shown: shownText(plan.money),
		}),
		ways: waysFor(context, dueNow),
		wayErrors,
		legal: t('changing.noWithdrawal'),
		again: { label: words.again, to: null },
		drop: { label: words.drop, to: `/booking/${order.publicId}` },
	}
}

/** Returns the ways to pay what is due now, in cents; null when nothing is due. */
export function waysFor(context: Context, dueNow: number): CheckView['ways'] {
	if (dueNow === 0) return null
	const { t } = i18nOf(context)
	const [waysToPay, waysAway] = [listWaysToPay(), listWaysAway()]
	const [only, ...others] = waysToPay.filter((way) => !waysAway.includes(way))
	return {
		besideCards: currentVenue().besideCards ?? usualBesideCards,
		waysToPay,
		waysAway,
		isAllAway: areAllAway(),
		whileAway: t('errors.wayAway'),
		chosen: others.length === 0 ? only : undefined,
	}
}

export function headingOf(
	difference: number,
	{ dearer, cheaper, same }: { dearer: string; cheaper: string; same: string },
): string {
	if (difference > 0) return dearer
	return difference < 0 ? cheaper : same
}

function minusOf(amount: Plan['money']['difference']): Plan['money']['difference'] {
	return -amount as Plan['money']['difference']
}

/** Returns the page shown after a change was made. */
export function changeDone(context: Context, { order, rights, until }: ChangeContext): DoneView {
	const i18n = i18nOf(context)
	const { t, locale } = i18n
	const now = currentTime()
	const last = until.guests ?? until.extras
	return {
		state: t('changing.done.state'),
		title: t('changing.done.title'),
		text: leftWords(context, order),
		next: t('changing.done.next'),
		facts: [
			mailWords(context, { order, rights }),
			...(last && isAhead(last, now)
				? [t('changing.done.again', { moment: untilWords(last, locale, now) })]
				: []),
		],
		links: [{ to: `/booking/${order.publicId}`, label: t('changing.toBooking') }],
	}
}

/**
 * Returns the page shown after name or mail address alone were corrected, with both as the order has them now, so that
 * loading it again says nothing else. It is for the rights 'all' alone.
 */
export function correctionDone(context: Context, { order }: ChangeContext): DoneView {
	const { t } = i18nOf(context)
	const { firstName, lastName, email } = order.person
	return {
		state: t('changing.corrected.state'),
		title: t('changing.corrected.title'),
		text: t('changing.corrected.now', { name: `${firstName} ${lastName}`, email }),
		next: t('changing.done.next'),
		facts: [
			t('changing.corrected.stays'),
			t('changing.corrected.mail', { email }),
			t('changing.corrected.links'),
		],
		links: [{ to: `/booking/${order.publicId}`, label: t('changing.toBooking') }],
	}
}

export function leftWords(context: Context, order: ChangeContext['order']): string {
	const { t, locale } = i18nOf(context)
	const left = leftOnSite(order)
	return left === zero
		? t('changing.done.nothingLeft')
		: t('changing.done.left', { amount: euros(left, locale) })
}

/**
 * Returns the sentence which says that a letter is sent. It names the mail address with the rights 'all' alone, not to
 * everyone with a key.
 */
export function mailWords(
	context: Context,
	{ order, rights }: Pick<ChangeContext, 'order' | 'rights'>,
): string {
	const { t } = i18nOf(context)
	return rights === 'all'
		? t('changing.done.mail', { email: order.person.email })
		: t('changing.done.mailUnnamed')
}
