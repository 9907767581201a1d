import type { IncomingMessage, ServerResponse } from 'node:http'

export type Html = { status: number; headers: Record<string, string>; html: string }

/** Reads a body of at most 256 KB; null when it is longer. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
	const chunks: Buffer[] = []
	let size = 0
	for await (const chunk of request) {
		size += chunk.length
		if (size > LARGEST_BODY) return null
		chunks.push(chunk)
	}
	return Buffer.concat(chunks).toString('utf8')
}

export function sendJson(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
) {
	response.writeHead(status, { ...headers, 'content-type': 'application/json' })
	response.end(JSON.stringify(body, null, 2))
}

export function sendHtml(response: ServerResponse, { status, headers, html }: Html) {
	response.writeHead(status, {
		...headers,
		'content-type': 'text/html; charset=utf-8',
		'cache-control': 'no-store',
	})
	response.end(html)
}

/** Redirects the browser with a GET. */
export function sendOn(response: ServerResponse, location: string) {
	response.writeHead(303, { location, 'cache-control': 'no-store' })
	response.end()
}

const LARGEST_BODY = 256 * 1024
