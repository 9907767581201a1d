import { data, Form, redirect } from 'react-router'
import { z } from 'zod'

import { CurrentPassword, refusedPassword } from '#app/forms/current-password.tsx'
import * as layout from '#app/forms/fields.css.ts'
import { formProps, parseForm, useForm } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { now } from '#app/gateways/clock.server.ts'
import { headersOfAction } from '#app/http/action-headers.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { accountOf, signOut, stillSignedIn } from '#app/middleware/account.server.ts'
import { visitorSession } from '#app/middleware/session.server.ts'
import { deleteAccount } from '#app/models/order/account-data.server.ts'
import { today } from '#app/models/venue/day.ts'
import { confirmPassword } from '#app/models/visitor/account.server.ts'
import { typedPassword } from '#app/models/visitor/account.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { AccountPage } from '#app/routes/account/account-page.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'

import type { Route } from './+types/delete-account.ts'

const schema = z.object({ currentPassword: typedPassword })

export function loader({ context }: Route.LoaderArgs) {
	return { username: accountOf(context).username }
}

export const headers = headersOfAction

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') return data(submission.reply(), 422)

	const { id } = accountOf(context)
	const proof = await confirmPassword(id, submission.value.currentPassword)
	const deleted = stillSignedIn(
		proof.ok ? await deleteAccount(proof.value, today(now())) : proof,
		'/account',
	)
	if (!deleted.ok) return data(submission.reply(refusedPassword(deleted)), refusalInit(deleted))
	await signOut(context)
	visitorSession(context).flash('notice', { key: 'account.deletion.done', kind: 'success' })
	return redirect('/', 303)
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useI18n()
	const [form, fields] = useForm<typeof schema>({ id: 'deletion', lastResult: actionData })
	const labels = { currentPassword: t('auth.currentPassword') }
	return (
		<AccountPage title={t('account.deletion.title')}>
			<p className={pages.lead}>{t('account.deleting.what')}</p>
			<p>{t('account.deleting.stays')}</p>
			<ErrorSummary form={form} labels={labels} />
			<Form method="post" className={layout.fields} {...formProps(form)}>
				<CurrentPassword username={loaderData.username} field={fields.currentPassword} />
				<Button variant="danger" wide>
					{t('account.deleting.submit')}
				</Button>
			</Form>
			<LinkButton to="/account/access-data" variant="quiet" wide>
				{t('account.deleting.keep')}
			</LinkButton>
		</AccountPage>
	)
}
