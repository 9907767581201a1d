import { redirect } from 'react-router'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { now } from '#app/gateways/clock.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { findBooking } from '#app/middleware/own-order.server.ts'
import { visitorSession } from '#app/middleware/session.server.ts'
import { invitedBy } from '#app/models/order/invitation.server.ts'
import { invite, withdrawInvitations } from '#app/models/order/invitation.server.ts'

import type { Route } from './+types/invite.ts'

const schema = z.object({ intent: z.enum(['invite', 'withdraw']) })

/** Redirects the host of a party to the confirmation, where invitations are made. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const { order } = await hosted(context, params.bookingId)
	return redirect(`/checkout/success/${order.publicId}`)
}

/** Makes an invitation's link and redirects to it as guests see it, or withdraws all links of an order. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const { order, rights } = await hosted(context, params.bookingId)
	const confirmation = `/checkout/success/${order.publicId}`
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') return redirect(confirmation, 303)

	const { flash } = visitorSession(context)
	switch (submission.value.intent) {
		case 'invite': {
			orNotFound(await invitedBy(order, now()))
			const link = await invite(order.id)
			if (link.ok) return redirect(`/invitation/${link.value}`, 303)
			flash('notice', { ...link.message, kind: 'warning' })
			return redirect(confirmation, 303)
		}
		case 'withdraw': {
			orNotFound(rights === 'all' ? order : null)
			await withdrawInvitations(order.id)
			flash('notice', { key: 'invitation.withdrawn', kind: 'success' })
			return redirect(confirmation, 303)
		}
	}
}

/**
 * Returns the order of a party's host and the rights of this visit to it; answers 404 to other visitors. A visit by a
 * letter's key may invite, but not withdraw what guests were sent.
 */
async function hosted(context: Route.ActionArgs['context'], publicId: string) {
	return orNotFound(await findBooking(context, publicId), 'errors.orderNotFound')
}
