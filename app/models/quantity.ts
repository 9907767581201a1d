import { z } from 'zod'

import { say } from '#app/i18n/say.ts'

/**
 * A whole number as people type it, within bounds. Digits only: '1e3', '0x10', '1.5' and '１２' are no
 * numbers to them, though JavaScript would take them.
 */
export function wholeNumber({ min, max }: { min: number; max: number }) {
	return digits().pipe(z.int().min(min).max(max))
}

/** How many of a thing: at least one. */
export const quantity = digits(say('quantityRequired')).pipe(z.int().min(1).max(999))

/** The same where none is a choice too. */
export const quantityOrNone = digits(say('quantityRequired')).pipe(z.int().min(0).max(999))

function digits(params?: { error: string }) {
	return z
		.string(params)
		.trim()
		.regex(/^-?\d{1,9}$/, params)
		.transform(Number)
}
