import { Form } from 'react-router'

import { CurrentPassword } from '#app/forms/current-password.tsx'
import * as layout from '#app/forms/fields.css.ts'
import { formProps, useForm, type FormResult } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { NewPasswordFields } from '#app/forms/new-password-fields.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { passwordChange } from '#app/routes/account/access-changes.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** Sets another password. */
export function PasswordForm({
	username,
	result,
}: {
	username: string
	result: FormResult | undefined
}) {
	const { t } = useI18n()
	const [form, fields] = useForm<typeof passwordChange>({ id: 'password', lastResult: result })
	const labels = {
		currentPassword: t('account.accessData.currentPassword'),
		newPassword: t('auth.newPassword'),
		newPasswordRepeat: t('auth.newPasswordRepeat'),
	}
	return (
		<Panel title={t('account.accessData.password')}>
			<Form method="post" className={layout.fields} {...formProps(form)}>
				<ErrorSummary form={form} labels={labels} />
				<CurrentPassword username={username} field={fields.currentPassword} />
				<NewPasswordFields fields={fields} labels={labels} />
				<Button name="intent" value="password" wide>
					{t('account.accessData.savePassword')}
				</Button>
			</Form>
		</Panel>
	)
}
