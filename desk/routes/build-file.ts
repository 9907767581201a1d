import { data } from 'react-router'

import { buildFileAnswer } from '#app/http/build-file.server.ts'

import type { Route } from './+types/build-file.ts'

/**
 * Answers a script, style or font that a page of another build of the desk asks for; 404 where no build that is kept
 * has it.
 */
export async function loader({ params }: Route.LoaderArgs) {
	const answer = await buildFileAnswer('desk', params.file)
	if (!answer) throw data(null, 404)
	return answer
}
