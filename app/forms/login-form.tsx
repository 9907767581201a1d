import { Form, Link } from 'react-router'
import type { z } from 'zod'

import * as layout from '#app/forms/fields.css.ts'
import { formProps, useForm, type FormResult } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Button } from '#app/ui/button.tsx'
import { textLink } from '#app/ui/text-link.css.ts'

type Fields = z.ZodType<unknown, { username: string; password: string }>

/** The form with username and password, on the login page and in the checkout. */
export function LoginForm({
	action,
	callbackUrl,
	result,
	submit,
}: {
	action: string
	callbackUrl: string | null
	result: FormResult | undefined
	submit: string
}) {
	const { t } = useI18n()
	const [form, fields] = useForm<Fields>({ id: 'login', lastResult: result })
	const labels = { username: t('auth.username'), password: t('auth.password') }
	return (
		<Form method="post" action={action} className={layout.fields} {...formProps(form)}>
			<ErrorSummary form={form} labels={labels} />
			{callbackUrl && <input type="hidden" name="callbackUrl" value={callbackUrl} />}
			<TextField
				field={fields.username}
				label={labels.username}
				autoComplete="username"
				autoCapitalize="none"
				spellCheck={false}
				inputMode="email"
				maxLength={254}
			/>
			<TextField
				field={fields.password}
				label={labels.password}
				type="password"
				autoComplete="current-password"
			/>
			<Button wide>{submit}</Button>
			<p>
				<Link to="/forgot-password" className={textLink}>
					{t('auth.login.forgot')}
				</Link>
			</p>
		</Form>
	)
}
