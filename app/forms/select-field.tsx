import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import * as styles from '#app/forms/fields.css.ts'
import type { Field } from '#app/forms/form.ts'
import { controlProps, FieldFrame, textOf } from '#app/forms/text-field.tsx'

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
	const { t } = useTranslation()
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
