import { buildFileAnswer } from '#app/http/build-file.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'

import type { Route } from './+types/build-file.ts'

/**
 * Answers a script, style or font of another build of the shop, for pages that came from it; 404 when it is not kept.
 */
export async function loader({ params }: Route.LoaderArgs) {
	return orNotFound(await buildFileAnswer('shop', params.file))
}
