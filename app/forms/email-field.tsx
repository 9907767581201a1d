import type { ComponentProps } from 'react'

import { TextField } from '#app/forms/text-field.tsx'

/** Attributes with which browsers and phones help to type an e-mail address. */
export const emailInput = {
	type: 'email',
	inputMode: 'email',
	autoCapitalize: 'none',
	spellCheck: false,
	maxLength: 254,
} as const

/** A field for one e-mail address. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, keyof typeof emailInput>) {
	return <TextField {...emailInput} {...props} />
}
