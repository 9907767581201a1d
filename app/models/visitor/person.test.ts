import { expect, test } from 'vitest'

import { errorMap } from '#app/i18n/validation.ts'
import { dateOfBirth, person } from '#app/models/visitor/person.ts'

test.each([
	['2026-11-22', []],
	['1900-01-01', []],
	['2026-11-23', ['dateOfBirth']],
	['2099-01-01', ['dateOfBirth']],
	['1899-12-31', ['dateOfBirth']],
	['2010-02-30', ['invalidDate']],
	['22.11.1990', ['invalidDate']],
])('the date of birth %s on 22 November 2026 has one message at most', (date, said) => {
	const { error } = dateOfBirth('2026-11-22').safeParse(date, { error: errorMap })
	expect(error?.issues.map(({ message }) => message) ?? []).toEqual(said)
})

test.each([
	['089 1234567', []],
	['+49 (0)89/123-45.67', []],
	['1234', []],
	['\u202A+49\u00A0175\u20131234567\u202C', []],
	['abc', ['phone']],
	['12', ['phone']],
	['(--) / ..', ['phone']],
	['089 1234567 abends', ['phone']],
])('the telephone number %j has one message at most', (number, said) => {
	const { error } = person.shape.mobile.safeParse(number, { error: errorMap })
	expect(error?.issues.map(({ message }) => message) ?? []).toEqual(said)
})
