import { redirect } from 'react-router'

import { sendAgain } from '#app/models/payment/letters.server.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { typedIn } from '#desk/http/typed.server.ts'
import { staffOnly } from '#desk/middleware/staff.server.ts'
import { dossierOf, pathOf } from '#desk/routes/booking/dossier.server.ts'

import type { Route } from './+types/letters.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('shift')]

/** Redirects a GET to the page of the booking, which lists the letters. */
export async function loader({ params, context }: Route.LoaderArgs) {
	return redirect(pathOf(await dossierOf(context, params.number)), 303)
}

/** Sends a letter again, and redirects to the page of the booking, which says whether the letter was sent. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const dossier = await dossierOf(context, params.number)
	const { letter = '' } = await typedIn(request)
	const by = { actor: actorOf(dossier.staff) }
	const sent = await sendAgain(dossier.history.order.number, letter.slice(0, 80), by)
	return redirect(`${pathOf(dossier)}?done=${sent.ok ? 'letter' : 'noLetter'}`, 303)
}

/** Renders nothing. A refusal of a route without a component would be answered as bare data, and not as a page. */
export default function Letters() {
	return null
}
