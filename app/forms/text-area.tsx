import type { ComponentProps, ReactNode } from 'react'

import * as styles from '#app/forms/fields.css.ts'
import type { Field } from '#app/forms/form.ts'
import { useMended } from '#app/forms/mended.ts'
import { controlProps, FieldFrame, textOf } from '#app/forms/text-field.tsx'

type TextAreaProps = Pick<ComponentProps<'textarea'>, 'maxLength' | 'rows'> & {
	field: Field
	label: ReactNode
	hint?: ReactNode
	optional?: boolean
}

/** A field for a few lines of text, with its label and hint above and its messages below. */
export function TextArea({ field, label, hint, optional = false, ...input }: TextAreaProps) {
	const { own, onInput } = useMended(field)
	return (
		<FieldFrame field={own} label={label} hint={hint} optional={optional}>
			<textarea
				{...controlProps(own, { hint: hint !== undefined, required: !optional })}
				defaultValue={textOf(field)}
				className={styles.control}
				onInput={onInput}
				{...input}
			/>
		</FieldFrame>
	)
}
