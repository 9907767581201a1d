import { languageTags } from '#app/i18n/i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { sessionIdOf, visitorSession } from '#app/middleware/session.server.ts'

import type { Route } from './+types/guid.ts'

/**
 * Answers a UUID that names this browser: with a session the one that the session keeps, without a session a new one
 * each time.
 */
export function loader({ context }: Route.LoaderArgs) {
	const session = visitorSession(context)
	const guid = session.get('guid') ?? crypto.randomUUID()
	if (sessionIdOf(context) !== null) session.set('guid', guid)
	return Response.json(guid, {
		headers: {
			'Cache-Control': 'no-store',
			'Content-Language': languageTags[localeOf(context)],
			Vary: 'Accept-Language, Cookie',
		},
	})
}
