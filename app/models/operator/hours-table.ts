import type { Locale } from '#app/i18n/i18n.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { weekdays, type Calendar, type Hours } from '#app/models/venue/calendar.ts'
import { formatDay, formatHours, weekdayNames } from '#app/models/venue/date-format.ts'

/** The opening hours as a table in Markdown: weekdays, holidays, then each day that differs. */
export function hoursTable(calendar: Calendar, locale: Locale): string {
	const t = translator(locale)
	const week = weekdayNames(locale)
	const shown = (hours: Hours | null, none: string) => (hours ? formatHours(hours, locale) : none)
	const rows = [
		[t('hoursTable.day'), t('hoursTable.open')],
		['---', '---'],
		...weekdayGroups(calendar).map(({ first, last, hours }) => [
			first === last ? nameOf(first) : t(rangeWord(first, last), names(first, last)),
			shown(hours, t('calendar.restDay')),
		]),
		[t('hoursTable.publicHolidays'), shown(calendar.publicHolidays, '')],
		[t('hoursTable.schoolHolidays'), shown(calendar.schoolHolidays, '')],
		...calendar.overrides.map(({ day, label, hours }) => [
			`${formatDay(day, locale)} (${inLocale(label, locale)})`,
			shown(hours, t('hoursTable.closed')),
		]),
	]
	return rows.map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')

	function nameOf(index: number): string {
		return week[index]?.long ?? ''
	}
	function names(first: number, last: number) {
		return { first: nameOf(first), last: nameOf(last) }
	}
}

/** Groups of neighbouring weekdays with equal hours, by position in the week: Monday is 0. */
function weekdayGroups({ weekdays: week }: Calendar) {
	const groups: { first: number; last: number; hours: Hours | null }[] = []
	for (const [index, weekday] of weekdays.entries()) {
		const hours = week[weekday]
		const group = groups.at(-1)
		if (group && group.hours?.opens === hours?.opens && group.hours?.closes === hours?.closes)
			group.last = index
		else groups.push({ first: index, last: index, hours })
	}
	return groups
}

function rangeWord(first: number, last: number) {
	return last === first + 1 ? ('hoursTable.two' as const) : ('hoursTable.several' as const)
}

/** A text in a cell, without line breaks and with escaped bars: labels of days must not end their cell. */
function cell(text: string): string {
	return text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
}
