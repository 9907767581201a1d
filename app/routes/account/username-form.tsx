import { Form } from 'react-router'

import { CurrentPassword } from '#app/forms/current-password.tsx'
import { EmailField } from '#app/forms/email-field.tsx'
import { useEmptiedForm } from '#app/forms/emptied-form.ts'
import * as layout from '#app/forms/fields.css.ts'
import { formProps, useForm, type FormResult } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { usernameChange } from '#app/routes/account/access-changes.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** The form for another username; `wanted` is the username that waits for its confirmation by mail, or null. */
export function UsernameForm({
	username,
	wanted,
	result,
}: {
	username: string
	wanted: string | null
	result: FormResult | undefined
}) {
	const { t } = useI18n()
	const [form, fields] = useForm<typeof usernameChange>({ id: 'username', lastResult: result })
	const own = useEmptiedForm('username', result)
	const labels = {
		newUsername: t('account.accessData.newUsername'),
		currentPassword: t('auth.currentPassword'),
	}
	return (
		<Panel title={t('account.accessData.username')}>
			<div className={layout.fields}>
				<p>{t('account.accessData.usernameIs', { username })}</p>
				{wanted && (
					<Alert kind="info" title={t('account.accessData.usernameWanted', { username: wanted })}>
						<p>{t('account.accessData.usernameWantedText')}</p>
					</Alert>
				)}
				<ErrorSummary form={form} labels={labels} />
				<Form ref={own} method="post" className={layout.fields} {...formProps(form)}>
					<EmailField
						field={fields.newUsername}
						label={labels.newUsername}
						hint={t('account.accessData.newUsernameHint')}
						autoComplete="email"
					/>
					<CurrentPassword username={username} field={fields.currentPassword} />
					<Button name="intent" value="username" variant="ghost" wide>
						{t('account.accessData.saveUsername')}
					</Button>
				</Form>
			</div>
		</Panel>
	)
}
