import { invitationFile } from '#app/documents/invitation-event.ts'
import { now } from '#app/gateways/clock.server.ts'
import { fileAnswer } from '#app/http/file-answer.server.ts'
import { siteOrigin } from '#app/http/origin.server.ts'
import { documentOrPage, refusedDocument } from '#app/middleware/document.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { invitationAt } from '#app/models/order/invitation.server.ts'
import { findInvited } from '#app/models/order/invitation.server.ts'
import { sha256 } from '#app/models/token.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

import type { Route } from './+types/calendar-file.ts'

/** Answers a party as a calendar file to everyone with the invitation's link. */
export const middleware: Route.MiddlewareFunction[] = [
	documentOrPage(async ({ params, context }) => {
		const invited = await findInvited(params.token)
		const invitation = orNotFound(
			invited && invitationAt(invited.order, now(), invited.before),
			'errors.invitationNotFound',
		)
		const file = invitationFile(invitation, {
			venue: currentVenue(),
			locale: localeOf(context),
			id: sha256(params.token).slice(0, 32),
			url: `${siteOrigin}/invitation/${params.token}`,
		})
		const contentType = 'text/calendar; charset=utf-8'
		const answer = fileAnswer({ filename: 'party.ics', contentType, content: file })
		answer.headers.set('X-Robots-Tag', 'noindex')
		return answer
	}),
]

export const loader = refusedDocument

export default function NoPage() {
	return null
}
