import { redirect } from 'react-router'

import { offerStaffPasskeys } from '#app/models/staff/passkey.server.ts'
import { deskOrigin } from '#desk/http/origin.server.ts'
import { senderOf } from '#desk/middleware/staff.server.ts'
import { refusedOffer } from '#desk/routes/sign-in/refused-offer.server.ts'

import type { Route } from './+types/offer-passkey.ts'

/** Redirects to the page of the sign-in: this address takes posts only. */
export function loader() {
	return redirect('/sign-in')
}

/** Answers a challenge that any passkey of the desk may sign. */
export async function action({ context }: Route.ActionArgs) {
	const from = senderOf(context)
	const offered = await offerStaffPasskeys(deskOrigin, from)
	if (!offered.ok) return refusedOffer(offered, from)
	return Response.json(offered.value)
}
