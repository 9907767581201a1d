import { siteOrigin } from '#app/http/origin.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

export function loader() {
	const paths = ['/', ...Object.keys(currentVenue().pages).map((slug) => `/pages/${slug}`)]
	const urls = paths.map((path) => `\t<url><loc>${siteOrigin}${path}</loc></url>`)
	const xml = [
		'<?xml version="1.0" encoding="UTF-8"?>',
		'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
		...urls,
		'</urlset>',
		'',
	]
	return new Response(xml.join('\n'), {
		headers: { 'Content-Type': 'application/xml', 'Cache-Control': 'public, max-age=3600' },
	})
}
