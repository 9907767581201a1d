import Holidays from 'date-holidays'

import type { LocalText } from '#app/i18n/i18n.ts'

/**
 * The public holiday that 'YYYY-MM-DD' is in a German federal state ('BY', 'NW' …), by its name; null: none.
 * Holidays of single towns and holidays of schools, banks and shops do not count.
 */
export function publicHolidayOn(federalState: string, day: string): LocalText | null {
	return holidaysOf(federalState, day.slice(0, 4)).get(day) ?? null
}

const years = new Map<string, ReadonlyMap<string, LocalText>>()

function holidaysOf(federalState: string, year: string): ReadonlyMap<string, LocalText> {
	const key = `${federalState} ${year}`
	let found = years.get(key)
	if (!found) {
		found = load(federalState, year)
		years.set(key, found)
	}
	return found
}

function load(federalState: string, year: string): ReadonlyMap<string, LocalText> {
	const library = new Holidays('DE', federalState)
	const english = namesByDay(library, year, 'en')
	return new Map(
		[...namesByDay(library, year, 'de')].map(([day, de]) => [
			day,
			{ de, en: english.get(day) ?? de },
		]),
	)
}

/** `date` begins with the local day; `start` is an instant, and an instant has no day without a zone. */
function namesByDay(library: Holidays, year: string, language: string): Map<string, string> {
	return new Map(
		library
			.getHolidays(year, language)
			.filter((holiday) => holiday.type === 'public')
			.map((holiday) => [holiday.date.slice(0, 10), holiday.name]),
	)
}
