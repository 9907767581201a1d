import { expect, test } from 'vitest'

import {
	answerTo,
	formIdOf,
	submittedValue,
	tooManyOf,
	type CartAnswer,
} from '#app/forms/cart-answer.ts'

function refusedForm(intent: string | null, initialValue: Record<string, string>): CartAnswer {
	const result = { status: 'error' as const, initialValue, error: {} }
	return { intent, product: null, productId: null, group: null, result }
}

test('a refusal belongs to the one form that was sent', () => {
	const answer = refusedForm('quantity', { line: 'one', quantity: '' })

	expect(answerTo(answer, 'quantity', { line: 'one' })).toBe(answer.result)
	expect(answerTo(answer, 'quantity', { line: 'two' })).toBeNull()
	expect(answerTo(answer, 'set', { line: 'one' })).toBeNull()
	expect(answerTo(null, 'quantity')).toBeNull()
})

test.each([
	['quantity', { line: 'one' }, 'quantity-one'],
	['set', { line: 'one' }, 'choices-one'],
	['redeem', { code: 'X' }, 'voucher'],
	['add', { product: 'p' }, 'add'],
	[null, {}, 'cart'],
])('the summary of a refused %s leads to the fields of its form', (intent, typed, id) => {
	expect(formIdOf(refusedForm(intent, typed))).toBe(id)
})

test('a field that was emptied is empty, and one that was not sent has no value', () => {
	const error = { 'pieces.pizza': [{ key: 'validation.invalid' as const }] }
	const result = { status: 'error' as const, initialValue: { line: 'one' }, error }
	expect(submittedValue(result, 'line')).toBe('one')
	expect(submittedValue(result, 'pieces.pizza')).toBe('')
	expect(submittedValue(result, 'pieces.cola')).toBeUndefined()
})

test.each<[string, string | null, number, string[]]>([
	['the product that is refused', 'senior', 20, ['senior']],
	['no field, where too many in all are refused', null, 20, []],
	['no field that was not typed in', 'child', 20, []],
	['no field that holds no more than that', 'senior', 25, []],
])('too many are reported at %s', (_, productId, most, marked) => {
	const typed = { adult: '25', senior: '21' }
	const answer: CartAnswer = {
		...refusedForm('set', {}),
		productId,
		result: {
			status: 'error',
			initialValue: { quantities: typed },
			error: { '': [{ key: 'conditions.piecesAtMost', values: { count: most } }] },
		},
	}
	const ids = ['adult', 'senior', 'child']
	expect(ids.filter((id) => tooManyOf(answer, id))).toEqual(marked)
})
