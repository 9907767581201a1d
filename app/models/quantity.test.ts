import { describe, expect, test } from 'vitest'

import { toMessage } from '#app/i18n/validation.ts'
import { quantity, quantityOrNone, wholeNumber } from '#app/models/quantity.ts'

describe('a quantity is read from digits alone (E2)', () => {
	test.each([
		['1', 1],
		[' 12 ', 12],
		['999', 999],
		['007', 7],
	])('%j is %d', (text, number) => {
		expect(quantity.parse(text)).toBe(number)
	})

	test.each([
		'',
		'  ',
		'1e3',
		'1e9',
		'0x10',
		'1.5',
		'1,5',
		'１２',
		'٣',
		'+1',
		'NaN',
		'Infinity',
		'1000000000',
		'--1',
		'1 000',
		undefined,
	])('%j is no quantity', (text) => {
		const [issue] = quantity.safeParse(text).error?.issues ?? []
		expect(issue && toMessage(issue)).toEqual({ key: 'validation.quantityRequired' })
	})

	test.each(['0', '-1', '1000'])('%j is out of bounds', (text) => {
		expect(quantity.safeParse(text).error?.issues[0]?.code).toMatch(/^too_(small|big)$/)
	})

	test('zero is a quantity only for quantityOrNone', () => {
		expect(quantityOrNone.parse('0')).toBe(0)
		expect(wholeNumber({ min: 1, max: 12 }).safeParse('13').success).toBe(false)
	})
})
