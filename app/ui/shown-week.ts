import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { texts } from '#app/i18n/texts.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { formatDay, formatHours } from '#app/models/venue/date-format.ts'
import { weekOf } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import type { ShownDay } from '#app/ui/opening-hours.tsx'

/** Returns the opening hours of the week around `current` in words, with `current` marked as today. */
export function shownWeek({ calendar }: Venue, locale: Locale, current: Day): ShownDay[] {
	return weekOf(current).map((day) => {
		const { kind, hours, label } = openingOn(calendar, day)
		const words = texts[locale].calendar
		return {
			day,
			name: formatDay(day, locale, 'weekdayName'),
			hours: hours ? formatHours(hours, locale) : words[kind],
			note: label ? inLocale(label, locale) : null,
			isToday: day === current,
		}
	})
}
