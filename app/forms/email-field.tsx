import type { ComponentProps } from 'react'

import { TextField } from '#app/forms/text-field.tsx'

/** How browsers and phones help to type an e-mail address. */
export const emailInput = {
	type: 'email',
	inputMode: 'email',
	autoCapitalize: 'none',
	spellCheck: false,
	maxLength: 254,
} as const

/** One e-mail address. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, keyof typeof emailInput>) {
	return <TextField {...emailInput} {...props} />
}
