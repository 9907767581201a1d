import { data, Form, Link, redirect } from 'react-router'
import { z } from 'zod'

import { EmailField } from '#app/forms/email-field.tsx'
import * as layout from '#app/forms/fields.css.ts'
import { formProps, parseForm, refused, refusedAt, useForm } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { PageTitle } from '#app/forms/page-title.tsx'
import { headersOfAction } from '#app/http/action-headers.ts'
import { pageTexts } from '#app/i18n/page-texts.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { anonymousOnly } from '#app/middleware/account.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { visitorOf } from '#app/middleware/visit.server.ts'
import { email } from '#app/models/email.ts'
import { requestReset } from '#app/models/visitor/account-token.server.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'
import { textLink } from '#app/ui/text-link.css.ts'

import type { Route } from './+types/forgot-password.ts'

const schema = z.object({ email })

export const middleware = [anonymousOnly('/')]

export function loader({ url, context }: Route.LoaderArgs) {
	return {
		isSent: url.searchParams.has('sent'),
		texts: pageTexts(localeOf(context), 'auth.forgot'),
	}
}

export const headers = headersOfAction

/**
 * Sends the letter that resets a password. Known and unknown mail addresses get the same answer, unless the venue has
 * chosen to tell of unknown ones.
 */
export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') return data(submission.reply(), 422)

	const { addressHash, venue } = visitorOf(context)
	const requested = await requestReset(submission.value.email, {
		addressHash,
		revealUnknown: venue.revealUnknownEmail,
	})
	if (!requested.ok) {
		const isUnknown = requested.message.key === 'errors.emailUnknown'
		const told = isUnknown ? refusedAt('email', requested) : refused(requested)
		return data(submission.reply(told), refusalInit(requested))
	}
	return redirect('/forgot-password?sent', 303)
}

export default function ForgotPassword({
	loaderData: { isSent },
	actionData,
}: Route.ComponentProps) {
	const { t } = useI18n()
	const [form, fields] = useForm<typeof schema>({ id: 'forgot', lastResult: actionData })
	const labels = { email: t('person.email') }
	return (
		<div className={pages.narrow}>
			<PageTitle>{t('auth.forgot.title')}</PageTitle>
			<meta name="robots" content="noindex" />
			<h1>{t('auth.forgot.title')}</h1>
			{isSent ? (
				<Alert kind="success" autoFocus title={t('auth.forgot.sent')}>
					<p>{t('auth.forgot.sentHint')}</p>
				</Alert>
			) : (
				<>
					<p className={pages.lead}>{t('auth.forgot.lead')}</p>
					<ErrorSummary form={form} labels={labels} />
					<Form method="post" className={layout.fields} {...formProps(form)}>
						<EmailField field={fields.email} label={labels.email} autoComplete="username" />
						<Button wide>{t('auth.forgot.submit')}</Button>
					</Form>
				</>
			)}
			<p>
				<Link to="/login" className={textLink}>
					{t('auth.forgot.back')}
				</Link>
			</p>
		</div>
	)
}
