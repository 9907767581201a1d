import { data, Form, redirect } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { bookUnpaidOnSite } from '#app/models/booking/unpaid.server.ts'
import { euros, sum } from '#app/models/money.ts'
import { waitsForLink } from '#app/models/payment/pay-link.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { staffOnly } from '#desk/middleware/staff.server.ts'
import * as styles from '#desk/routes/booking/booking.css.ts'
import { dossierOf, nameOf, pathOf, refusedWords } from '#desk/routes/booking/dossier.server.ts'
import { Button } from '#desk/ui/button.tsx'
import { Panel } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'

import type { Route } from './+types/on-site.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('shift')]

/**
 * Reads the amount of a booking for the question whether it is paid at the venue instead of by its link; `lead` is null
 * where it does not wait for that payment.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
	const dossier = await dossierOf(context, params.number)
	const { order } = dossier.history
	const { t, locale } = dossier.words
	const amount = euros(sum([order.online, order.onSite]), locale)
	return {
		name: nameOf(dossier),
		lead: waitsForLink(order) ? t('booking.onSiteForm.lead', { amount }) : null,
	}
}

/** Confirms the booking without its payment by link: the whole amount is left to be paid at the venue. */
export async function action({ params, context }: Route.ActionArgs) {
	const dossier = await dossierOf(context, params.number)
	const by = { actor: actorOf(dossier.staff) }
	const done = await bookUnpaidOnSite(dossier.history.order.number, by, now())
	if (!done.ok) return data({ problems: [refusedWords(dossier, done)] }, 422)
	return redirect(`${pathOf(dossier)}?done=onSite`, 303)
}

export default function OnSite({ loaderData: { name, lead }, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	return (
		<Panel heading={t('booking.onSiteForm.heading')} id="form">
			<Problems of={actionData?.problems ?? []} />
			{lead === null ? (
				<p>{t('booking.link.over')}</p>
			) : (
				<Form method="post" className={styles.form}>
					<p>{lead}</p>
					<Button>{t('booking.onSiteForm.submit', { name })}</Button>
				</Form>
			)}
		</Panel>
	)
}
