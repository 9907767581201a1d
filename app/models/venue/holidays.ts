import Holidays from 'date-holidays'

import type { LocalText } from '#app/i18n/i18n.ts'

/** A German federal state ('BY', 'NW' …), and a part of it that has holidays of its own ('A': Augsburg). */
export type HolidayPlace = { federalState: string; holidayRegion?: string | undefined }

/**
 * The public holiday that 'YYYY-MM-DD' is in a place, by its name; null: none. Without a region those of single
 * towns do not count, and those of schools, banks and shops never do.
 */
export function publicHolidayOn(place: HolidayPlace, day: string): LocalText | null {
	return holidaysOf(place, day.slice(0, 4)).get(day) ?? null
}

/** The regions of a federal state with holidays of their own, as 'A (Stadt Augsburg)'. */
export function holidayRegions(federalState: string): ReadonlyMap<string, string> {
	const regions: Record<string, string> = new Holidays().getRegions('DE', federalState) ?? {}
	return new Map(Object.entries(regions))
}

const years = new Map<string, ReadonlyMap<string, LocalText>>()

function holidaysOf(place: HolidayPlace, year: string): ReadonlyMap<string, LocalText> {
	const key = `${place.federalState} ${place.holidayRegion ?? ''} ${year}`
	let found = years.get(key)
	if (!found) {
		found = load(place, year)
		years.set(key, found)
	}
	return found
}

function load(
	{ federalState, holidayRegion }: HolidayPlace,
	year: string,
): ReadonlyMap<string, LocalText> {
	const library = holidayRegion
		? new Holidays('DE', federalState, holidayRegion)
		: new Holidays('DE', federalState)
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
