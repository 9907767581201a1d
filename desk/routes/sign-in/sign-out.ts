import { redirect } from 'react-router'

import { leaveDesk } from '#desk/middleware/staff.server.ts'

import type { Route } from './+types/sign-out.ts'

/** Signs the person out at this device. The device stays known. */
export async function action({ context }: Route.ActionArgs) {
	await leaveDesk(context)
	return redirect('/sign-in', 303)
}

/** Redirects home: this address takes posts only. */
export function loader() {
	return redirect('/')
}
