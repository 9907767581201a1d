import type { ReactNode } from 'react'

import { FieldError, refusedField } from '#desk/ui/field-error.tsx'
import * as fields from '#desk/ui/form.css.ts'

type TextFieldProps = {
	name: string
	/** An id of its own where two forms of a page have a field of that name. */
	id?: string
	label: string
	value: string | undefined
	/** Words beside the label, such as the most that may be typed. */
	hint?: ReactNode
	max?: number
	/** The reason for which the value was refused. */
	error?: string | undefined
	type?: 'text' | 'email'
	/** The keyboard of a tablet: digits with a comma for euros, digits for numbers. */
	inputMode?: 'decimal' | 'numeric'
}

/** A text field of one line. It shows a new `value` when the server has changed it. */
export function TextField({
	name,
	id = name.replaceAll('.', '-'),
	label,
	value,
	hint,
	max,
	error,
	type = 'text',
	inputMode,
}: TextFieldProps) {
	return (
		<div className={fields.field}>
			<label htmlFor={id} className={fields.label}>
				{label} {hint && <small className={fields.hint}>{hint}</small>}
			</label>
			<input
				key={value}
				id={id}
				name={name}
				type={type}
				inputMode={inputMode}
				maxLength={max}
				autoComplete="off"
				defaultValue={value}
				className={fields.control}
				{...refusedField(id, error)}
			/>
			<FieldError id={id} error={error} />
		</div>
	)
}
