import { useState, type FormEvent } from 'react'

import type { Field } from '#app/forms/form.ts'
import type { Message } from '#app/i18n/i18n.ts'

/**
 * Returns a field without the messages of its last refusal once the browser finds its typed value valid, and the
 * handler for `onInput`. The shop checks the value again when the form is sent.
 */
export function useMended(field: Field): {
	own: Field
	onInput: (event: FormEvent<HTMLElement>) => void
} {
	const { id, name, formId, errorId, descriptionId, errors, initialValue } = field
	const [mended, setMended] = useState<Message[]>()
	const shown = errors === mended ? undefined : errors
	function onInput({ target }: FormEvent<HTMLElement>) {
		const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
		if (isField && target.validity.valid && target.value.trim() !== '') setMended(errors)
	}
	return {
		own: { id, name, formId, errorId, descriptionId, errors: shown, initialValue },
		onInput,
	}
}
