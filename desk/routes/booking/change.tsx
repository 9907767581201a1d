import { data, redirect } from 'react-router'

import { typedIn } from '#desk/http/typed.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { staffOnly } from '#desk/middleware/staff.server.ts'
import { ActForm } from '#desk/routes/booking/act-form.tsx'
import { ChangeFields } from '#desk/routes/booking/change-fields.tsx'
import { changeView } from '#desk/routes/booking/change-view.server.ts'
import { Compared } from '#desk/routes/booking/compared.tsx'
import { dossierOf, pathOf } from '#desk/routes/booking/dossier.server.ts'
import { planFields, refusalOf, takeChange } from '#desk/routes/booking/plan.server.ts'
import { WaysOn } from '#desk/routes/booking/ways-on.tsx'
import { Button } from '#desk/ui/button.tsx'
import { complaint, complaintsAt } from '#desk/ui/complaints.ts'
import { Panel } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'
import * as words from '#desk/ui/words.css.ts'

import type { Route } from './+types/change.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('shift')]

/** Reads the numbers and texts of a booking for the form that changes it. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const { view } = await changeView(await dossierOf(context, params.number), {})
	return view
}

/**
 * Shows what the typed values make of the booking (`look`), or changes it with a reason (`take`). Where there is no
 * room, the answer offers another time, another day, and as many guests as fit. A form of a booking that was changed
 * meanwhile is shown again with what was typed.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
	const dossier = await dossierOf(context, params.number)
	const typed = await typedIn(request)
	const fields = planFields.parse(typed)
	const { reason } = fields
	const { asked, view } = await changeView(dossier, typed)
	const problems = view.problem === null ? [] : [view.problem]
	if (fields.intent === 'look') return data({ view, reason, ...complaint(...problems) })
	if (view.problem !== null) return data({ view, reason, ...complaint(...problems) }, 422)
	if (reason === '') {
		const missing = dossier.words.t('booking.changeForm.reasonMissing')
		return data({ view, reason, ...complaintsAt({ reason: missing }) }, 422)
	}
	const made = await takeChange(dossier, asked, fields)
	if (made.ok) return redirect(`${pathOf(dossier)}?done=${asked.kind}`, 303)
	const fresh = await dossierOf(context, params.number)
	const again = await changeView(fresh, typed)
	return data({ view: again.view, reason, ...complaint(refusalOf(fresh, made)) }, 422)
}

export default function Change({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { name, fields, texts, to, compared, ways } = actionData?.view ?? loaderData
	return (
		<Panel heading={t('booking.changeForm.changeHeading', { name })} id="form">
			<ActForm>
				<button name="intent" value="look" tabIndex={-1} className={words.unseen}>
					{t('booking.changeForm.apply')}
				</button>
				<Problems of={actionData?.problems ?? []} />
				{ways && <WaysOn ways={ways} />}
				{to && (
					<p className={words.note.plain}>
						<input type="hidden" name="at" value={to.value} />
						<b>{t('booking.changeForm.newTime', { when: to.label })}</b>{' '}
						<Button look="calm" name="at" value="">
							{t('booking.changeForm.keepTime')}
						</Button>
					</p>
				)}
				<ChangeFields fields={fields} texts={texts} isCompared={compared !== null} />
				<Button look="line" name="intent" value="look">
					{t('booking.changeForm.look')}
				</Button>
				<Compared
					view={compared}
					take={t(to ? 'booking.changeForm.takeMove' : 'booking.changeForm.take')}
					reason={actionData?.reason}
					error={actionData?.at['reason']}
				/>
			</ActForm>
		</Panel>
	)
}
