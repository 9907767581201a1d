import type { $ZodErrorMap, $ZodIssue, $ZodRawIssue } from 'zod/v4/core'

import { de } from '#app/i18n/de.ts'
import type { Message } from '#app/i18n/i18n.ts'
import type { ValidationKey } from '#app/i18n/say.ts'

/**
 * Returns the key of the general sentence for zod's own checks. Given with each parse and never by `z.config`: that is
 * process-wide, and two visitors with two languages share the process.
 */
export const errorMap: $ZodErrorMap = (issue) => genericKey(issue)

/**
 * Turns an issue of zod into a `Message`: the key of its sentence, and the bounds that fill the gaps of the sentence.
 */
export function toMessage(issue: $ZodIssue): Message {
	const key = isValidationKey(issue.message) ? issue.message : 'invalid'
	const values = valuesOf(issue)
	return { key: `validation.${key}`, ...(values && { values }) }
}

// The key is chosen here and not in `toMessage`, because a finished issue no longer knows its input.
function genericKey(issue: $ZodRawIssue): ValidationKey {
	if (issue.input === undefined || issue.input === null) return 'required'
	switch (issue.code) {
		case 'invalid_type':
			return issue.expected === 'date' ? 'invalidDate' : 'invalid'
		case 'invalid_format':
			return formatKey(issue.format)
		case 'too_small':
			if (issue.origin === 'date') return 'invalidDate'
			if (isCountable(issue.origin)) return Number(issue.minimum) === 1 ? 'required' : 'tooShort'
			return 'tooSmall'
		case 'too_big':
			if (issue.origin === 'date') return 'invalidDate'
			return isCountable(issue.origin) ? 'tooLong' : 'tooBig'
		default:
			return 'invalid'
	}
}

function formatKey(format: string): ValidationKey {
	if (format === 'email') return 'invalidEmail'
	return format === 'date' ? 'invalidDate' : 'invalid'
}

function isCountable(origin: string) {
	return origin === 'string' || origin === 'array' || origin === 'set'
}

function valuesOf(issue: $ZodIssue): Message['values'] {
	if (issue.code === 'too_small') return { minimum: Number(issue.minimum) }
	if (issue.code === 'too_big') return { maximum: Number(issue.maximum) }
	return issue.code === 'custom' ? issue.params : undefined
}

function isValidationKey(key: string): key is ValidationKey {
	return Object.hasOwn(de.validation, key)
}
