import { useRef, type MouseEvent, type WheelEvent } from 'react'

import * as styles from '#app/forms/fields.css.ts'
import type { Field } from '#app/forms/form.ts'
import { Messages } from '#app/forms/messages.tsx'
import { controlProps, textOf } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'

type StepperProps = {
	field: Field
	label: string
	/**
	 * The name that the buttons send with the form as `step`: 'ticket-adult:1'. The answer has the new number, and all
	 * other fields as they were typed. Without it the buttons are shown only where scripts run.
	 */
	of?: string | null
	min?: number
	max?: number
	/** An element of the page is the label already. */
	isLabelled?: boolean
	/** An element of the page has the field's `descriptionId` and describes it. */
	hint?: boolean
}

/**
 * A number between two buttons. Where scripts run, a step does the same as an arrow key, and sends nothing. The keyboard
 * stops at the number only where the buttons send the form.
 */
export function Stepper({
	field,
	label,
	of = null,
	min = 0,
	max = 999,
	isLabelled = false,
	hint = false,
}: StepperProps) {
	const { t } = useI18n()
	const input = useRef<HTMLInputElement>(null)

	function step(event: MouseEvent, by: 1 | -1) {
		event.preventDefault()
		if (!input.current) return
		if (by > 0) input.current.stepUp()
		else input.current.stepDown()
		input.current.dispatchEvent(new Event('input', { bubbles: true }))
		input.current.dispatchEvent(new Event('change', { bubbles: true }))
	}

	function button(by: 1 | -1) {
		const sends = of === null ? {} : { tabIndex: -1, name: 'step', value: `${of}:${by}` }
		return (
			<button
				{...sends}
				type={of === null ? 'button' : 'submit'}
				className={of === null ? styles.scriptedStepButton : styles.stepButton}
				aria-label={t(by > 0 ? 'form.more' : 'form.less', { label })}
				onClick={(event) => step(event, by)}
			>
				{by > 0 ? '+' : '−'}
			</button>
		)
	}

	return (
		<div className={styles.stepper}>
			{button(-1)}
			<input
				{...controlProps(field, { hint, required: true })}
				ref={input}
				onWheel={letScroll}
				type="number"
				inputMode="numeric"
				min={min}
				max={max}
				defaultValue={textOf(field) ?? String(min)}
				aria-label={isLabelled ? undefined : label}
				autoComplete="off"
				className={of === null ? styles.plainQuantity : styles.quantity}
			/>
			{button(1)}
		</div>
	)
}

type QuantityFieldProps = Omit<StepperProps, 'of' | 'isLabelled'> & {
	/** Shows the label to screen readers only: an element beside it shows the same. */
	hideLabel?: boolean
}

/** A stepper with its label above and its messages below. */
export function QuantityField({ hideLabel = false, min = 1, ...props }: QuantityFieldProps) {
	const { field, label } = props
	return (
		<div className={styles.field}>
			{!hideLabel && (
				<label htmlFor={field.id} className={styles.label}>
					{label}
				</label>
			)}
			<Stepper {...props} min={min} isLabelled={!hideLabel} />
			<Messages id={field.errorId} messages={field.errors} />
		</div>
	)
}

/** Firefox turns a focused number with the mouse wheel; this lets the page scroll instead (faults N8). */
function letScroll(event: WheelEvent<HTMLInputElement>) {
	event.currentTarget.blur()
}
