import { data, redirect } from 'react-router'

import { refuse } from '#app/models/result.ts'
import { inviteStaff } from '#app/models/staff/change.server.ts'
import { newStaff } from '#app/models/staff/staff.ts'
import { deskOrigin } from '#desk/http/origin.server.ts'
import { said } from '#desk/i18n/said.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { deskWordsOf } from '#desk/middleware/locale.server.ts'
import { byOf, freshlySignedIn, staffOnly } from '#desk/middleware/staff.server.ts'
import { InviteForm } from '#desk/routes/staff/invite-form.tsx'
import { complaint, complaintsAt } from '#desk/ui/complaints.ts'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { Title } from '#desk/ui/panel.tsx'

import type { Route } from './+types/invite.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('owner')]

/** Adds a person to the staff and mails the link; shows the form again when that is refused. */
export async function action({ request, url, context }: Route.ActionArgs) {
	const form = await request.formData()
	const [name = '', email = '', level = ''] = ['name', 'email', 'level'].map((field) =>
		String(form.get(field) ?? ''),
	)
	const typed = newStaff.safeParse({ name, email, level })
	if (typed.success) await freshlySignedIn(context, { form, url, next: '/staff' })
	const inviting = { ...byOf(context), locale: deskWordsOf(context).locale, origin: deskOrigin }
	const invited = typed.success
		? await inviteStaff(typed.data, inviting)
		: refuse('desk.personTyped')
	if (invited.ok) return redirect(`/staff/${invited.value}`, 303)
	const refusal = said(context, invited.message)
	const wrong = typed.success ? [] : typed.error.issues.map(({ path: [field] }) => String(field))
	const complaints =
		wrong.length > 0
			? complaintsAt(Object.fromEntries(wrong.map((field) => [field, refusal])))
			: complaint(refusal)
	return data({ ...complaints, name, email, level }, { status: 422 })
}

export default function Invite({ actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	return (
		<>
			<PageTitle>{t('staff.invite')}</PageTitle>
			<Title heading={t('staff.invite')} />
			<InviteForm refused={actionData} />
		</>
	)
}
