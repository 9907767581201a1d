import * as styles from '#app/forms/fields.css.ts'
import type { Field } from '#app/forms/form.ts'
import { Messages } from '#app/forms/messages.tsx'
import { letScroll, useStep } from '#app/forms/stepper-input.ts'
import { controlProps, textOf } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'

type QuantityFieldProps = {
	field: Field
	label: string
	min?: number
	max?: number
	/** Shows the label to screen readers only: an element beside it shows the same. */
	hideLabel?: boolean
	/** An element of the page has the field's `descriptionId` and describes it. */
	hint?: boolean
}

/** A number field; where scripts run, a button on each side of it. */
export function QuantityField({
	field,
	label,
	min = 1,
	max = 999,
	hideLabel = false,
	hint = false,
}: QuantityFieldProps) {
	const { t } = useI18n()
	const { input, step } = useStep()

	return (
		<div className={styles.field}>
			{!hideLabel && (
				<label htmlFor={field.id} className={styles.label}>
					{label}
				</label>
			)}
			<div className={styles.stepper}>
				<button
					type="button"
					className={styles.scriptedStepButton}
					aria-label={t('form.less', { label })}
					onClick={() => step(-1)}
				>
					−
				</button>
				<input
					{...controlProps(field, { hint, required: true })}
					ref={input}
					onWheel={letScroll}
					type="number"
					inputMode="numeric"
					min={min}
					max={max}
					defaultValue={textOf(field) ?? String(min)}
					aria-label={hideLabel ? label : undefined}
					autoComplete="off"
					className={styles.plainQuantity}
				/>
				<button
					type="button"
					className={styles.scriptedStepButton}
					aria-label={t('form.more', { label })}
					onClick={() => step(1)}
				>
					+
				</button>
			</div>
			<Messages id={field.errorId} messages={field.errors} />
		</div>
	)
}
