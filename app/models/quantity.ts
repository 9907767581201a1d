import { z } from 'zod'

import { say } from '#app/i18n/say.ts'

/**
 * The schema of a typed whole number within bounds. Digits only: '1e3', '0x10', '1.5' and '１２' are refused, though
 * JavaScript would read them as numbers.
 */
export function wholeNumber({ min, max }: { min: number; max: number }) {
	return digits().pipe(z.int().min(min).max(max))
}

/** The schema of a number of pieces, 1 to 999. */
export const quantity = digits(say('quantityRequired')).pipe(z.int().min(1).max(999))

/** The schema of a number of pieces, 0 to 999. */
export const quantityOrNone = digits(say('quantityRequired')).pipe(z.int().min(0).max(999))

function digits(params?: { error: string }) {
	return z
		.string(params)
		.trim()
		.regex(/^-?\d{1,9}$/, params)
		.transform(Number)
}
