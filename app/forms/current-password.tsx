import { refused, refusedAt, type Field } from '#app/forms/form.ts'
import { TextField } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Refused } from '#app/models/result.ts'

/** The password of an account, asked for once more. */
export function CurrentPassword({ username, field }: { username: string; field: Field }) {
	const { t } = useI18n()
	return (
		<>
			{/* Tells a password manager whose password it is. */}
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

/** Says at its field what is wrong with a password, and anything else at the form. */
export function refusedPassword(refusal: Refused) {
	const name = fields[refusal.message.key]
	return name ? refusedAt(name, refusal) : refused(refusal)
}

const fields: Record<string, string> = {
	'errors.passwordWrong': 'currentPassword',
	'errors.linkOfOther': 'currentPassword',
	'errors.passwordCommon': 'newPassword',
}
