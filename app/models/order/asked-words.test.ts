import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
	digitsAsked,
	folded,
	isNear,
	markedLetters,
	numbersAsked,
	piecesOf,
	plainLetters,
	wordsAsked,
} from '#app/models/order/asked-words.ts'

test('each letter with marks is compared as one plain letter', () => {
	expect([...markedLetters]).toHaveLength(plainLetters.length)
	expect(new Set(markedLetters).size).toBe(markedLetters.length)
	expect(plainLetters).toMatch(/^[a-z]+$/)
})

test.each([
	['Yıldız', 'yildiz'],
	['MÜLLER', 'muller'],
	['Weiß', 'weis'],
	['Petrović', 'petrovic'],
	['Łukasz', 'lukasz'],
])('%s is compared as %s', (text, as) => {
	expect(folded(text)).toBe(as)
})

test.each([
	['Mueller', [['mueller', 'muller']]],
	['Weiss', [['weiss', 'weis']]],
	['Mueller-Bauer', [['mueller-bauer', 'muller-bauer', 'mueller-baur', 'muller-baur']]],
	['Sommer, Katharina', [['sommer'], ['katharina']]],
	['  ', []],
	['a b c d e f', [['a'], ['b'], ['c'], ['d'], ['e']]],
])('%j is searched as %j', (asked, words) => {
	expect(wordsAsked(asked)).toEqual(words)
})

test.each([
	['0171 555', '171555'],
	['+49 171/555-0142', '1715550142'],
	['0142', '0142'],
	['142', null],
	['50142', '50142'],
	['Sommer', null],
	['2026-000412', '2026000412'],
])('the digits of %j are %j', (asked, digits) => {
	expect(digitsAsked(asked)).toBe(digits)
})

test.each([
	['2026-000412', ['2026-000412']],
	['2026-412', ['2026-000412']],
	['412', ['2026-000412', '2025-000412', '2027-000412']],
	['0171 555', []],
	['Sommer', []],
	['0', ['2026-000000', '2025-000000', '2027-000000']],
])('%j may be the numbers %j', (asked, numbers) => {
	expect(numbersAsked(asked, '2026-11-28')).toEqual(numbers)
})

test.each([
	['eder', ['ed', 'er']],
	['yildis', ['yi', 'ld', 'is']],
	['niemand', ['ni', 'ema', 'nd']],
])('%s has the pieces %j', (word, pieces) => {
	expect(piecesOf(word)).toEqual(pieces)
})

test('a name that is near to a word has one of its pieces', () => {
	const letters = fc.string({ unit: fc.constantFrom(...'abcdef'), minLength: 4, maxLength: 9 })
	fc.assert(
		fc.property(letters, letters, (word, name) => {
			if (isNear(name, word))
				expect(piecesOf(word).some((piece) => name.includes(piece))).toBe(true)
		}),
	)
})
