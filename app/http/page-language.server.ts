import { languageOf } from '#app/http/locale.server.ts'
import { ownAddress } from '#app/http/own-path.ts'
import { locales, type Locale } from '#app/i18n/i18n.ts'

/** The parameter by which search engines find a page in the other language; no link within the shop carries it. */
const PARAMETER = 'lng'

/** Returns the locale that the address of the start page or of a content page asks for. */
export function addressLocale({ pathname, searchParams }: URL): Locale | undefined {
	if (!isTranslated(pathname)) return undefined
	const [asked, ...others] = searchParams.getAll(PARAMETER)
	return others.length > 0 ? undefined : locales.find((locale) => languageOf(locale) === asked)
}

/** True for the pages that search engines list in both languages. */
export function isTranslated(pathname: string): boolean {
	return pathname === '/' || pathname.startsWith('/pages/')
}

/** Returns the address at which a page is in that language whatever the browser says: German has none of its own. */
export function pathIn(locale: Locale, path: string): string {
	if (locale === 'de-DE') return path
	return `${path}${path.includes('?') ? '&' : '?'}${PARAMETER}=${languageOf(locale)}`
}

/** Returns a path of our own site without the language that it asks for. */
export function inAnyLanguage(path: string): string {
	const url = ownAddress(path)
	if (!url.searchParams.has(PARAMETER)) return path
	url.searchParams.delete(PARAMETER)
	return url.pathname + url.search + url.hash
}
