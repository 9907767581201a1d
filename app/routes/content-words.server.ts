import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { wrapUnbroken } from '#app/i18n/line-breaks.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import * as keptTogether from '#app/ui/kept-together.css.ts'

/** Returns what a content page says in one language; made once for each version of the venue. */
export const contentWords = memoizeByOwner((page: Venue['pages'][string], locale: Locale) => {
	const html = inLocale(page.html, locale)
	return {
		title: inLocale(page.title, locale),
		html: wrapUnbroken(html, keptTogether.word),
		start: startOf(html),
	}
})

const LONGEST_START = 150

/** The first words of a page, for search results; skips quotations, which are remarks about the page. */
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
