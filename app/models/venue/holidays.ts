import Holidays from 'date-holidays'

import type { LocalText } from '#app/i18n/i18n.ts'

/** A German federal state ('BY', 'NW' …), and a part of the state with holidays of its own ('A': Augsburg). */
export type HolidayPlace = { federalState: string; holidayRegion?: string | undefined }

/**
 * Finds the name of the public holiday on 'YYYY-MM-DD' in a place; null when there is none. Holidays of single towns
 * are found with a region alone; those of schools, banks and shops never are.
 */
export function publicHolidayOn(place: HolidayPlace, day: string): LocalText | null {
	return holidaysOf(place, day.slice(0, 4)).get(day) ?? null
}

/** Lists the regions of a federal state that have holidays of their own, from code to name: 'A' to 'Stadt Augsburg'. */
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

/** Lists the names of a year's public holidays by day. Reads the library's `date`, which begins with the local day. */
function namesByDay(library: Holidays, year: string, language: string): Map<string, string> {
	return new Map(
		library
			.getHolidays(year, language)
			.filter((holiday) => holiday.type === 'public')
			.map((holiday) => [holiday.date.slice(0, 10), holiday.name]),
	)
}
