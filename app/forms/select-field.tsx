import type { ReactNode } from 'react'

import * as styles from '#app/forms/fields.css.ts'
import type { Field } from '#app/forms/form.ts'
import { controlProps, FieldFrame, textOf } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'

type SelectFieldProps = {
	field: Field
	label: ReactNode
	options: readonly { value: string; label: string }[]
	hint?: ReactNode
	optional?: boolean
	/** What stands there before a choice; null: the first option is chosen. */
	placeholder?: string | null
	autoComplete?: string
}

export function SelectField({
	field,
	label,
	options,
	hint,
	optional = false,
	placeholder,
	autoComplete,
}: SelectFieldProps) {
	const { t } = useI18n()
	return (
		<FieldFrame field={field} label={label} hint={hint} optional={optional}>
			<select
				{...controlProps(field, { hint: hint !== undefined, required: !optional })}
				defaultValue={textOf(field) ?? ''}
				autoComplete={autoComplete}
				className={styles.select}
			>
				{placeholder !== null && <option value="">{placeholder ?? t('form.choose')}</option>}
				{options.map(({ value, label }) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</select>
		</FieldFrame>
	)
}
