import type { RouterContextProvider } from 'react-router'

import { now as currentTime } from '#app/gateways/clock.server.ts'
import { inLocale, languageTags } from '#app/i18n/i18n.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { refuseMove } from '#app/models/booking/allowed.ts'
import type { AskedMove } from '#app/models/booking/asked-lines.ts'
import { textRows } from '#app/models/booking/difference.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import { shownText } from '#app/models/booking/shown-money.ts'
import { cents, euros } from '#app/models/money.ts'
import { carriedTier } from '#app/models/order/carried-tier.ts'
import { policyOfFreed } from '#app/models/order/least-fee.ts'
import { readContent } from '#app/models/order/past-revision.ts'
import { untilWords } from '#app/models/order/policy-words.ts'
import { isAhead, movesLeft, untilOf } from '#app/models/order/policy.ts'
import { isShut } from '#app/models/order/shut.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import {
	headingOf,
	leftWords,
	mailWords,
	waysFor,
} from '#app/routes/booking/change-views.server.ts'
import type { CheckView } from '#app/routes/booking/check-page.tsx'
import type { DoneView } from '#app/routes/booking/done-page.tsx'
import type { LateView } from '#app/routes/booking/late-page.tsx'
import { isClosing, lateView } from '#app/routes/booking/late-view.server.ts'
import { pathTo, type MoveContext } from '#app/routes/booking/moving.server.ts'
import { allBackUntil } from '#app/routes/booking/rows-of.ts'
import { summaryOf } from '#app/routes/booking/summary.ts'
import type { ThenView } from '#app/routes/booking/then-panel.tsx'

type Context = Readonly<RouterContextProvider>

type Checked = { plan: Plan; asked: AskedMove; wayErrors?: CheckView['wayErrors'] }

/** Returns the check page of a move, with the last moments for changes that apply once the booking is moved. */
export function moveCheck(
	context: Context,
	moving: MoveContext,
	{ plan, asked, wayErrors = null }: Checked,
): CheckView & { afterwards: ThenView } {
	const i18n = i18nOf(context)
	const { t, locale } = i18n
	const { order, fields } = moving
	const { difference, dueNow } = plan.money
	const amount = euros(cents(Math.abs(difference)), locale)
	const page = `/booking/${order.publicId}`
	return {
		title: t('moving.check.title'),
		summary: summaryOf(i18n, plan, {
			paidOnSite: order.paidOnSite,
			texts: plan.texts ? textRows(i18n, order, plan.texts) : [],
		}),
		stays: along(context, plan),
		heading: headingOf(difference, {
			dearer: t('moving.check.dearer', { amount }),
			cheaper: t('moving.check.cheaper', { amount }),
			same: t('moving.check.same'),
		}),
		text: t('moving.check.counted'),
		isDearer: difference > 0 || dueNow > 0,
		take: t('moving.check.take'),
		hidden: Object.entries({
			...fields,
			revision: String(order.revision),
			day: asked.day,
			time: asked.time ?? 'any',
			shown: shownText(plan.money),
		}),
		ways: waysFor(context, dueNow),
		wayErrors,
		legal: t('changing.noWithdrawal'),
		again: { label: t('moving.check.other'), to: pathTo(moving, { day: asked.day }) },
		drop: { label: t('moving.check.keep'), to: page },
		afterwards: thenView(context, moving, plan),
	}
}

/**
 * Returns the sentence on what is moved along: guests, menus, extras; null when nothing keeps its place in the booking.
 */
function along(context: Context, { after }: Plan): string | null {
	const { t, locale } = i18nOf(context)
	const things = readContent(after).lines.map(
		({ quantity, title }) => `${quantity}\u00a0× ${inLocale(title, locale)}`,
	)
	if (things.length === 0) return null
	const list = new Intl.ListFormat(languageTags[locale]).format(things)
	return t('moving.check.goesAlong', { things: list })
}

/**
 * Returns the last moments for changing, moving and cancelling that apply once the booking is moved. A tier of
 * cancelling that is over is not opened again, except by a move away from a day that the venue closed.
 */
function thenView(
	context: Context,
	{ order, moved: times }: MoveContext,
	{ after }: Plan,
): ThenView {
	const { t, locale } = i18nOf(context)
	const [venue, now] = [currentVenue(), currentTime()]
	const { lines } = readContent(after)
	// A move away from a day that the venue closed counts as no move, and opens all tiers of cancelling (faults K117).
	const isFreed = isShut(venue, order)
	const cancelTier = carriedTier(venue, order, { actor: 'customer', isFreed, now })
	const policy = isFreed && order.policy ? policyOfFreed(order.policy) : order.policy
	const moved = { ...order, day: after.day, lines, policy, cancelTier }
	const until = untilOf(venue, moved)
	const mayMove = movesLeft(venue, moved, isFreed ? times : times + 1) > 0
	const allBack = allBackUntil(venue, moved, now)
	const moment = (date: Date | null) =>
		date && isAhead(date, now) ? untilWords(date, locale, now) : t('moving.afterwards.byPhone')
	return {
		title: t('moving.afterwards.title'),
		dates: [
			{ term: t('moving.afterwards.guests'), moment: moment(until.guests) },
			{ term: t('moving.afterwards.move'), moment: moment(mayMove ? until.move : null) },
			...(allBack
				? [{ term: t('moving.afterwards.cancel'), moment: untilWords(allBack, locale, now) }]
				: []),
		],
	}
}

/**
 * Returns the page for a booking that cannot be moved online at all; null where it can, or where the refusal has another
 * reason.
 */
export function moveLate(
	context: Context,
	moving: MoveContext,
	refused = refuseMove(currentVenue(), moving, currentTime()),
): LateView | null {
	return refused && isClosing(refused) ? lateView(context, moving, { of: 'move', refused }) : null
}

/** Returns the page shown after a booking was moved. */
export function moveDone(context: Context, moving: MoveContext): DoneView {
	const { t, locale } = i18nOf(context)
	const { order } = moving
	return {
		state: t('moving.done.state'),
		title: t('moving.done.title', {
			day: order.day ? formatDay(order.day, locale, 'ofYear') : '',
		}),
		text: leftWords(context, order),
		next: t('changing.done.next'),
		facts: [
			mailWords(context, moving),
			...(order.party ? [t('moving.done.guests')] : []),
			t('moving.done.calendarText'),
		],
		links: [
			{ to: `/booking/${order.publicId}`, label: t('changing.toBooking') },
			{
				to: `/checkout/success/${order.publicId}/calendar.ics`,
				label: t('moving.done.calendar'),
				isFile: true,
			},
		],
	}
}
