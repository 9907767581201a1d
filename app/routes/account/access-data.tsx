import { data, Form, redirect } from 'react-router'
import { z } from 'zod'

import * as layout from '#app/forms/fields.css.ts'
import {
	formProps,
	parseForm,
	refused,
	refusedAt,
	useForm,
	type FormResult,
} from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { accountOf } from '#app/middleware/account.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { sessionIdOf, visitorSession } from '#app/middleware/session.server.ts'
import type { Refused } from '#app/models/result.ts'
import { changePassword, confirmPassword } from '#app/models/visitor/account.server.ts'
import {
	passwordPair,
	passwordsAgree,
	passwordsDiffer,
	typedPassword,
} from '#app/models/visitor/account.ts'
import { endOwnSession, listSessions } from '#app/models/visitor/session.server.ts'
import { AccountPage } from '#app/routes/account/account-page.tsx'
import { Sessions } from '#app/routes/account/sessions.tsx'
import { NewPasswordFields } from '#app/forms/new-password-fields.tsx'
import { initOf } from '#app/routes/auth/sign-in.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

import type { Route } from './+types/access-data.ts'

const password = passwordPair
	.extend({ intent: z.literal('password'), currentPassword: typedPassword })
	.refine(passwordsAgree, passwordsDiffer)
const schema = z.discriminatedUnion('intent', [
	password,
	z.object({ intent: z.literal('endSession'), session: z.uuid() }),
])

export async function loader({ context }: Route.LoaderArgs) {
	const { id, username } = accountOf(context)
	return {
		username,
		locale: localeOf(context),
		sessions: await listSessions(id, sessionIdOf(context) ?? ''),
	}
}

/** When to come again after too many attempts. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
	return actionHeaders
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') return data(submission.reply(), 422)

	const { id } = accountOf(context)
	const change = submission.value
	switch (change.intent) {
		case 'password': {
			const isOwner = await confirmPassword(id, change.currentPassword)
			if (!isOwner.ok) return data(submission.reply(toldAt(isOwner)), initOf(isOwner))
			const changed = await changePassword(id, change.newPassword, sessionIdOf(context))
			if (!changed.ok) return data(submission.reply(toldAt(changed)), initOf(changed))
			visitorSession(context).flash('notice', { key: 'account.saved', kind: 'success' })
			return redirect('/account/access-data', 303)
		}
		case 'endSession': {
			await endOwnSession(id, change.session)
			return redirect('/account/access-data', 303)
		}
	}
}

export default function AccessData({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useI18n()
	const { username, locale, sessions } = loaderData
	return (
		<AccountPage title={t('account.accessData.title')}>
			<PasswordForm username={username} result={actionData} />
			<Sessions sessions={sessions} locale={locale} />
			<OwnData />
		</AccountPage>
	)
}

function PasswordForm({ username, result }: { username: string; result: FormResult | undefined }) {
	const { t } = useI18n()
	const [form, fields] = useForm<typeof password>({ id: 'password', lastResult: result })
	const labels = {
		currentPassword: t('account.accessData.currentPassword'),
		newPassword: t('auth.newPassword'),
		newPasswordRepeat: t('auth.newPasswordRepeat'),
	}
	return (
		<Panel title={t('account.accessData.password')}>
			<ErrorSummary form={form} labels={labels} />
			<Form method="post" className={layout.fields} {...formProps(form)}>
				{/* Tells a password manager whose password it is. */}
				<input name="username" value={username} autoComplete="username" readOnly hidden />
				<TextField
					field={fields.currentPassword}
					label={labels.currentPassword}
					type="password"
					autoComplete="current-password"
				/>
				<NewPasswordFields fields={fields} labels={labels} />
				<Button name="intent" value="password" wide>
					{t('account.accessData.savePassword')}
				</Button>
			</Form>
		</Panel>
	)
}

/** What data protection law gives a customer: to have everything, and to be forgotten. */
function OwnData() {
	const { t } = useI18n()
	return (
		<Panel title={t('account.ownData.title')}>
			<div className={layout.fields}>
				<p>{t('account.ownData.text')}</p>
				<LinkButton
					to="/account/access-data/data.json"
					reloadDocument
					download="raumzeit.json"
					variant="ghost"
					wide
				>
					{t('account.ownData.download')}
				</LinkButton>
				<LinkButton to="/account/access-data/delete" variant="quiet" wide>
					{t('account.deletion.title')}
				</LinkButton>
			</div>
		</Panel>
	)
}

/** A refusal at the field it is about. */
function toldAt(refusal: Refused) {
	if (refusal.message.key === 'errors.passwordWrong') return refusedAt('currentPassword', refusal)
	if (refusal.message.key === 'errors.passwordCommon') return refusedAt('newPassword', refusal)
	return refused(refusal)
}
