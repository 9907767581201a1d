import type { RouterContextProvider } from 'react-router'

import { nonceOf } from '#app/middleware/security.server.ts'

type Context = Readonly<RouterContextProvider>

/** The finished bytes of a page, cut at the values that each visitor has for himself. */
export type KeptPage = {
	/** Bytes, or which own value stands there. */
	parts: readonly (Uint8Array | string)[]
	size: number
	status: number
	type: string
}

/** Other values than the nonce that are the visitor's own, by name; base64url, with dots and dashes. */
export type Own = Readonly<Record<string, string>>

/** Cuts a page; what is left of the answer must be the same for everybody. */
export async function cutPage(response: Response, context: Context, own: Own): Promise<KeptPage> {
	const names = new Map([
		[nonceOf(context), 'nonce'],
		...Object.entries(own).map(([name, value]) => [value, name] as const),
	])
	const pattern = [...names.keys()].map((value) => value.replaceAll('.', '\\.')).join('|')
	const pieces = (await response.text()).split(new RegExp(`(${pattern})`))
	const encoder = new TextEncoder()
	const parts = pieces.map((piece) => names.get(piece) ?? encoder.encode(piece))
	return {
		parts,
		size: parts.reduce((size, part) => size + part.length, 0),
		status: response.status,
		type: response.headers.get('Content-Type') ?? '',
	}
}

/** The page for another visitor, with values of his own. */
export function givePage(page: KeptPage, context: Context, own: Own): Response {
	const values: Own = { ...own, nonce: nonceOf(context) }
	const body = Buffer.concat(
		page.parts.map((part) => (typeof part === 'string' ? Buffer.from(values[part] ?? '') : part)),
	)
	return new Response(body, { status: page.status, headers: { 'Content-Type': page.type } })
}

/**
 * Of a page that others get as well: scripts would show it again from the data it was made with, and those
 * are another visitor's.
 */
export async function withoutScripts(made: Response): Promise<Response> {
	const page = await made.text()
	return new Response(
		page.replaceAll(/<script\b.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, ''),
		made,
	)
}
