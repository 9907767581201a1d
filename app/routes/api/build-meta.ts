import { build } from '#app/ui/build.ts'

import type { Route } from './+types/build-meta.ts'

/** Answers the metadata of a build, which never change under its id; 404 for the id of an older build. */
export function loader({ params }: Route.LoaderArgs) {
	if (params.file !== `${build.id}.json`)
		return Response.json({ statusCode: 404, message: 'No such build' }, { status: 404 })
	return Response.json(build, {
		headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
	})
}
