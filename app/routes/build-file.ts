import { orNotFound } from '#app/middleware/not-found.server.ts'
import { findBuildFile } from '#app/models/operator/build-files.server.ts'

import type { Route } from './+types/build-file.ts'

/**
 * A script, style or font of another build than the one that runs here; the server gives out its own before it asks
 * the shop. A page stays whole while two builds serve behind one balancer (faults J2).
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

/** As the build names them; the database takes no NUL (faults E4). */
const buildFile = /^[\w.-]+\.(js|css|svg|woff2)$/

const types: Record<string, string | undefined> = {
	js: 'text/javascript; charset=utf-8',
	css: 'text/css; charset=utf-8',
	svg: 'image/svg+xml',
	woff2: 'font/woff2',
}
