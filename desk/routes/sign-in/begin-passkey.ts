import { data, redirect } from 'react-router'

import { findLink } from '#app/models/staff/link.server.ts'
import { beginStaffPasskey } from '#app/models/staff/passkey.server.ts'
import { newStaff } from '#app/models/staff/staff.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { deskOrigin } from '#desk/http/origin.server.ts'
import { refusedOffer } from '#desk/routes/sign-in/refused-offer.server.ts'

import type { Route } from './+types/begin-passkey.ts'

const person = newStaff.omit({ level: true })

/** Redirects to the page of the link: this address takes posts only. */
export function loader({ params }: Route.LoaderArgs) {
	return redirect(`/welcome/${params.token}`)
}

/** Answers the options with which the browser creates the passkey of the person whom a link invites. */
export async function action({ request, params }: Route.ActionArgs) {
	const link = await findLink(params.token)
	if (!link) throw data(null, 404)
	const typed = person.safeParse(Object.fromEntries(await request.formData()))
	if (!link.person && !typed.success) throw data(null, 422)
	const owner = link.person ?? { id: crypto.randomUUID(), name: '', email: '', ...typed.data }
	const rpName = `${currentVenue().name} Theke`
	const begun = await beginStaffPasskey(owner, { origin: deskOrigin, rpName })
	if (!begun.ok) return refusedOffer(begun, owner.id)
	return Response.json(begun.value)
}
