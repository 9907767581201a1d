import type { ReactNode } from 'react'

import * as styles from '#app/forms/fields.css.ts'
import type { Field } from '#app/forms/form.ts'
import { controlProps, FieldFrame, textOf } from '#app/forms/text-field.tsx'

type SelectFieldProps = {
	field: Field
	label: ReactNode
	options: readonly { value: string; label: string }[]
	optional?: boolean
	/** The text shown until something is chosen; without it the first option is chosen at the beginning. */
	placeholder?: string
	autoComplete?: string
}

export function SelectField({
	field,
	label,
	options,
	optional = false,
	placeholder,
	autoComplete,
}: SelectFieldProps) {
	return (
		<FieldFrame field={field} label={label} optional={optional}>
			<select
				{...controlProps(field, { required: !optional })}
				defaultValue={textOf(field) ?? (placeholder === undefined ? options[0]?.value : '')}
				autoComplete={autoComplete}
				className={styles.select}
			>
				{placeholder !== undefined && <option value="">{placeholder}</option>}
				{options.map(({ value, label }) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</select>
		</FieldFrame>
	)
}
