import { siteOrigin } from '#app/http/origin.server.ts'
import { choiceParameters } from '#app/pages/search-links.server.ts'

export function loader() {
	const text = [
		'User-agent: *',
		'Disallow: /cart',
		'Disallow: /checkout/',
		'Disallow: /pay/',
		'Disallow: /payment/',
		'Disallow: /booking/',
		'Disallow: /api/',
		'Disallow: /pages/*/file',
		...choiceParameters.map((name) => `Disallow: /*?*${name}=`),
		`Sitemap: ${siteOrigin}/sitemap.xml`,
		'',
	]
	return new Response(text.join('\n'), {
		headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'public, max-age=3600' },
	})
}
