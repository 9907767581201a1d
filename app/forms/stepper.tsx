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
	 * The name that the buttons send with the form as `step`: 'ticket-adult:1'. The page that comes back has the new
	 * number, and all other fields as they were typed. Without `of` the buttons are shown only where scripts run.
	 */
	of?: string | null
	min?: number
	max?: number
	/** True when a `<label>` on the page names the field already. */
	isLabelled?: boolean
	/** True when an element of the page has the field's `descriptionId` and describes the field. */
	hint?: boolean
}

/**
 * A field for a number between minus and plus. Where scripts run, the buttons step the number as the arrow keys do, and
 * send nothing. The keyboard skips the buttons where they send the form.
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

/**
 * Takes the focus from a number under the mouse wheel, so that the page scrolls; Firefox would change the number
 * (faults N8).
 */
function letScroll(event: WheelEvent<HTMLInputElement>) {
	event.currentTarget.blur()
}
