import { expect, test } from 'vitest'

import { readTake, stepped, takeText } from '#app/models/offer/take.ts'

test.each([
	['two of one, none of another', { 'ticket-adult': 2, 'ticket-child': 0 }],
	['nothing', {}],
])('an address carries %s there and back', (_, numbers) => {
	expect(readTake(takeText(numbers))).toEqual(numbers)
})

test.each([
	['no address', null],
	['a part without a number', 'ticket-adult.two'],
	['a part without an id', '.2'],
	['a number of four digits', 'ticket-adult.1000'],
	['a text of more than 1,500 characters', `ticket-adult.2_${'x'.repeat(1500)}.1`],
])('%s is read as no numbers', (_, text) => {
	expect(readTake(text)).toEqual({})
})

test.each([
	['one more', { a: 1 }, 'a:1', { a: 2 }],
	['one fewer', { a: 1, b: 3 }, 'a:-1', { a: 0, b: 3 }],
	['one fewer than none is none', { a: 0 }, 'a:-1', { a: 0 }],
	['the first piece', {}, 'a:1', { a: 1 }],
	['N355: of a product called as a built-in function', {}, 'constructor:1', { constructor: 1 }],
])('a step: %s', (_, numbers, step, result) => {
	expect(stepped(numbers, step)).toEqual(result)
})
