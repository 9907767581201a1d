import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { FieldError, hintedField, refusedField } from '#desk/ui/field-error.tsx'
import * as form from '#desk/ui/form.css.ts'

/**
 * The fields of a new password and of its repetition, both filled by a password manager; `error` is about the two of
 * them.
 */
export function PasswordFields({ error }: { error: string | undefined }) {
	const { t } = useDeskI18n()
	return (
		<>
			<div className={form.field}>
				<label htmlFor="newPassword" className={form.label}>
					{t('welcome.password')}
				</label>
				<input
					id="newPassword"
					name="newPassword"
					type="password"
					autoComplete="new-password"
					className={form.control}
					{...hintedField('newPassword', error)}
				/>
				<FieldError id="newPassword" error={error} />
				<p id="newPassword-hint" className={form.hint}>
					{t('welcome.passwordHint')}
				</p>
			</div>
			<div className={form.field}>
				<label htmlFor="newPasswordRepeat" className={form.label}>
					{t('welcome.passwordRepeat')}
				</label>
				<input
					id="newPasswordRepeat"
					name="newPasswordRepeat"
					type="password"
					autoComplete="new-password"
					className={form.control}
					{...refusedField('newPassword', error)}
				/>
			</div>
		</>
	)
}
