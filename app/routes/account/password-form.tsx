import { Form } from 'react-router'

import { CurrentPassword } from '#app/forms/current-password.tsx'
import { useEmptiedForm } from '#app/forms/emptied-form.ts'
import * as layout from '#app/forms/fields.css.ts'
import { formProps, useForm, type Field, type FormResult } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { NewPasswordFields } from '#app/forms/new-password-fields.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { ListedPasskey } from '#app/models/visitor/passkey.ts'
import type { passwordChange } from '#app/routes/account/access-changes.ts'
import { Button } from '#app/ui/button.tsx'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

/**
 * The form for another password. It asks which passkeys to keep, because a thief's passkey would outlive the old
 * password (faults M8).
 */
export function PasswordForm({
	username,
	passkeys,
	result,
}: {
	username: string
	passkeys: readonly ListedPasskey[]
	result: FormResult | undefined
}) {
	const { t } = useI18n()
	const [form, fields] = useForm<typeof passwordChange>({ id: 'password', lastResult: result })
	const own = useEmptiedForm('password', result)
	const labels = {
		currentPassword: t('auth.currentPassword'),
		newPassword: t('auth.newPassword'),
		newPasswordRepeat: t('auth.newPasswordRepeat'),
	}
	return (
		<Panel title={t('account.accessData.password')}>
			<Form ref={own} method="post" className={layout.fields} {...formProps(form)}>
				<ErrorSummary form={form} labels={labels} />
				<p className={layout.hint}>{t('account.accessData.passwordHint')}</p>
				<CurrentPassword username={username} field={fields.currentPassword} />
				<NewPasswordFields fields={fields} labels={labels} />
				{passkeys.length > 0 && <StayingPasskeys field={fields.passkeys} passkeys={passkeys} />}
				<Button name="intent" value="password" wide>
					{t('account.accessData.savePassword')}
				</Button>
			</Form>
		</Panel>
	)
}

/**
 * The checkboxes of the passkeys to keep. None is ticked, so that a passkey that the customer does not know is removed
 * by default.
 */
function StayingPasskeys({
	field,
	passkeys,
}: {
	field: Field
	passkeys: readonly ListedPasskey[]
}) {
	const { t, locale } = useI18n()
	const ticked = new Set([field.initialValue].flat())
	return (
		<fieldset aria-describedby={field.descriptionId}>
			<legend className={layout.legend}>{t('account.accessData.passkeys')}</legend>
			<div className={layout.field}>
				<p id={field.descriptionId} className={layout.hint}>
					{t('account.accessData.passkeysHint')}
				</p>
				<div className={stack.sm}>
					{passkeys.map(({ id, name, createdAt }, index) => (
						<label key={id} className={layout.option}>
							<input
								type="checkbox"
								name={`${field.name}[${index}]`}
								value={id}
								defaultChecked={ticked.has(id)}
								className={layout.box}
							/>
							<span>
								{name}
								<span className={layout.optionNote}>
									{t('account.passkeys.created', { day: formatDay(createdAt, locale, 'numeric') })}
								</span>
							</span>
						</label>
					))}
				</div>
			</div>
		</fieldset>
	)
}
