import type { ReactNode } from 'react'

import { FieldError, refusedField } from '#desk/ui/field-error.tsx'
import * as fields from '#desk/ui/form.css.ts'

type StepperProps = {
	/** The name of the field; its buttons send `step` as 'name:-1' and 'name:1'. */
	name: string
	label: string
	value: number | string
	note?: ReactNode
	/** The reason for which the number was refused. */
	error?: string | undefined
	/** The words of the two buttons for screen readers. */
	fewer: string
	more: string
}

/** A number field between a minus and a plus button, which send the form. */
export function Stepper({ name, label, value, note = null, error, fewer, more }: StepperProps) {
	const id = name.replaceAll('.', '-')
	return (
		<div className={fields.field}>
			<label htmlFor={id} className={fields.label}>
				{label} {note}
			</label>
			<span className={fields.stepper}>
				<button name="step" value={`${name}:-1`} aria-label={fewer}>
					−
				</button>
				<input
					key={value}
					id={id}
					name={name}
					inputMode="numeric"
					autoComplete="off"
					defaultValue={value}
					{...refusedField(id, error)}
				/>
				<button name="step" value={`${name}:1`} aria-label={more}>
					+
				</button>
			</span>
			<FieldError id={id} error={error} />
		</div>
	)
}
