import type { ReactNode } from 'react'

import * as styles from '#app/forms/fields.css.ts'
import type { Field } from '#app/forms/form.ts'
import { useMended } from '#app/forms/mended.ts'
import { Messages } from '#app/forms/messages.tsx'
import { controlProps } from '#app/forms/text-field.tsx'

/** A checkbox for one thing to agree to; it is never ticked unless the visitor ticked it. */
export function CheckboxField({
	field: asked,
	children,
	optional = false,
	focusOnError = false,
}: {
	field: Field
	children: ReactNode
	optional?: boolean
	/**
	 * Focuses the refused field where no scripts run and the page has no error summary; with scripts `useForm` does so.
	 */
	focusOnError?: boolean
}) {
	const { own: field, onInput } = useMended(asked)
	return (
		<div className={styles.field} onInput={onInput}>
			<label className={styles.choice}>
				<input
					{...controlProps(field, { required: !optional })}
					type="checkbox"
					autoFocus={focusOnError && asked.errors !== undefined}
					defaultChecked={field.initialValue === 'on'}
					className={styles.box}
				/>
				<span>{children}</span>
			</label>
			<Messages id={field.errorId} messages={field.errors} />
		</div>
	)
}
