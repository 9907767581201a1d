import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { FieldError, refusedField } from '#desk/ui/field-error.tsx'
import * as form from '#desk/ui/form.css.ts'

type FieldProps = {
	value: string | undefined
	/** 'off' where the name and the address are those of another person. */
	autoComplete: 'name' | 'username' | 'off'
	/** The reason for which the value was refused. */
	error?: string | undefined
}

/** The field for the name of a member of staff, with `label` above it. */
export function NameField({ label, value, autoComplete, error }: FieldProps & { label: string }) {
	return (
		<div className={form.field}>
			<label htmlFor="name" className={form.label}>
				{label}
			</label>
			<input
				id="name"
				name="name"
				required
				maxLength={80}
				autoComplete={autoComplete}
				defaultValue={value}
				className={form.control}
				{...refusedField('name', error)}
			/>
			<FieldError id="name" error={error} />
		</div>
	)
}

type EmailProps = FieldProps & { required: boolean }

/** The field for the mail address of a member of staff; `required` unless a name can be picked in its place. */
export function EmailField({ value, autoComplete, required, error }: EmailProps) {
	const { t } = useDeskI18n()
	return (
		<div className={form.field}>
			<label htmlFor="email" className={form.label}>
				{t('signIn.email')}
			</label>
			<input
				id="email"
				name="email"
				type="email"
				required={required}
				maxLength={254}
				autoComplete={autoComplete}
				defaultValue={value}
				className={form.control}
				{...refusedField('email', error)}
			/>
			<FieldError id="email" error={error} />
		</div>
	)
}
