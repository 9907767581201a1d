import type { Site } from '#app/gateways/built-files.server.ts'
import { findBuildFile } from '#app/models/operator/build-files.server.ts'

/**
 * Answers with a script, style or font of another build of a site; the server itself serves those of its own build. So
 * pages stay whole while two builds serve behind one balancer (faults J2). Null when no build that is kept has a file
 * of this name.
 */
export async function buildFileAnswer(site: Site, name: string): Promise<Response | null> {
	const [, ending = ''] = buildFile.exec(name) ?? []
	const type = types[ending]
	const content = type === undefined ? null : await findBuildFile(site, name)
	if (type === undefined || content === null) return null
	return new Response(new Uint8Array(content), {
		headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' },
	})
}

/** Matches the names that builds give files; no other text is looked up (Postgres refuses NUL, faults E4). */
const buildFile = /^[\w.-]+\.(js|css|svg|woff2)$/

const types: Record<string, string | undefined> = {
	js: 'text/javascript; charset=utf-8',
	css: 'text/css; charset=utf-8',
	svg: 'image/svg+xml',
	woff2: 'font/woff2',
}
