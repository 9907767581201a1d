import { data, Form, redirect } from 'react-router'
import { z } from 'zod'

import { now } from '#app/gateways/clock.server.ts'
import { reverseNote } from '#app/models/invoice/on-site.server.ts'
import { findNote } from '#app/models/invoice/on-site.ts'
import { cents, euros } from '#app/models/money.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { mayTakeBack } from '#app/models/staff/till-rights.ts'
import { dayOf, today } from '#app/models/venue/day.ts'
import { typedIn } from '#desk/http/typed.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import * as styles from '#desk/routes/booking/booking.css.ts'
import {
	dossierOf,
	pathOf,
	refusedWords,
	type Dossier,
} from '#desk/routes/booking/dossier.server.ts'
import { Reason } from '#desk/routes/booking/reason.tsx'
import { Button } from '#desk/ui/button.tsx'
import { complaint, complaintsAt } from '#desk/ui/complaints.ts'
import { Panel } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'

import type { Route } from './+types/undo.ts'

/**
 * Reads a till note for the form that takes it back; `refusal` is the sentence why this member of staff cannot take it
 * back.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
	return viewOf(await dossierOf(context, params.number), params.note)
}

function viewOf(dossier: Dossier, id: string) {
	const { t, locale } = dossier.words
	const note = findNote(dossier.history.till, { id })
	const isOfToday = note !== undefined && dayOf(note.paidAt) === today(now())
	const may = note !== undefined && mayTakeBack(dossier.staff, { actor: note.actor, isOfToday })
	const notYours = may ? null : t('booking.undoForm.notYours')
	return {
		refusal: note ? notYours : t('booking.undoForm.gone'),
		submit: note
			? t('booking.undoForm.submit', {
					way: t(`booking.till.ways.${note.method}`),
					amount: euros(cents(Math.abs(note.counts)), locale),
				})
			: '',
	}
}

/**
 * Takes a till note back with a further note that reverses it: the level 'counter' its own notes of today, a higher one
 * any.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
	const dossier = await dossierOf(context, params.number)
	const { refusal } = viewOf(dossier, params.note)
	const typed = await typedIn(request)
	if (refusal !== null) return data({ reason: '', ...complaint(refusal) }, 403)
	const reason = z.string().trim().min(1).max(200).safeParse(typed['reason'])
	const { t } = dossier.words
	if (!reason.success)
		return data(
			{ reason: '', ...complaintsAt({ reason: t('booking.undoForm.reasonMissing') }) },
			422,
		)
	const by = { actor: actorOf(dossier.staff), reason: reason.data }
	const done = await reverseNote(dossier.history.order.number, { id: params.note }, now(), by)
	if (!done.ok) return data({ reason: reason.data, ...complaint(refusedWords(dossier, done)) }, 422)
	return redirect(`${pathOf(dossier)}?done=undo`, 303)
}

export default function Undo({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { refusal, submit } = loaderData
	return (
		<Panel heading={t('booking.undoForm.heading')} id="form">
			<Problems of={actionData?.problems ?? []} />
			{refusal === null ? (
				<Form method="post" className={styles.form}>
					<p>{t('booking.undoForm.lead')}</p>
					<Reason
						label={t('booking.undoForm.reason')}
						value={actionData?.reason}
						error={actionData?.at['reason']}
					/>
					<Button look="stop">{submit}</Button>
				</Form>
			) : (
				<p>{refusal}</p>
			)}
		</Panel>
	)
}
