import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

export type DayKind = 'weekday' | 'weekend'

/**
 * A day ('YYYY-MM-DD') that is open as any other and that no other test of this run has: whoever makes its
 * folder first has it.
 */
export async function claimDay(kind: DayKind): Promise<string> {
	const taken = join(process.env['SHOP_DATA_DIR'] ?? '', 'days-of-tests')
	await mkdir(taken, { recursive: true })
	for (const day of daysAhead().filter((day) => kindOf(day) === kind)) {
		const isOurs = await mkdir(join(taken, day)).then(
			() => true,
			() => false,
		)
		if (isOurs) return day
	}
	throw new Error(`no ${kind} left within the horizon of the demo venue`)
}

/** 'Samstag, 5. Dezember 2026' */
export function longDay(day: string, language = 'de-DE'): string {
	return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(utc(day))
}

export function addDays(day: string, days: number): string {
	return utc(day, days).toISOString().slice(0, 10)
}

/** Today as the venue's clock has it. */
export function today(): string {
	return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format()
}

/** From next week on until shortly before the horizon (180 days), without the days around Christmas. */
function daysAhead(): string[] {
	return Array.from({ length: 165 }, (_, index) => addDays(today(), 8 + index)).filter(
		(day) => !/-(12-(24|25|26|31)|01-01)$/.test(day),
	)
}

/** Mondays are rest days; from Tuesday to Friday everything opens at 14:00 at the latest. */
function kindOf(day: string): DayKind | null {
	const weekday = utc(day).getUTCDay()
	if (weekday === 1) return null
	return weekday === 6 || weekday === 0 ? 'weekend' : 'weekday'
}

function utc(day: string, plus = 0): Date {
	const date = new Date(`${day}T00:00:00Z`)
	date.setUTCDate(date.getUTCDate() + plus)
	return date
}
