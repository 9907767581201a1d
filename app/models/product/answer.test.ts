import { expect, test } from 'vitest'

import { answered, answerWords, questionsOf } from '#app/models/product/answer.ts'
import { sampleProduct } from '#testing/sample-product.ts'
import { sampleVenue } from '#testing/sample-order.ts'

const label = { de: 'Name und Alter', en: 'Name and age' }
const cake = sampleProduct('cake', { asks: { label, max: 40 } })
const venue = { ...sampleVenue, products: [cake, sampleProduct('candles')] }
const lines = [{ productId: 'candles' }, { productId: 'cake' }, { productId: 'cake' }]

test('each product that asks for something asks once', () => {
	expect(questionsOf(venue, lines)).toEqual([{ productId: 'cake', label, max: 40 }])
	expect(questionsOf(venue, [{ productId: 'candles' }])).toEqual([])
})

test('an answer is ordered as long as its product is, with what was asked', () => {
	const typed = { cake: 'Mia, 7', candles: 'nobody asked' }
	expect(answered(venue, lines, typed)).toEqual({ cake: { label, text: 'Mia, 7' } })
	expect(answered(venue, [{ productId: 'candles' }], typed)).toEqual({})
	expect(answered(venue, lines, { cake: '' })).toEqual({})
})

test('what was asked and what was answered, in the language of the reader', () => {
	const answers = answered(venue, lines, { cake: 'Mia, 7' })
	expect(answerWords(answers, 'cake', 'de-DE')).toBe('Name und Alter: Mia, 7')
	expect(answerWords(answers, 'cake', 'en-EN')).toBe('Name and age: Mia, 7')
	expect(answerWords(answers, 'candles', 'de-DE')).toBeNull()
})
