import { data, Form, redirect } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { giveUpUnpaid } from '#app/models/booking/unpaid.server.ts'
import { waitsForLink } from '#app/models/payment/pay-link.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { typedIn } from '#desk/http/typed.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { staffOnly } from '#desk/middleware/staff.server.ts'
import * as styles from '#desk/routes/booking/booking.css.ts'
import { dossierOf, nameOf, pathOf, refusedWords } from '#desk/routes/booking/dossier.server.ts'
import { Reason } from '#desk/routes/booking/reason.tsx'
import { Button } from '#desk/ui/button.tsx'
import { complaint, complaintsAt } from '#desk/ui/complaints.ts'
import { Panel } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'
import * as words from '#desk/ui/words.css.ts'

import type { Route } from './+types/give-up.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('shift')]

/**
 * Reads the name of a booking for the form that gives it up; `isOver` is true where it does not wait for the payment by
 * its link.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
	const dossier = await dossierOf(context, params.number)
	return { name: nameOf(dossier), isOver: !waitsForLink(dossier.history.order) }
}

/** Gives up a booking that waits for the payment by its link, for the typed reason. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const dossier = await dossierOf(context, params.number)
	const typed = ((await typedIn(request))['reason'] ?? '').trim().slice(0, 200)
	const missing = dossier.words.t('booking.giveUpForm.reasonMissing')
	if (typed === '') return data({ typed, ...complaintsAt({ reason: missing }) }, 422)
	const by = { actor: actorOf(dossier.staff), reason: typed }
	const done = await giveUpUnpaid(dossier.history.order.number, by, now())
	if (!done.ok) return data({ typed, ...complaint(refusedWords(dossier, done)) }, 422)
	return redirect(`${pathOf(dossier)}?done=giveUp`, 303)
}

export default function GiveUp({ loaderData: { name, isOver }, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	return (
		<Panel heading={t('booking.giveUpForm.heading')} id="form">
			<Problems of={actionData?.problems ?? []} />
			{isOver ? (
				<p>{t('booking.link.over')}</p>
			) : (
				<Form method="post" className={styles.form}>
					<Reason
						label={t('booking.giveUpForm.reason')}
						hint={t('booking.giveUpForm.reasonHint')}
						value={actionData?.typed}
						error={actionData?.at['reason']}
					/>
					<p className={words.note.act}>{t('booking.giveUpForm.afterwards')}</p>
					<Button look="stop">{t('booking.giveUpForm.submit', { name })}</Button>
				</Form>
			)}
		</Panel>
	)
}
