import { redirect } from 'react-router'

import { signOut } from '#app/middleware/account.server.ts'
import { signedInOf, visitorSession } from '#app/middleware/session.server.ts'

import type { Route } from './+types/logout.ts'

/** Redirects to the start page: this address takes posts only. */
export function loader() {
	return redirect('/')
}

/** Ends the session and the hold of its cart; does nothing for a visitor who is signed out. */
export async function action({ context }: Route.ActionArgs) {
	if (!signedInOf(context)) return redirect('/', 303)
	await signOut(context)
	visitorSession(context).flash('notice', { key: 'account.signedOut', kind: 'success' })
	return redirect('/', 303)
}
