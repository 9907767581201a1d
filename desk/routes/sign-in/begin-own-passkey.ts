import { data, redirect } from 'react-router'

import { beginStaffPasskey } from '#app/models/staff/passkey.server.ts'
import { findAddress } from '#app/models/staff/staff.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { deskOrigin } from '#desk/http/origin.server.ts'
import { deviceOf, staffOf, staffOnly } from '#desk/middleware/staff.server.ts'
import { refusedOffer } from '#desk/routes/sign-in/refused-offer.server.ts'

import type { Route } from './+types/begin-own-passkey.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('counter')]

/** Redirects to the person's own page: this address takes posts only. */
export function loader() {
	return redirect('/me')
}

/** Answers the options with which the browser creates a further passkey of the person at the device. */
export async function action({ context }: Route.ActionArgs) {
	if (!deviceOf(context)?.isFresh) throw data(null, 403)
	const staff = staffOf(context)
	const email = (await findAddress(staff.id)) ?? staff.name
	const rpName = `${currentVenue().name} Theke`
	const begun = await beginStaffPasskey({ ...staff, email }, { origin: deskOrigin, rpName })
	if (!begun.ok) return refusedOffer(begun, staff.id)
	return Response.json(begun.value)
}
