import { now } from '#app/gateways/clock.server.ts'
import { inLocale, type MessageKey } from '#app/i18n/i18n.ts'
import type { AskedChange } from '#app/models/booking/asked-lines.ts'
import { askedOf } from '#app/models/booking/asked-numbers.ts'
import type { MoveTime } from '#app/models/booking/move-days.ts'
import { findMoveDays, findMoveTimes } from '#app/models/booking/moves.server.ts'
import { positionIn, type TypedNumbers } from '#app/models/booking/typed-numbers.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { Refused } from '#app/models/result.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import { addDays, instantAt, minuteOf, timeAt } from '#app/models/venue/day.ts'
import type { Dossier } from '#desk/routes/booking/dossier.server.ts'
import { followGuests } from '#desk/routes/booking/numbers.server.ts'
import { planOf } from '#desk/routes/booking/plan.server.ts'
import { shortName } from '#desk/routes/day/rooms-view.server.ts'

/**
 * A day and a time to which a booking can be moved, with its room; `at` is both as a form sends them, '2026-12-06
 * 11:00'.
 */
export type WayTo = { at: string; label: string; room: string | null }

/** The offers where a change finds no room: other times of its day, other days, and as many guests as fit. */
export type Ways = {
	times: WayTo[]
	days: WayTo[]
	fewer: { value: string; label: string } | null
	/** The path of the day's rooms, where staff find another booking to move. No place is sold twice (record 063). */
	rooms: string
}

type Wanted = { day: string; change?: AskedChange; cart: Cart; numbers: TypedNumbers }

const noPlaces = new Set<MessageKey>([
	'errors.noFreePlaces',
	'errors.chooseOtherPeriod',
	'errors.booking.notOffered',
])

const SHOWN = 3
const DAYS_AHEAD = 14

/** Finds the offers after a refused change; null where the refusal has another reason than a lack of room. */
export async function waysOn(
	dossier: Dossier,
	{ message }: Refused,
	{ day, change, cart, numbers }: Wanted,
): Promise<Ways | null> {
	if (!noPlaces.has(message.key)) return null
	const [times, days, fewer] = await Promise.all([
		timesTo(dossier, day, change),
		daysTo(dossier, day, change),
		asManyAsFit(dossier, cart, numbers),
	])
	return {
		times: times.slice(0, SHOWN).map((time) => wayTo(dossier, day, time)),
		days,
		fewer,
		rooms: `/day/${day}/rooms`,
	}
}

/**
 * Lists the times of a day to which the booking, with `change` made, can be moved: those still ahead, the nearest to
 * the booked time first.
 */
export async function timesTo(
	dossier: Dossier,
	day: string,
	change?: AskedChange,
): Promise<MoveTime[]> {
	const { id } = dossier.history.order
	const wanted = { day, ...(change && { change }) }
	const found = await findMoveTimes(id, wanted, now(), actorOf(dossier.staff))
	const booked = visitTimes(dossier.history.order)
	const middle = booked ? minuteOf(timeAt(booked.startsAt)) : 0
	const far = ({ time }: MoveTime) => Math.abs(minuteOf(time ?? '00:00') - middle)
	return (found.ok ? found.value : [])
		.filter(({ time }) => time === null || instantAt(day, time).valueOf() > now().valueOf())
		.toSorted((one, other) => far(one) - far(other))
}

/**
 * Lists up to three of the 14 days after `day` on which the whole booking fits, each with the time nearest to the
 * booked one.
 */
export async function daysTo(
	dossier: Dossier,
	day: string,
	change?: AskedChange,
): Promise<WayTo[]> {
	const { id } = dossier.history.order
	const [first, last] = [addDays(day, 1), addDays(day, DAYS_AHEAD)]
	const wanted = { first, last, ...(change && { change }) }
	const found = await findMoveDays(id, wanted, now(), actorOf(dossier.staff))
	const free = (found.ok ? found.value : []).filter(({ kind }) => kind === 'free').slice(0, SHOWN)
	const ways = await Promise.all(
		free.map(async (it) => {
			const [time] = await timesTo(dossier, it.day, change)
			return time ? [wayTo(dossier, it.day, time)] : []
		}),
	)
	return ways.flat()
}

function wayTo({ words: { locale } }: Dossier, day: string, { time, room }: MoveTime): WayTo {
	const words = [formatDay(day, locale, 'short'), time && formatTime(time, locale)]
	return {
		at: `${day} ${time ?? 'any'}`,
		label: words.filter(Boolean).join(' '),
		room: room && shortName(inLocale(room.name, locale)),
	}
}

/**
 * Finds the most guests for whom there is room at the booked time: more than booked and fewer than wished. Tries the
 * eight numbers below the wished one, and returns null where none of them fits.
 */
async function asManyAsFit(
	dossier: Dossier,
	cart: Cart,
	numbers: TypedNumbers,
): Promise<Ways['fewer']> {
	const venue = currentVenue()
	const line = cart.lines.find((it) => (numbers.lines[positionIn(it)] ?? 0) > it.quantity)
	if (!line) return null
	const at = positionIn(line)
	const wished = numbers.lines[at] ?? 0
	const first = Math.max(line.quantity + 1, wished - MOST_TRIES)
	for (let count = wished - 1; count >= first; count -= 1) {
		const fewer = { ...numbers, lines: { ...numbers.lines, [at]: count } }
		const followed = followGuests(venue, cart, fewer, { at, from: wished })
		const planned = await planOf(dossier, askedOf(venue, cart, followed, {}))
		if (!planned.ok) continue
		const label = dossier.words.t('booking.changeForm.onlyGuests', { count })
		return { value: `${at}:${count}`, label }
	}
	return null
}

const MOST_TRIES = 8
