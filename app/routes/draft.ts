import { redirect } from 'react-router'

import { ownAddress } from '#app/http/own-path.ts'
import { keepTyped } from '#app/middleware/draft.server.ts'
import { sessionIdOf } from '#app/middleware/session.server.ts'

import type { Route } from './+types/draft.ts'

/** There is nothing to see here. */
export function loader() {
	return redirect('/')
}

/** Keeps what stands in a form while it is being filled in. A visit without a session has nothing to keep it in. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await request.formData()
	if (sessionIdOf(context))
		await keepTyped(context, ownAddress(form.get('returnTo')).pathname, form)
	return new Response(null, { status: 204 })
}
