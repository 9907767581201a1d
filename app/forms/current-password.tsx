import { refused, refusedAt, type Field } from '#app/forms/form.ts'
import { TextField } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Refused } from '#app/models/result.ts'

/** The field that asks for the current password of an account again, before something of the account is changed. */
export function CurrentPassword({ username, field }: { username: string; field: Field }) {
	const { t } = useI18n()
	return (
		<>
			{/* Tells a password manager which account the password belongs to. */}
			<input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
			<TextField
				field={field}
				label={t('auth.currentPassword')}
				type="password"
				autoComplete="current-password"
			/>
		</>
	)
}

/**
 * Returns a refusal for `submission.reply`: at the field that it is about, such as that of a wrong password, or else at
 * the form.
 */
export function refusedPassword(refusal: Refused) {
	const name = fields[refusal.message.key]
	return name ? refusedAt(name, refusal) : refused(refusal)
}

const fields: Record<string, string> = {
	'errors.passwordWrong': 'currentPassword',
	'errors.linkOfOther': 'currentPassword',
	'errors.passwordCommon': 'newPassword',
}
