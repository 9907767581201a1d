import type { MouseEvent } from 'react'

import * as styles from '#app/forms/fields.css.ts'
import type { Field } from '#app/forms/form.ts'
import { letScroll, useStep } from '#app/forms/stepper-input.ts'
import { controlProps, textOf } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'

type StepperProps = {
	field: Field
	/** The name that the buttons send with the form: 'ticket-adult'. */
	of: string
	label: string
	min?: number
	max: number
}

/**
 * A number between two buttons that send its form with `step`: 'ticket-adult:1'. The answer has the new number, and all
 * other fields as they were typed. Where scripts run, nothing is sent for that. The keyboard stops at the number only:
 * its arrow keys do the same.
 */
export function Stepper({ field, of, label, min = 0, max }: StepperProps) {
	const { t } = useI18n()
	const { input, step } = useStep()

	function stepHere(event: MouseEvent, by: 1 | -1) {
		event.preventDefault()
		step(by)
	}

	return (
		<div className={styles.stepper}>
			<button
				type="submit"
				tabIndex={-1}
				name="step"
				value={`${of}:-1`}
				className={styles.stepButton}
				aria-label={t('form.less', { label })}
				onClick={(event) => stepHere(event, -1)}
			>
				−
			</button>
			<input
				{...controlProps(field, { required: true })}
				ref={input}
				onWheel={letScroll}
				type="number"
				inputMode="numeric"
				min={min}
				max={max}
				defaultValue={textOf(field) ?? '0'}
				aria-label={label}
				autoComplete="off"
				className={styles.quantity}
			/>
			<button
				type="submit"
				tabIndex={-1}
				name="step"
				value={`${of}:1`}
				className={styles.stepButton}
				aria-label={t('form.more', { label })}
				onClick={(event) => stepHere(event, 1)}
			>
				+
			</button>
		</div>
	)
}
