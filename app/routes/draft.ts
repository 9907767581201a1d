import { redirect } from 'react-router'

import { ownAddress } from '#app/http/own-path.ts'
import { keepTyped } from '#app/middleware/draft.server.ts'
import { sessionIdOf } from '#app/middleware/session.server.ts'

import type { Route } from './+types/draft.ts'

/** Redirects home: this address takes posts only. */
export function loader() {
	return redirect('/')
}

/** Keeps the values typed in a form. A visitor without a session has no place to keep them. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await request.formData()
	if (sessionIdOf(context))
		await keepTyped(context, ownAddress(form.get('returnTo')).pathname, form)
	return new Response(null, { status: 204 })
}
