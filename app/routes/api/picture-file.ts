import { createReadStream } from 'node:fs'

import { createReadableStreamFromReadable } from '@react-router/node'

import { findPictureFile } from '#app/gateways/pictures.server.ts'
import { isNotModified } from '#app/http/not-modified.ts'

import type { Route } from './+types/picture-file.ts'

/** Answers a picture file unchanged: the venue's, or else the shop's own with that name; 404 without either. */
export async function loader({ request, params }: Route.LoaderArgs) {
	const picture = await findPictureFile(params.file)
	if (!picture) return new Response(null, { status: 404, headers: policy })

	const { path, type, tag, bytes, changedAt } = picture
	const headers = {
		...policy,
		'Cache-Control': 'public, max-age=3600',
		'Last-Modified': changedAt.toUTCString(),
		ETag: tag,
	}
	if (isNotModified(request.headers, { tag, changedAt }))
		return new Response(null, { status: 304, headers })
	const body =
		request.method === 'HEAD' ? null : createReadableStreamFromReadable(createReadStream(path))
	return new Response(body, {
		headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes) },
	})
}

/**
 * The headers with a content security policy under which an SVG that is opened by itself runs no script and fetches
 * nothing.
 */
const policy = {
	'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
