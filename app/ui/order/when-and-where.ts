import type { LocalText, Locale } from '#app/i18n/i18n.ts'
import { roomWords } from '#app/models/order/room-words.ts'
import { formatMinutes, formatTimeRange } from '#app/models/venue/date-format.ts'

type Placed = {
	title: LocalText
	startsAt: Date | string | null
	endsAt: Date | string | null
	room: LocalText | null
}

/** Returns time and room in words: '14:00–16:00 Uhr (2 Std.), Partyraum Mars'; '' without both. */
export function whenAndWhere(placed: Placed, locale: Locale): string {
	const { startsAt, endsAt } = placed
	const parts = [
		startsAt && endsAt && timeWords(new Date(startsAt), new Date(endsAt), locale),
		roomWords(placed, locale),
	]
	return parts.filter(Boolean).join(', ')
}

function timeWords(startsAt: Date, endsAt: Date, locale: Locale) {
	const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)
	// Keeps the brackets on one line.
	const duration = durationWords(minutes, locale).replaceAll(' ', '\u00a0')
	return `${formatTimeRange(startsAt, endsAt, locale)} (${duration})`
}

/** Returns a duration in minutes in words: '2 Std. 30 Min.' */
function durationWords(minutes: number, locale: Locale) {
	const rest = minutes % 60
	const parts = [minutes - rest, rest].filter((part) => part > 0)
	return parts.map((part) => formatMinutes(part, locale)).join(' ')
}
