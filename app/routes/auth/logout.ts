import { redirect } from 'react-router'

import { signOut } from '#app/middleware/account.server.ts'
import { signedInOf, visitorSession } from '#app/middleware/session.server.ts'

import type { Route } from './+types/logout.ts'

/** There is nothing to see here. */
export function loader() {
	return redirect('/')
}

/** Ends the session and what its cart holds. Who is signed out already stays so. */
export async function action({ context }: Route.ActionArgs) {
	if (!signedInOf(context)) return redirect('/', 303)
	await signOut(context)
	visitorSession(context).flash('notice', { key: 'account.signedOut', kind: 'success' })
	return redirect('/', 303)
}
