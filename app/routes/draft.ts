import { redirect } from 'react-router'

import { ownAddress } from '#app/http/own-path.ts'
import { keepTyped } from '#app/middleware/draft.server.ts'
import { sessionIdOf } from '#app/middleware/session.server.ts'

import type { Route } from './+types/draft.ts'

/** Redirects to the start page: this address takes posts only. */
export function loader() {
	return redirect('/')
}

/** Keeps the values typed in a form with the visitor's session; without a session they are not kept. Answers 204. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await request.formData()
	if (sessionIdOf(context))
		await keepTyped(context, ownAddress(form.get('returnTo')).pathname, form)
	return new Response(null, { status: 204 })
}
