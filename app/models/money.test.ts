import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { languageTags, locales } from '#app/i18n/i18n.ts'
import {
	cents,
	euros,
	minus,
	parseEuros,
	share,
	smaller,
	sum,
	typedEuros,
	zero,
} from '#app/models/money.ts'

test.each([0.5, 12.34, Number.NaN, Infinity, 2 ** 53])('%d is no amount of cents', (amount) => {
	expect(() => cents(amount)).toThrow(RangeError)
})

test.each([
	{ amount: 10_000, percent: 30, expected: 3000 },
	{ amount: 1, percent: 50, expected: 1 },
	{ amount: 1, percent: 49, expected: 0 },
	{ amount: 5, percent: 30, expected: 2 },
	{ amount: 333, percent: 30, expected: 100 },
	{ amount: 335, percent: 30, expected: 101 },
	{ amount: 999, percent: 0, expected: 0 },
	{ amount: 999, percent: 100, expected: 999 },
])('share: $percent % of $amount cents, half a cent up', ({ amount, percent, expected }) => {
	expect(share(cents(amount), percent)).toBe(expected)
})

test('share is never more than half a cent off', () => {
	const amounts = fc.integer({ min: 0, max: 1e11 })
	fc.assert(
		fc.property(amounts, fc.integer({ min: 0, max: 100 }), (amount, percent) => {
			const twiceOff = 2 * (100 * share(cents(amount), percent) - amount * percent)
			expect(twiceOff).toBeGreaterThan(-100)
			expect(twiceOff).toBeLessThanOrEqual(100)
		}),
	)
})

test.each([
	['de-DE', '195,44'],
	['en-EN', '195.44'],
] as const)('a field for euros holds what is read from it: %s', (locale, typed) => {
	expect(typedEuros(cents(19_544), locale)).toBe(typed)
	expect(parseEuros(typed)).toBe(19_544)
})

test('sum, minus, smaller', () => {
	expect(sum([])).toBe(zero)
	expect(sum([cents(1), cents(2), cents(39)])).toBe(42)
	expect(minus(cents(5), cents(8))).toBe(-3)
	expect(smaller(cents(5), cents(8))).toBe(5)
	expect(smaller(cents(8), cents(5))).toBe(5)
})

test.each([
	{ amount: 6480, de: '64,80 €', en: '€64.80' },
	{ amount: 0, de: '0,00 €', en: '€0.00' },
	{ amount: 123_456, de: '1.234,56 €', en: '€1,234.56' },
	{ amount: -500, de: '-5,00 €', en: '-€5.00' },
])('euros: $de', ({ amount, de, en }) => {
	expect(euros(cents(amount), 'de-DE').replaceAll('\u00a0', ' ')).toBe(de)
	expect(euros(cents(amount), 'en-EN')).toBe(en)
})

test.each(locales)('euros in %s are formatted as by Intl', (locale) => {
	const style = { style: 'currency', currency: 'EUR' } as const
	const library = new Intl.NumberFormat(languageTags[locale], style)
	fc.assert(
		fc.property(fc.integer({ min: -1e11, max: 1e11 }), (amount) => {
			expect(euros(cents(amount), locale)).toBe(library.format(amount / 100))
		}),
	)
})
