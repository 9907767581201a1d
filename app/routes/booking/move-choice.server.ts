import type { RouterContextProvider } from 'react-router'

import { now as currentTime } from '#app/gateways/clock.server.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import type { AskedMove } from '#app/models/booking/asked-lines.ts'
import { signed } from '#app/models/booking/difference.ts'
import type { MoveDay } from '#app/models/booking/move-days.ts'
import { moveStrip } from '#app/models/booking/move-strip.ts'
import { findMoveDays, findMoveTimes } from '#app/models/booking/moves.server.ts'
import { cents, euros, type Cents } from '#app/models/money.ts'
import { untilWords } from '#app/models/order/policy-words.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay, formatTime, formatTimes } from '#app/models/venue/date-format.ts'
import { addDays, instantAt, plusMinutes, today } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { ChooseView, TimeCell } from '#app/routes/booking/move-choice.tsx'
import type { DayCell } from '#app/routes/booking/move-days.tsx'
import { pathTo, type MoveContext } from '#app/routes/booking/moving.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Returns the strip of days that has the chosen day, `asked` or else the booking's own, each with the price difference
 * for the whole booking, and the times of the chosen day. The strips follow each other from the booking's own day on,
 * so all days stay where they stand when one of them is chosen (faults N44).
 */
export async function chooseView(
	context: Context,
	moving: MoveContext,
	asked: Day | null,
): Promise<ChooseView> {
	const { t, locale } = i18nOf(context)
	const { order, until } = moving
	const now = currentTime()
	const first = today(now)
	const day = asked ?? order.day
	const strip = moveStrip(first, order.day ?? first, day ?? first)
	const last = addDays(first, currentVenue().calendar.horizonDays)
	const wanted = {
		first: strip.begin,
		last: strip.end,
		...(moving.change && { change: moving.change }),
	}
	const days = await findMoveDays(order.id, wanted, now)
	const chosen = days.ok ? days.value.find((it) => it.day === day) : undefined
	const isSaid = chosen?.kind === 'free' && !chosen.isScarce
	const times = day ? await timesOn(context, moving, { day, isSaid }) : []
	const name = day && formatDay(day, locale, 'ofYear')
	const linkTo = (to: Day) => pathTo(moving, { day: to }, '#days')
	return {
		title: t('moving.title'),
		stands: {
			title: t('moving.keep.title'),
			text: t('moving.keep.text', {
				moment: until.move ? untilWords(until.move, locale, now) : '',
			}),
		},
		daysTitle: t('moving.newDay'),
		daysLabel: t('moving.days'),
		days: days.ok ? days.value.map((it) => dayCell(context, moving, it, day)) : [],
		before: strip.before ? { to: linkTo(strip.before), label: t('moving.before') } : null,
		after:
			strip.end < last
				? { to: linkTo(strip.after < last ? strip.after : last), label: t('moving.after') }
				: null,
		timesTitle: name && chosen?.kind !== 'refused' ? t('moving.newTime', { day: name }) : null,
		times,
		fits: t('moving.fits'),
		noTimes: t('moving.noTimes'),
		byPhone: days.ok ? byPhone(context, days.value) : null,
	}
}

/**
 * Returns the reasons for which a booking is moved to some of these days by telephone alone, each reason once, and the
 * telephone number; null without such days.
 */
function byPhone(context: Context, days: readonly MoveDay[]) {
	const { t } = i18nOf(context)
	const reasons = days.flatMap((of) => {
		if (of.kind !== 'refused') return []
		const { key, values } = of.reason.message
		if (key === 'errors.productGone') return t('moving.gonePart')
		if (key === 'errors.onlyByPhone') return t('moving.shortNotice')
		return t(key, { ...values })
	})
	if (reasons.length === 0) return null
	const { phone } = currentVenue().contact
	const why = [...new Set(reasons)].map((reason) => t('moving.why', { reason }))
	return { why, way: t('moving.wayByPhone'), phone }
}

/** The chosen day. `isSaid`: the strip of days already says the price difference of that day. */
type OfDay = { day: Day; isSaid: boolean }

async function timesOn(
	context: Context,
	moving: MoveContext,
	{ day, isSaid }: OfDay,
): Promise<TimeCell[]> {
	const { t, locale } = i18nOf(context)
	const { order, change } = moving
	const times = await findMoveTimes(order.id, { day, ...(change && { change }) }, currentTime())
	if (!times.ok) return []
	const isOne = new Set(times.value.map(({ difference }) => difference)).size === 1
	const noteOf = (difference: Cents) =>
		difference === 0 ? t('moving.same') : signed(difference, locale)
	return times.value.map(({ time, difference }) => ({
		time: time ?? '00:00',
		label: time ? timeWords(order, { day, time }, locale) : t('moving.anyTime'),
		to: pathTo(moving, { day, time: time ?? 'any' }),
		note: isOne && isSaid ? null : noteOf(difference),
	}))
}

/**
 * Returns a new time in words, with an end for a visit as long as the booked one: '14:00–16:00'. The start time alone
 * when the booking has no end, or the visit would last past midnight.
 */
export function timeWords(
	order: MoveContext['order'],
	{ day, time }: { day: Day; time: string },
	locale: Locale,
): string {
	const booked = order.lines.find(({ startsAt, endsAt }) => startsAt !== null && endsAt !== null)
	const begin = instantAt(day, time)
	if (!booked?.startsAt || !booked.endsAt) return formatTime(time, locale)
	const minutes = (booked.endsAt.getTime() - booked.startsAt.getTime()) / 60_000
	const end = plusMinutes(begin, minutes)
	return today(end) === day ? formatTimes(begin, end, locale) : formatTime(time, locale)
}

function dayCell(context: Context, moving: MoveContext, of: MoveDay, chosen: Day | null): DayCell {
	const { locale } = i18nOf(context)
	const { day } = of
	const isOpen = of.kind === 'free'
	const word = wordOf(context, of)
	return {
		day,
		weekday: formatDay(day, locale, 'weekday'),
		date: String(Number(day.slice(8))),
		word,
		spoken: spokenOf(context, of, word),
		to: isOpen ? pathTo(moving, { day }, '#times') : null,
		isCurrent: day === chosen,
		isFew: isOpen && of.isScarce,
	}
}

/**
 * Returns the word below a day of the strip: the price difference, '−36 €' or 'gleich', 'wenige' for few places, or
 * 'voll', 'Ruhetag' or 'anrufen' for a day that cannot be chosen.
 */
function wordOf(context: Context, of: MoveDay): string {
	const { t, locale } = i18nOf(context)
	if (of.kind === 'full') return t('moving.full')
	if (of.kind === 'refused') return t('moving.byPhone')
	if (of.kind === 'closed') {
		const { kind } = openingOn(currentVenue().calendar, of.day)
		return t(kind === 'restDay' ? 'moving.restDay' : 'moving.closed')
	}
	if (of.isScarce) return t('moving.few')
	if (of.difference === 0) return t('moving.same')
	const sign = of.difference < 0 ? '−' : '+'
	return sign + euros(cents(Math.abs(of.difference)), locale).replace(noCents, '')
}

/** Matches the zero cents of an amount, which are left out: '36,00 €' is wider than a day of the strip on a phone. */
const noCents = /[.,]00(?!\d)/

function spokenOf(context: Context, of: MoveDay, word: string): string {
	const { t, locale } = i18nOf(context)
	const day = formatDay(of.day, locale, 'full')
	if (of.kind !== 'free') return t('moving.spokenOff', { day, word })
	const amount = euros(cents(Math.abs(of.difference)), locale)
	if (of.difference === 0) return t('moving.spokenSame', { day })
	return t(of.difference < 0 ? 'moving.spokenLess' : 'moving.spokenMore', { day, amount })
}

/**
 * Returns the page for a chosen time that another booking has taken meanwhile, with the times of that day as they are
 * now.
 */
export async function goneView(
	context: Context,
	moving: MoveContext,
	asked: AskedMove,
): Promise<ChooseView> {
	const { t, locale } = i18nOf(context)
	const { order } = moving
	const view = await chooseView(context, moving, asked.day)
	const when = [
		formatDay(asked.day, locale, 'ofYear'),
		asked.time && t('changing.clock', { time: formatTime(asked.time, locale) }),
	]
	const start = order.lines.find(({ startsAt }) => startsAt !== null)?.startsAt
	const stands = [
		order.day && formatDay(order.day, locale, 'long'),
		start && t('changing.clock', { time: formatTime(start, locale) }),
	]
	return {
		...view,
		title: t('moving.gone.title', { when: when.filter(Boolean).join(', ') }),
		stands: {
			title: t('moving.gone.stands'),
			text: t('moving.gone.text', { when: stands.filter(Boolean).join(', ') }),
		},
	}
}
