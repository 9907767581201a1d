import { pathIn } from '#app/http/page-language.server.ts'
import { locales } from '#app/i18n/i18n.ts'
import { listedPaths } from '#app/models/offer/listed-path.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { alternateLinks, markupAddress } from '#app/pages/search-links.server.ts'

export function loader() {
	const venue = currentVenue()
	const pages = Object.keys(venue.pages).map((slug) => `/pages/${slug}`)
	const urls = [...listedPaths(venue), ...pages].flatMap((path) =>
		locales.map((locale) => {
			const address = markupAddress(pathIn(locale, path))
			return `\t<url><loc>${address}</loc>${alternateLinks('xhtml:link', path)}</url>`
		}),
	)
	const xml = [
		'<?xml version="1.0" encoding="UTF-8"?>',
		'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
		...urls,
		'</urlset>',
		'',
	]
	return new Response(xml.join('\n'), {
		headers: { 'Content-Type': 'application/xml', 'Cache-Control': 'public, max-age=3600' },
	})
}
