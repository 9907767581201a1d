import { orNotFound } from '#app/middleware/not-found.server.ts'
import { findBuildFile } from '#app/models/operator/build-files.server.ts'

import type { Route } from './+types/build-file.ts'

/**
 * Answers a script, style or font of another build; the server itself serves those of its own. Pages stay whole while
 * two builds serve behind one balancer (faults J2).
 */
export async function loader({ params }: Route.LoaderArgs) {
	const [, ending = ''] = buildFile.exec(params.file) ?? []
	const content = orNotFound(ending ? await findBuildFile(params.file) : null)
	return new Response(new Uint8Array(content), {
		headers: {
			'Content-Type': orNotFound(types[ending]),
			'Cache-Control': 'public, max-age=31536000, immutable',
		},
	})
}

/** The names that builds give files; other text is not looked up (Postgres refuses NUL, faults E4). */
const buildFile = /^[\w.-]+\.(js|css|svg|woff2)$/

const types: Record<string, string | undefined> = {
	js: 'text/javascript; charset=utf-8',
	css: 'text/css; charset=utf-8',
	svg: 'image/svg+xml',
	woff2: 'font/woff2',
}
