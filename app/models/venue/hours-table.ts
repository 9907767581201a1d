import type { Locale } from '#app/i18n/i18n.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { weekdays, type Calendar, type Hours } from '#app/models/venue/calendar.ts'
import { formatDay, formatHours, weekdayNames } from '#app/models/venue/date-format.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Writes the opening hours as a table in Markdown: weekdays, holidays, then each single day that differs. */
export function hoursTable(calendar: Calendar, locale: Locale): string {
	const [head = [], ...rows] = [...usualRows(calendar, locale), ...singleRows(calendar, locale)]
	return [head, head.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.map(cell).join(' | ')} |`)
		.join('\n')
}

/**
 * Replaces the table of opening hours in the HTML of a page by that of the present calendar: `hoursTable` was written
 * when the venue's files were applied, and staff have closed days or changed their hours since. Of the single days,
 * those from `from` on are listed. Any other table, and a page without one, stay as they are (faults N184).
 */
export function withHoursOfNow(
	html: string,
	calendar: Calendar,
	locale: Locale,
	from: Day,
): string {
	const usual = usualRows(calendar, locale)
	const texts = usual.flat().map((text) => inHtml(onOneLine(text)))
	const single = singleRows(calendar, locale, from)
	return html.replace(/<table>[\s\S]*?<\/table>/g, (table) => {
		const cells = [...table.matchAll(/<t[hd](?: [^>]*)?>([\s\S]*?)<\/t[hd]>/g)].map(
			([, text]) => text,
		)
		if (texts.some((text, index) => cells[index] !== text)) return table
		const rows = table.split('</tr>').slice(0, usual.length)
		return `${rows.map((row) => `${row}</tr>`).join('')}${single.map(rowInHtml).join('')}</tbody></table>`
	})
}

/** Makes the first rows of the table of hours: its head, the weekdays and the holidays. */
function usualRows(calendar: Calendar, locale: Locale): string[][] {
	const t = translator(locale)
	const week = weekdayNames(locale)
	const nameOf = (index: number) => week[index]?.long ?? ''
	return [
		[t('hoursTable.day'), t('hoursTable.open')],
		...weekdayGroups(calendar).map(({ first, last, hours }) => [
			first === last
				? nameOf(first)
				: t(rangeWord(first, last), { first: nameOf(first), last: nameOf(last) }),
			hours ? formatHours(hours, locale) : t('calendar.restDay'),
		]),
		[t('hoursTable.publicHolidays'), formatHours(calendar.publicHolidays, locale)],
		[t('hoursTable.schoolHolidays'), formatHours(calendar.schoolHolidays, locale)],
	]
}

/**
 * Makes the rows of the single days whose hours differ: with `from` the days from then on in their order, without it
 * all days as the files list them.
 */
function singleRows({ overrides }: Calendar, locale: Locale, from?: Day): string[][] {
	const shown =
		from === undefined
			? overrides
			: overrides
					.filter(({ day }) => day >= from)
					.toSorted((one, other) => one.day.localeCompare(other.day))
	return shown.map(({ day, label, hours }) => [
		`${formatDay(day, locale)} (${inLocale(label, locale)})`,
		hours ? formatHours(hours, locale) : translator(locale)('hoursTable.closed'),
	])
}

function rowInHtml(cells: readonly string[]): string {
	return `<tr>${cells.map((text) => `<td>${inHtml(text)}</td>`).join('')}</tr>`
}

function inHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Groups neighbouring weekdays with equal hours, by position in the week: Monday is 0. */
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

/**
 * Writes a text for a cell of a Markdown table, without line breaks and with escaped bars: labels of days must not end
 * their cell.
 */
function cell(text: string): string {
	return onOneLine(text).replaceAll('|', '\\|')
}

function onOneLine(text: string): string {
	return text.replace(/\s+/g, ' ')
}
