import { data, redirect } from 'react-router'

import { isId } from '#app/models/id.ts'
import { forgetDevice } from '#app/models/staff/device.server.ts'
import { said } from '#desk/i18n/said.server.ts'
import { byOf, staffOnly } from '#desk/middleware/staff.server.ts'

import type { Route } from './+types/forget-device.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('owner')]

/** Redirects to the page of the staff: this address takes posts only. */
export function loader() {
	return redirect('/staff')
}

/** Forgets a device, so that its person has to sign in anew. */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await request.formData()
	const key = String(form.get('device'))
	if (!isId(key)) throw data(null, 400)
	const forgotten = await forgetDevice(key, byOf(context))
	if (!forgotten.ok) throw data(said(context, forgotten.message), 403)
	return redirect('/staff', 303)
}

/** Renders nothing. A refusal of a route without a component would be answered as bare data, and not as a page. */
export default function ForgetDevice() {
	return null
}
