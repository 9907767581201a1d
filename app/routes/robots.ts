import { siteOrigin } from '#app/http/origin.server.ts'

export function loader() {
	const text = [
		'User-agent: *',
		'Disallow: /cart',
		'Disallow: /checkout/',
		'Disallow: /pay/',
		'Disallow: /payment/',
		'Disallow: /booking/',
		'Disallow: /api/',
		`Sitemap: ${siteOrigin}/sitemap.xml`,
		'',
	]
	return new Response(text.join('\n'), {
		headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'public, max-age=3600' },
	})
}
