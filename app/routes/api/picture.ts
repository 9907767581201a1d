import { findAsked, hasPicture } from '#app/gateways/pictures.server.ts'
import { addressHashOf } from '#app/http/address.server.ts'
import { isNotModified } from '#app/http/not-modified.ts'
import { inPictureQueue } from '#app/http/picture-queue.server.ts'
import { readPictureRequest } from '#app/models/picture.ts'

import type { Route } from './+types/picture.ts'

/** Answers a picture in the size and format that the address names. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
	const wanted = readPictureRequest(url.pathname.slice('/_ipx/'.length))
	if (!wanted.ok) {
		const isMissing = wanted.file !== null && !(await hasPicture(wanted.file))
		return refusal(isMissing ? 404 : wanted.status)
	}
	const picture = await findAsked(wanted.file, wanted.modifiers)
	if (picture === null) return refusal(404)

	const { type, changedAt } = picture
	const tag = `"${picture.tag}"`
	const headers = {
		'Content-Security-Policy': "default-src 'none'",
		'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
		'Last-Modified': changedAt.toUTCString(),
		ETag: tag,
	}
	if (isNotModified(request.headers, { tag, changedAt }))
		return new Response(null, { status: 304, headers })

	const asker = { address: addressHashOf(context), signal: request.signal }
	const data = (await picture.kept()) ?? (await inPictureQueue(picture, asker))
	if (data === null) return refusal(404)
	if (data === 'busy') return refusal(429)
	// The visitor has left and reads no answer, but the response needs a status.
	if (data === 'left') return refusal(499)
	return new Response(new Uint8Array(data), { headers: { ...headers, 'Content-Type': type } })
}

function refusal(status: 400 | 403 | 404 | 429 | 499) {
	return new Response(null, {
		status,
		headers: {
			'Content-Security-Policy': "default-src 'none'",
			...(status === 429 && { 'Retry-After': '2' }),
		},
	})
}
