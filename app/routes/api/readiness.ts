import { isReady } from '#app/models/operator/readiness.server.ts'

/** The database answers and is migrated, so this process can serve visitors. */
export async function loader() {
	const headers = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }
	if (await isReady()) return new Response('ready\n', { headers })
	return new Response('not ready\n', { status: 503, headers: { ...headers, 'Retry-After': '2' } })
}
