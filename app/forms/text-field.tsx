import type { ComponentProps, ReactNode } from 'react'

import * as styles from '#app/forms/fields.css.ts'
import type { Field } from '#app/forms/form.ts'
import { useMended } from '#app/forms/mended.ts'
import { Messages } from '#app/forms/messages.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'

type InputProps = Pick<
	ComponentProps<'input'>,
	'autoComplete' | 'autoCapitalize' | 'inputMode' | 'maxLength' | 'min' | 'max' | 'spellCheck'
>

type TextFieldProps = InputProps & {
	field: Field
	label: ReactNode
	type?: 'text' | 'email' | 'tel' | 'password' | 'date'
	hint?: ReactNode
	/** True for a field that is marked as optional in its label; the others are required. */
	optional?: boolean
}

/** A field for one line of text, with its label and hint above and its messages below. */
export function TextField({
	field,
	label,
	type = 'text',
	hint,
	optional = false,
	...input
}: TextFieldProps) {
	const { own, onInput } = useMended(field)
	return (
		<FieldFrame field={own} label={label} hint={hint} optional={optional}>
			<input
				{...controlProps(own, { hint: hint !== undefined, required: !optional })}
				type={type}
				defaultValue={type === 'password' ? undefined : textOf(field)}
				className={styles.control}
				onInput={onInput}
				{...input}
			/>
		</FieldFrame>
	)
}

type FrameProps = {
	field: Field
	label: ReactNode
	hint?: ReactNode
	optional: boolean
	children: ReactNode
}

/** The frame of a form's control: its label, its hint and its messages. */
export function FieldFrame({ field, label, hint, optional, children }: FrameProps) {
	return (
		<div className={styles.field}>
			<label htmlFor={field.id} className={styles.label}>
				{label}
				{optional && <Optional />}
			</label>
			{hint !== undefined && (
				<p id={field.descriptionId} className={styles.hint}>
					{hint}
				</p>
			)}
			{children}
			<Messages id={field.errorId} messages={field.errors} />
		</div>
	)
}

export function Optional() {
	const { t } = useI18n()
	return <span className={styles.optional}> ({t('form.optional')})</span>
}

/** Returns the props that name a control and tie it to its hint and messages. */
export function controlProps(
	field: Field,
	{ hint = false, required }: { hint?: boolean; required: boolean },
) {
	const isInvalid = Boolean(field.errors?.length)
	const describedBy = [isInvalid && field.errorId, hint && field.descriptionId]
		.filter(Boolean)
		.join(' ')
	return {
		id: field.id,
		name: field.name,
		form: field.formId,
		required,
		'aria-invalid': isInvalid || undefined,
		'aria-describedby': describedBy || undefined,
	}
}

/** Returns the text that the field held when the page was made; undefined for anything else. */
export function textOf(field: Field): string | undefined {
	return typeof field.initialValue === 'string' ? field.initialValue : undefined
}
