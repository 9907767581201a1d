import type { Field } from '#app/forms/form.ts'
import { TextField } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'

/** The fields for a new password and its repetition; a password manager fills both. */
export function NewPasswordFields({
	fields: { newPassword, newPasswordRepeat },
	labels,
}: {
	fields: Record<'newPassword' | 'newPasswordRepeat', Field>
	labels: Record<'newPassword' | 'newPasswordRepeat', string>
}) {
	const { t } = useI18n()
	return (
		<>
			<TextField
				field={newPassword}
				label={labels.newPassword}
				hint={t('auth.passwordHint')}
				type="password"
				autoComplete="new-password"
			/>
			<TextField
				field={newPasswordRepeat}
				label={labels.newPasswordRepeat}
				type="password"
				autoComplete="new-password"
			/>
		</>
	)
}
