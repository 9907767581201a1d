import type { Field } from '#app/forms/form.ts'
import type { Message } from '#app/i18n/i18n.ts'

/** Makes a `Field` with a value and messages for a form that does not use `useForm`. */
export function plainField(
	formId: string,
	name: string,
	{ value, errors }: { value?: string | undefined; errors?: Message[] | null | undefined } = {},
): Field {
	const id = `${formId}-${name}`
	return {
		id,
		name,
		formId,
		errorId: `${id}-error`,
		descriptionId: `${id}-description`,
		errors: errors ?? undefined,
		initialValue: value,
	}
}
