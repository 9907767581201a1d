import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'

const anything = z.looseObject({})

/** Turns posted values into the `defaultValue` of the same form: names with dots become nested objects. */
export function formValues(typed: Record<string, string>): Record<string, unknown> {
	const formData = new FormData()
	for (const [name, value] of Object.entries(typed)) formData.append(name, value)
	return parseForm(formData, anything).payload
}
