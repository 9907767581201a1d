import { useState } from 'react'
import { data, Form, redirect } from 'react-router'

import { newFormId } from '#app/models/form-id.server.ts'
import { isId } from '#app/models/id.ts'
import { addNote, noteText } from '#app/models/order/notes.server.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { typedIn } from '#desk/http/typed.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import * as styles from '#desk/routes/booking/booking.css.ts'
import { dossierOf, pathOf } from '#desk/routes/booking/dossier.server.ts'
import { Button } from '#desk/ui/button.tsx'
import { complaintsAt } from '#desk/ui/complaints.ts'
import { FieldError, hintedField } from '#desk/ui/field-error.tsx'
import * as forms from '#desk/ui/form.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'

import type { Route } from './+types/notes.ts'

/**
 * Returns the id of a new form, so that a note which is sent twice is kept once, and the number of days for which notes
 * are kept.
 */
export function loader() {
	return { form: newFormId(), days: currentVenue().keep.answers }
}

/** Keeps the typed note for colleagues on a booking. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const dossier = await dossierOf(context, params.number)
	const { note: typed = '', form = '' } = await typedIn(request)
	const note = noteText.safeParse(typed)
	const { t } = dossier.words
	if (!note.success)
		return data({ typed, ...complaintsAt({ note: t('booking.notes.empty') }) }, 422)
	const wish = { text: note.data, form: isId(form) ? form : null }
	await addNote(dossier.history.order.id, wish, { actor: actorOf(dossier.staff) })
	return redirect(`${pathOf(dossier)}?done=note`, 303)
}

export default function NewNote({ loaderData: { form, days }, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const [formId] = useState(form)
	return (
		<Panel heading={t('booking.notes.label')} id="form">
			<Problems of={actionData?.problems ?? []} />
			<Form method="post" className={styles.form}>
				<input type="hidden" name="form" value={formId} />
				<div className={forms.field}>
					<label htmlFor="note" className={forms.label}>
						{t('booking.notes.label')}
					</label>
					<textarea
						id="note"
						name="note"
						maxLength={1000}
						defaultValue={actionData?.typed}
						className={forms.control}
						{...hintedField('note', actionData?.at.note)}
					/>
					<FieldError id="note" error={actionData?.at.note} />
					<span id="note-hint" className={forms.hint}>
						{t('booking.notes.hint', { days })}
					</span>
				</div>
				<Button>{t('booking.notes.save')}</Button>
			</Form>
		</Panel>
	)
}
