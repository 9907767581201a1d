import { currentVenue } from '#app/models/venue/current.server.ts'

/** Answers the web app manifest, by which a phone can put the shop among its apps. */
export function loader() {
	const { name } = currentVenue()
	const manifest = {
		name,
		short_name: name,
		start_url: '/',
		display: 'minimal-ui',
		background_color: '#120f24',
		theme_color: '#120f24',
		icons: [
			{ src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
			{ src: '/icon-192.png', type: 'image/png', sizes: '192x192', purpose: 'any maskable' },
			{ src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
		],
	}
	return Response.json(manifest, {
		headers: {
			'Content-Type': 'application/manifest+json',
			'Cache-Control': 'public, max-age=3600',
		},
	})
}
