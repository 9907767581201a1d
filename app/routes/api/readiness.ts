import { readiness } from '#app/models/operator/readiness.server.ts'

/** Answers 200 when the database answers, takes writes and is migrated; else 503 with the reason. */
export async function loader() {
	const headers = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }
	const found = await readiness()
	if (found === 'ready') return new Response('ready\n', { headers })
	return new Response(`${found}\n`, { status: 503, headers: { ...headers, 'Retry-After': '2' } })
}
