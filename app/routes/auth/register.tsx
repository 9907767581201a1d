import type { ComponentProps } from 'react'
import { data, Form, Link, redirect } from 'react-router'
import { z } from 'zod'

import { CheckboxField } from '#app/forms/checkbox-field.tsx'
import { refusedPassword } from '#app/forms/current-password.tsx'
import { EmailField } from '#app/forms/email-field.tsx'
import * as layout from '#app/forms/fields.css.ts'
import { Fold } from '#app/forms/fold.tsx'
import { formProps, parseForm, useForm, type Field } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { NewPasswordFields } from '#app/forms/new-password-fields.tsx'
import { PageTitle } from '#app/forms/page-title.tsx'
import { AddressFields, usePersonLabels, type AddressName } from '#app/forms/person-fields.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { headersOfAction } from '#app/http/action-headers.ts'
import { ownPath } from '#app/http/own-path.ts'
import { inAnyLanguage } from '#app/http/page-language.server.ts'
import { pageTexts } from '#app/i18n/page-texts.server.ts'
import { say } from '#app/i18n/say.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { anonymousOnly } from '#app/middleware/account.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { visitorSession } from '#app/middleware/session.server.ts'
import { cartOf, visitorOf } from '#app/middleware/visit.server.ts'
import { register } from '#app/models/visitor/account.server.ts'
import {
	passwordPair,
	passwordsAgree,
	passwordsDiffer,
	toAccountPerson,
} from '#app/models/visitor/account.ts'
import { address, isPostcodeOfCountry, postcodeOfAnother } from '#app/models/visitor/address.ts'
import { namedCountries } from '#app/models/visitor/country.ts'
import { emailsAgree, emailsDiffer, person } from '#app/models/visitor/person.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { enter } from '#app/routes/auth/sign-in.server.ts'
import { Button } from '#app/ui/button.tsx'
import { InformationLink } from '#app/ui/modal.tsx'
import * as pages from '#app/ui/page.css.ts'
import { LinkedText } from '#app/ui/sentence.tsx'
import { textLink } from '#app/ui/text-link.css.ts'

import type { Route } from './+types/register.ts'

const schema = person
	.pick({ firstName: true, lastName: true, email: true, emailRepeat: true })
	.extend(passwordPair.shape)
	.extend(address.partial().shape)
	.extend({
		privacy: z.literal('on', say('privacyRequired')),
		callbackUrl: z.string().optional(),
	})
	.refine(isPostcodeOfCountry, postcodeOfAnother)
	.refine(emailsAgree, emailsDiffer)
	.refine(passwordsAgree, passwordsDiffer)

export const middleware = [anonymousOnly('/checkout/address')]

export function loader({ url, context }: Route.LoaderArgs) {
	const callbackUrl = inAnyLanguage(ownPath(url.searchParams.get('callbackUrl')))
	return {
		callbackUrl: callbackUrl === '/' ? null : callbackUrl,
		countries: namedCountries(localeOf(context)),
		texts: pageTexts(localeOf(context), 'auth.register'),
	}
}

export const headers = headersOfAction

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') return data(submission.reply(), 422)

	const { email, newPassword, callbackUrl, ...typed } = submission.value
	const registered = await register({
		username: email,
		password: newPassword,
		person: toAccountPerson(typed),
		locale: localeOf(context),
		addressHash: visitorOf(context).addressHash,
	})
	if (!registered.ok)
		return data(submission.reply(refusedPassword(registered)), refusalInit(registered))

	const isShopping = ((await cartOf(context))?.lines.length ?? 0) > 0
	const entered = await enter({ request, context }, registered.value)
	if (!entered.ok) return redirect('/login', 303)
	visitorSession(context).flash('notice', { key: 'auth.register.done', kind: 'success' })
	const next = ownPath(callbackUrl ?? (isShopping ? '/checkout/address' : '/account'))
	return redirect(next, { status: 303, headers: entered.value })
}

export default function Register({
	loaderData: { callbackUrl, countries },
	actionData,
}: Route.ComponentProps) {
	const { t } = useI18n()
	const [form, fields] = useForm<typeof schema>({ id: 'register', lastResult: actionData })
	const labels = {
		...usePersonLabels(),
		newPassword: t('auth.password'),
		newPasswordRepeat: t('auth.passwordRepeat'),
		privacy: t('auth.register.privacyField'),
	}
	return (
		<div className={pages.narrow}>
			<PageTitle>{t('auth.register.title')}</PageTitle>
			<meta name="robots" content="noindex" />
			<h1>{t('auth.register.title')}</h1>
			<ErrorSummary form={form} labels={labels} />
			<Form method="post" className={layout.fields} {...formProps(form)}>
				{callbackUrl && <input type="hidden" name="callbackUrl" value={callbackUrl} />}
				<div className={layout.pair}>
					<TextField
						field={fields.firstName}
						label={labels.firstName}
						autoComplete="given-name"
						maxLength={100}
					/>
					<TextField
						field={fields.lastName}
						label={labels.lastName}
						autoComplete="family-name"
						maxLength={100}
					/>
				</div>
				<EmailFields fields={fields} labels={labels} />
				<NewPasswordFields fields={fields} labels={labels} />
				<AddressFold fields={fields} countries={countries} />
				<CheckboxField field={fields.privacy}>
					<LinkedText text={t('auth.register.privacy')}>
						{(words) => (
							<InformationLink slug="datenschutz" target="_blank">
								{words}
							</InformationLink>
						)}
					</LinkedText>
				</CheckboxField>
				<Button wide>{t('auth.register.submit')}</Button>
			</Form>
			<AlreadyRegistered callbackUrl={callbackUrl} />
		</div>
	)
}

type EmailName = 'email' | 'emailRepeat'

/**
 * The fields for the mail address and its repetition. The mail address is also the username, under which password
 * managers save it.
 */
function EmailFields({
	fields,
	labels,
}: {
	fields: Record<EmailName, Field>
	labels: Record<EmailName, string>
}) {
	const { t } = useI18n()
	return (
		<>
			<EmailField
				field={fields.email}
				label={labels.email}
				hint={t('auth.register.emailHint')}
				autoComplete="username"
			/>
			<EmailField field={fields.emailRepeat} label={labels.emailRepeat} autoComplete="email" />
		</>
	)
}

/** The folded, optional fields for the postal address, which an order would ask for anyway. */
function AddressFold({ fields, countries }: ComponentProps<typeof AddressFields>) {
	const { t } = useI18n()
	return (
		<Fold title={t('auth.register.address')} fields={addressNames.map((name) => fields[name])}>
			<AddressFields fields={fields} countries={countries} optional />
		</Fold>
	)
}

// The fields that open the fold when they are filled in; the country, which is never empty, would always open it.
const addressNames = ['street', 'supplement', 'postcode', 'city'] as const satisfies AddressName[]

function AlreadyRegistered({ callbackUrl }: { callbackUrl: string | null }) {
	const { t } = useI18n()
	const next = callbackUrl ? `?${new URLSearchParams({ callbackUrl })}` : ''
	return (
		<p>
			{t('auth.register.already')}{' '}
			<Link to={`/login${next}`} className={textLink}>
				{t('auth.login.title')}
			</Link>
		</p>
	)
}
