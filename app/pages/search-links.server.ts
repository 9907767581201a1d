import { siteOrigin } from '#app/http/origin.server.ts'
import { isTranslated, pathIn } from '#app/http/page-language.server.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { listedPath } from '#app/models/offer/listed-path.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Returns the links by which search engines know a page's one address and its translations, for its head. '' for a page
 * whose address is for one visitor.
 */
export function searchLinksOf({ pathname, searchParams }: URL, locale: Locale): string {
	if (!isTranslated(pathname)) return forEverybody.has(pathname) ? canonicalLink(pathname) : ''
	const path = pathname === '/' ? listedPath(currentVenue(), searchParams) : pathname
	return canonicalLink(pathIn(locale, path)) + alternateLinks('link', path)
}

const forEverybody = new Set(['/login', '/register', '/forgot-password', '/withdrawal'])

function canonicalLink(path: string): string {
	return `<link rel="canonical" href="${markupAddress(path)}"/>`
}

/** Writes the links to a page in each language; `tag` is `link` in HTML and `xhtml:link` in a sitemap. */
export function alternateLinks(tag: 'link' | 'xhtml:link', path: string): string {
	const languages = { de: 'de-DE', en: 'en-EN', 'x-default': 'de-DE' } as const
	return Object.entries(languages)
		.map(([hreflang, locale]) => {
			const href = markupAddress(pathIn(locale, path))
			return `<${tag} rel="alternate" hreflang="${hreflang}" href="${href}"/>`
		})
		.join('')
}

/** Writes a path as a whole address for HTML or XML; a URL itself holds no quotation mark and no bracket. */
export function markupAddress(path: string): string {
	return siteOrigin + path.replaceAll('&', '&amp;')
}

/** Marks the links whose address holds a visitor's choice: a search engine would follow them without an end. */
export function withoutChoicesFollowed(html: string): string {
	return html.replaceAll(toChoice, '<a rel="nofollow" ')
}

/** The parameters that hold a visitor's choices, which no search engine is to try one by one. */
export const choiceParameters = [
	'callbackUrl',
	'day',
	'duration',
	'guests',
	'month',
	'occasion',
	'take',
	'time',
]

const toChoice = new RegExp(
	String.raw`<a (?=[^>]*href="/[^"]*[?;](?:${choiceParameters.join('|')})=)`,
	'g',
)
