import type { ReactNode } from 'react'

import * as styles from '#app/forms/fields.css.ts'
import type { Field } from '#app/forms/form.ts'
import { useMended } from '#app/forms/mended.ts'
import { Messages } from '#app/forms/messages.tsx'
import { controlProps, textOf } from '#app/forms/text-field.tsx'
import { stack } from '#app/ui/panel.css.ts'

/** One choice of a group; `reason` says why it cannot be chosen. */
type RadioOption = {
	value: string
	label: ReactNode
	note?: ReactNode
	reason?: ReactNode
}

type RadioGroupProps = {
	field: Field
	legend: ReactNode
	options: readonly RadioOption[]
	hint?: ReactNode
	/** The arrangement of the options: below each other, or side by side in equal widths where there is room. */
	arranged?: keyof typeof arrangements
	/**
	 * Focuses the refused group where no scripts run and the page has no error summary; with scripts `useForm` does so.
	 */
	focusOnError?: boolean
}

/**
 * Radio buttons of which exactly one is chosen. The first button carries the field's id, so the error summary finds
 * it.
 */
export function RadioGroup({
	field: asked,
	legend,
	options,
	hint,
	arranged = 'below',
	focusOnError = false,
}: RadioGroupProps) {
	const { own: field, onInput } = useMended(asked)
	const control = controlProps(field, { required: true })
	const first = options.findIndex(({ reason }) => reason === undefined)
	const describedBy = [control['aria-describedby'], hint !== undefined && field.descriptionId]
		.filter(Boolean)
		.join(' ')
	return (
		<fieldset aria-describedby={describedBy || undefined} onInput={onInput}>
			<legend className={styles.legend}>{legend}</legend>
			<div className={styles.field}>
				{hint !== undefined && (
					<p id={field.descriptionId} className={styles.hint}>
						{hint}
					</p>
				)}
				<div className={arrangements[arranged]}>
					{options.map((option, index) => (
						<label key={option.value} className={styles.option}>
							<input
								{...control}
								id={index === 0 ? field.id : `${field.id}-${option.value}`}
								type="radio"
								value={option.value}
								defaultChecked={textOf(field) === option.value}
								autoFocus={focusOnError && asked.errors !== undefined && index === first}
								disabled={option.reason !== undefined}
								className={styles.box}
							/>
							<span>
								{option.label}
								{option.note !== undefined && (
									<span className={styles.optionNote}>{option.note}</span>
								)}
								{option.reason !== undefined && (
									<span className={styles.optionNote}>{option.reason}</span>
								)}
							</span>
						</label>
					))}
				</div>
				<Messages id={field.errorId} messages={field.errors} />
			</div>
		</fieldset>
	)
}

const arrangements = {
	below: stack.sm,
	equal: styles.choicesInEqual,
}
