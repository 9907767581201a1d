import { expect, test } from 'vitest'

import { errorMap } from '#app/i18n/validation.ts'
import { dateOfBirth } from '#app/models/visitor/person.ts'

test.each([
	['2026-11-22', []],
	['1900-01-01', []],
	['2026-11-23', ['invalidDate']],
	['2099-01-01', ['invalidDate']],
	['1899-12-31', ['invalidDate']],
	['2010-02-30', ['invalidDate']],
	['22.11.1990', ['invalidDate']],
])('born on %s, on 22 November 2026: what is wrong is said once', (date, said) => {
	const { error } = dateOfBirth('2026-11-22').safeParse(date, { error: errorMap })
	expect(error?.issues.map(({ message }) => message) ?? []).toEqual(said)
})
