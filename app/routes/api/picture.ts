import { makePicture } from '#app/gateways/pictures.server.ts'
import { isNotModified } from '#app/middleware/not-modified.ts'
import { readPictureRequest } from '#app/models/picture.ts'

import type { Route } from './+types/picture.ts'

/** A picture in the size and format its address says. */
export async function loader({ request, url }: Route.LoaderArgs) {
	const wanted = readPictureRequest(url.pathname.slice('/_ipx/'.length))
	if (!wanted.ok) return refusal(wanted.status)
	const picture = await makePicture(wanted.file, wanted.modifiers)
	if (picture === null) return refusal(404)
	if (picture === 'busy') return refusal(429)

	const { data, type, changedAt } = picture
	const tag = `"${picture.tag}"`
	const headers = {
		'Content-Security-Policy': "default-src 'none'",
		'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
		'Last-Modified': changedAt.toUTCString(),
		ETag: tag,
	}
	if (isNotModified(request.headers, { tag, changedAt }))
		return new Response(null, { status: 304, headers })
	return new Response(new Uint8Array(data), { headers: { ...headers, 'Content-Type': type } })
}

function refusal(status: 400 | 403 | 404 | 429) {
	return new Response(null, {
		status,
		headers: {
			'Content-Security-Policy': "default-src 'none'",
			...(status === 429 && { 'Retry-After': '2' }),
		},
	})
}
