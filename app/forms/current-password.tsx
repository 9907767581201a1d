import { refused, refusedAt, type Field } from '#app/forms/form.ts'
import { TextField } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Refused } from '#app/models/result.ts'

/** Asks for the current password of an account again. */
export function CurrentPassword({ username, field }: { username: string; field: Field }) {
	const { t } = useI18n()
	return (
		<>
			{/* Tells a password manager which account the password belongs to. */}
			<input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
			<TextField
				field={field}
				label={t('account.accessData.currentPassword')}
				type="password"
				autoComplete="current-password"
			/>
		</>
	)
}

/** Reports a wrong password at its field, and anything else at the form. */
export function refusedPassword(refusal: Refused) {
	const name = fields[refusal.message.key]
	return name ? refusedAt(name, refusal) : refused(refusal)
}

const fields: Record<string, string> = {
	'errors.passwordWrong': 'currentPassword',
	'errors.linkOfOther': 'currentPassword',
	'errors.passwordCommon': 'newPassword',
}
