import { data, Form, Link, redirect } from 'react-router'
import { z } from 'zod'

import { CurrentPassword, refusedPassword } from '#app/forms/current-password.tsx'
import * as layout from '#app/forms/fields.css.ts'
import { formProps, parseForm, useForm, type FormResult } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { PageTitle } from '#app/forms/page-title.tsx'
import { headersOfAction } from '#app/http/action-headers.ts'
import { pageTexts } from '#app/i18n/page-texts.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { sessionIdOf, signedInOf, visitorSession } from '#app/middleware/session.server.ts'
import { findAddressLink, verifyAddress } from '#app/models/order/verify.server.ts'
import { typedPassword } from '#app/models/visitor/account.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import * as pages from '#app/ui/page.css.ts'
import { textLink } from '#app/ui/text-link.css.ts'

import type { Route } from './+types/verify-email.ts'

const schema = z.object({ currentPassword: typedPassword })

/**
 * Reads the link that verifies a mail address without using it up: mail programs open links before their readers do.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
	const signedIn = signedInOf(context)
	const link = await findAddressLink(params.token, signedIn?.id ?? null)
	return {
		link: link && {
			username: link.username,
			isNew: link.isNew,
			needsPassword: link.needsPassword,
		},
		isSignedIn: signedIn !== null,
		texts: pageTexts(localeOf(context), 'auth.verify'),
	}
}

export const headers = headersOfAction

export async function action({ request, params, context }: Route.ActionArgs) {
	const form = await request.formData()
	// A form without a password field is a button alone.
	const submission = parseForm(form, form.has('currentPassword') ? schema : schema.partial())
	if (submission.status !== 'success') return data(submission.reply(), 422)

	const verified = await verifyAddress(params.token, {
		accountId: signedInOf(context)?.id ?? null,
		sessionId: sessionIdOf(context),
		password: submission.value.currentPassword ?? '',
	})
	if (!verified.ok) return data(submission.reply(refusedPassword(verified)), refusalInit(verified))
	const { username, isNew } = verified.value
	const key = isNew ? 'auth.verify.usernameDone' : 'auth.verify.done'
	visitorSession(context).flash('notice', { key, values: { username }, kind: 'success' })
	return redirect(signedInOf(context) ? '/account' : '/login', 303)
}

export default function VerifyEmail({
	loaderData: { link, isSignedIn },
	actionData,
}: Route.ComponentProps) {
	const { t } = useI18n()
	return (
		<div className={pages.narrow}>
			<PageTitle>{t('auth.verify.title')}</PageTitle>
			<meta name="robots" content="noindex" />
			<h1>
				<KeptTogether text={t('auth.verify.title')} />
			</h1>
			{link ? (
				<VerifyForm {...link} result={actionData} />
			) : (
				<Alert kind="error" autoFocus title={t('errors.linkInvalid')}>
					<p>{t('auth.verify.usedBefore')}</p>
					<LinkButton to={isSignedIn ? '/account' : '/login'}>{t('auth.account')}</LinkButton>
				</Alert>
			)}
		</div>
	)
}

type VerifyFormProps = {
	username: string
	isNew: boolean
	needsPassword: boolean
	result: FormResult | undefined
}

function VerifyForm({ username, isNew, needsPassword, result }: VerifyFormProps) {
	const { t } = useI18n()
	const [form, fields] = useForm<typeof schema>({ id: 'verify', lastResult: result })
	const field = fields.currentPassword
	// A page that was opened earlier may lack the password field: another account has asked for the mail address since.
	const isAsked = needsPassword || field.errors !== undefined
	return (
		<>
			<p className={pages.lead}>
				{isNew ? t('auth.verify.usernameLead', { username }) : t('auth.verify.lead')}
			</p>
			<ErrorSummary form={form} labels={{ currentPassword: t('auth.currentPassword') }} />
			<Form method="post" className={layout.fields} {...formProps(form)}>
				{isAsked && (
					<>
						<p>{t('auth.verify.contested')}</p>
						<CurrentPassword username={username} field={field} />
						<p>
							<Link to="/forgot-password" className={textLink}>
								{t('auth.login.forgot')}
							</Link>
						</p>
					</>
				)}
				<Button wide>{t(isNew ? 'auth.verify.usernameSubmit' : 'auth.verify.submit')}</Button>
			</Form>
		</>
	)
}
