import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { wrapUnbroken } from '#app/i18n/line-breaks.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'
import type { Calendar } from '#app/models/venue/calendar.ts'
import { withHoursOfNow } from '#app/models/venue/hours-table.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import * as keptTogether from '#app/ui/kept-together.css.ts'

type Saying = { slug: string; page: Venue['pages'][string]; locale: Locale; today: Day }

/** Returns the title, HTML and first words of a content page in one language on a day; memoized by the calendar. */
export const contentWords = memoizeByOwner(
	(calendar: Calendar, { page, locale, today }: Saying) => {
		const html = withHoursOfNow(inLocale(page.html, locale), calendar, locale, today)
		return {
			title: inLocale(page.title, locale),
			html: wrapUnbroken(html, keptTogether.word),
			start: startOf(html),
		}
	},
	({ slug, locale, today }) => `${slug} ${locale} ${today}`,
)

const LONGEST_START = 150

/**
 * Returns the first words of a page for search results, at most 150 characters; skips quotations, which are remarks
 * about the page.
 */
function startOf(html: string): string {
	const text = html
		.replace(/<blockquote>[\s\S]*?<\/blockquote>/g, '')
		.replaceAll(/<[^>]+>/g, ' ')
		.replaceAll('&amp;', '&')
		.replaceAll(/&#?\w+;/g, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim()
	if (text.length <= LONGEST_START) return text
	return `${text.slice(0, LONGEST_START).replace(/\s\S*$/, '')} …`
}
