import { data, Form, redirect } from 'react-router'

import { refusedPassword } from '#app/forms/current-password.tsx'
import * as layout from '#app/forms/fields.css.ts'
import { formProps, parseForm, useForm } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { NewPasswordFields } from '#app/forms/new-password-fields.tsx'
import { PageTitle } from '#app/forms/page-title.tsx'
import { headersOfAction } from '#app/http/action-headers.ts'
import { knownDeviceCookie } from '#app/http/known-device.server.ts'
import { pageTexts } from '#app/i18n/page-texts.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { anonymousOnly } from '#app/middleware/account.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { visitorSession } from '#app/middleware/session.server.ts'
import { visitorOf } from '#app/middleware/visit.server.ts'
import { isTokenLive, resetPassword } from '#app/models/visitor/account-token.server.ts'
import { passwordPair, passwordsAgree, passwordsDiffer } from '#app/models/visitor/account.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'

import type { Route } from './+types/reset-password.ts'

const schema = passwordPair.refine(passwordsAgree, passwordsDiffer)

export const middleware = [anonymousOnly('/')]

export async function loader({ params, context }: Route.LoaderArgs) {
	return {
		isLive: await isTokenLive(params.resetToken, 'reset'),
		texts: pageTexts(localeOf(context), 'auth.reset'),
	}
}

export const headers = headersOfAction

export async function action({ request, params, context }: Route.ActionArgs) {
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') return data(submission.reply(), 422)

	const { addressHash } = visitorOf(context)
	const { newPassword } = submission.value
	const reset = await resetPassword(params.resetToken, newPassword, addressHash)
	if (!reset.ok) return data(submission.reply(refusedPassword(reset)), refusalInit(reset))
	visitorSession(context).flash('notice', {
		key: 'auth.reset.done',
		kind: 'success',
		also: { key: 'account.accessData.othersSignedOut', kind: 'success', duration: null },
	})
	// Makes this browser a known device, so that guesses from elsewhere cannot lock the owner out (faults M7).
	const cookie = knownDeviceCookie(request.headers, reset.value)
	return redirect('/login', { status: 303, headers: { 'Set-Cookie': cookie } })
}

export default function ResetPassword({
	loaderData: { isLive },
	actionData,
}: Route.ComponentProps) {
	const { t } = useI18n()
	const [form, fields] = useForm<typeof schema>({ id: 'reset', lastResult: actionData })
	const labels = {
		newPassword: t('auth.newPassword'),
		newPasswordRepeat: t('auth.newPasswordRepeat'),
	}
	return (
		<div className={pages.narrow}>
			<PageTitle>{t('auth.reset.title')}</PageTitle>
			<meta name="robots" content="noindex" />
			<h1>{t('auth.reset.title')}</h1>
			{isLive ? (
				<>
					<ErrorSummary form={form} labels={labels} />
					<Form method="post" className={layout.fields} {...formProps(form)}>
						<NewPasswordFields fields={fields} labels={labels} />
						<Button wide>{t('auth.reset.submit')}</Button>
					</Form>
				</>
			) : (
				<Alert kind="error" title={t('errors.linkInvalid')}>
					<LinkButton to="/forgot-password">{t('auth.reset.again')}</LinkButton>
				</Alert>
			)}
		</div>
	)
}
