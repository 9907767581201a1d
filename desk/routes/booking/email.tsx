import { data, Form, redirect } from 'react-router'

import { correctPerson } from '#app/models/booking/correct-person.server.ts'
import { email } from '#app/models/email.ts'
import { emailOf } from '#app/models/order/order.ts'
import { lettersOf, sendAgain } from '#app/models/payment/letters.server.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { typedIn } from '#desk/http/typed.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { staffOnly } from '#desk/middleware/staff.server.ts'
import { AddressField } from '#desk/routes/booking/address-field.tsx'
import * as styles from '#desk/routes/booking/booking.css.ts'
import { dossierOf, pathOf, type Dossier } from '#desk/routes/booking/dossier.server.ts'
import { mayCorrect } from '#desk/routes/booking/side-view.server.ts'
import { Button } from '#desk/ui/button.tsx'
import { complaint, complaintsAt } from '#desk/ui/complaints.ts'
import { Panel } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'

import type { Route } from './+types/email.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('shift')]

/**
 * Reads the mail address of a booking for the form that corrects it; `stays` is the sentence why it cannot be
 * corrected.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
	const dossier = await dossierOf(context, params.number)
	const { person } = dossier.history.order
	return { email: emailOf(person) ?? '', seen: person.email, stays: staysWords(dossier) }
}

/** Reloads the address after every post, also after a refused one. */
export function shouldRevalidate() {
	return true
}

/**
 * Corrects the mail address of a booking. The new address gets a link to the booking, or to its payment, and the
 * letters that the old one refused. Refused when the booking has another address by now than the page showed (faults
 * N357).
 */
export async function action({ request, params, context }: Route.ActionArgs) {
	const dossier = await dossierOf(context, params.number)
	const { history, words } = dossier
	const form = await typedIn(request)
	const typed = (form['email'] ?? '').slice(0, 320)
	const stays = staysWords(dossier)
	if (stays) return data({ typed, ...complaint(stays) }, 422)
	const read = email.safeParse(typed)
	if (!read.success)
		return data({ typed, ...complaintsAt({ email: words.t('booking.letters.badAddress') }) }, 422)
	const { id, number } = history.order
	const actor = actorOf(dossier.staff)
	const seen = { email: form['seen'] ?? '' }
	const corrected = await correctPerson(id, { email: read.data }, { actor, seen })
	if (!corrected.ok)
		return data({ typed, ...complaint(words.t('booking.letters.otherByNow')) }, 422)
	const refused = lettersOf(history).filter(({ state, kind }) => {
		return state === 'refused' && kind !== 'payLink'
	})
	for (const { name } of refused) await sendAgain(number, name, { actor })
	return redirect(`${pathOf(dossier)}?done=email`, 303)
}

/** Returns the sentence why the mail address cannot be corrected; null for a booking whose address can be. */
function staysWords({ words: { t }, history: { order } }: Dossier): string | null {
	if (mayCorrect(order)) return null
	const isBeingPaid = order.state === 'pendingPayment'
	return t(isBeingPaid ? 'booking.letters.addressWaits' : 'booking.letters.addressStays')
}

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	return (
		<Panel heading={t('booking.letters.otherAddress')} id="form">
			<Problems of={actionData?.problems ?? []} />
			{loaderData.stays ? (
				<p>{loaderData.stays}</p>
			) : (
				<Form method="post" className={styles.form}>
					<AddressField
						email={actionData?.typed ?? loaderData.email}
						seen={loaderData.seen}
						error={actionData?.at['email']}
					/>
					<Button>{t('booking.letters.correct')}</Button>
				</Form>
			)}
		</Panel>
	)
}
