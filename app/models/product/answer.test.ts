import { expect, test } from 'vitest'

import {
	answered,
	answersTo,
	answerWords,
	giftWordsIn,
	isAboutHealth,
	isAllergy,
	isGiftQuestion,
	joinAnswers,
	questionsOf,
} from '#app/models/product/answer.ts'
import { sampleVenue } from '#testing/sample-order.ts'
import { sampleProduct } from '#testing/sample-product.ts'

const label = { de: 'Name und Alter', en: 'Name and age' }
const cake = sampleProduct('cake', { asks: { label, max: 40 } })
const venue = { ...sampleVenue, products: [cake, sampleProduct('candles')] }
const lines = [{ productId: 'candles' }, { productId: 'cake' }, { productId: 'cake' }]

test('a product asks once, however many lines it has', () => {
	expect(questionsOf(venue, lines)).toEqual([{ productId: 'cake', label, max: 40 }])
	expect(questionsOf(venue, [{ productId: 'candles' }])).toEqual([])
})

test('an answer is ordered with its label while its product is in the cart', () => {
	const typed = { cake: 'Mia, 7', candles: 'nobody asked' }
	expect(answered(venue, lines, typed)).toEqual({ cake: { label, text: 'Mia, 7' } })
	expect(answered(venue, [{ productId: 'candles' }], typed)).toEqual({})
	expect(answered(venue, lines, { cake: '' })).toEqual({})
})

test('the first of two answers counts, unless it is empty', () => {
	const [own, others] = [
		{ cake: 'Mia, 7', giftFor: '' },
		{ cake: 'Tom', giftFor: 'Oma', giftFrom: '' },
	]
	expect(joinAnswers(own, others)).toEqual({ cake: 'Mia, 7', giftFor: 'Oma', giftFrom: '' })
	expect(joinAnswers({}, own)).toEqual(own)
})

test('question and answer are shown in the language of the reader', () => {
	const answers = answered(venue, lines, { cake: 'Mia, 7' })
	expect(answerWords(answers, 'cake', 'de-DE')).toBe('Name und Alter: Mia, 7')
	expect(answerWords(answers, 'cake', 'en-EN')).toBe('Name and age: Mia, 7')
	expect(answerWords(answers, 'candles', 'de-DE')).toBeNull()
})

test('all gift vouchers share three questions, and an answer left out is an empty text', () => {
	const gifts = ['gift-25', 'gift-50'].map((id) => sampleProduct(id, { kind: 'giftVoucher' }))
	const shop = { ...venue, products: [...venue.products, ...gifts] }
	const both = [...lines, { productId: 'gift-25' }, { productId: 'gift-50' }]
	const asked = questionsOf(shop, both)
	expect(asked.map(({ productId }) => productId)).toEqual([
		'cake',
		'giftFor',
		'giftFrom',
		'giftMessage',
	])
	expect(asked.filter(isGiftQuestion)).toHaveLength(3)
	const ordered = answered(shop, both, { cake: 'Mia, 7', giftFor: 'Mia', giftFrom: '' })
	expect(giftWordsIn(ordered)).toEqual({ for: 'Mia', from: '', message: '' })
	expect(giftWordsIn({})).toEqual({ for: '', from: '', message: '' })
	expect(answered(shop, lines, { giftFor: 'Mia' })).toEqual({})
})

test.each([
	['giftFor', 60],
	['giftFrom', 60],
	['giftMessage', 240],
])('%s takes %i characters and no more', (name, max) => {
	const shop = { ...venue, products: [sampleProduct('gift', { kind: 'giftVoucher' })] }
	const schema = answersTo(questionsOf(shop, [{ productId: 'gift' }]))
	expect(schema.safeParse({ [name]: 'x'.repeat(max) }).success).toBe(true)
	expect(schema.safeParse({ [name]: 'x'.repeat(max + 1) }).success).toBe(false)
})

const cakeName = { de: 'Auf der Torte', en: 'On the cake' }
test.each([
	['a word of an allergy', cakeName, 'Mia, 7, glutenfrei', true],
	['no such word', cakeName, 'Mia, 7', false],
	['a German label that asks for allergies', { de: 'Allergien?', en: 'Food' }, 'kein Ei', true],
	['an English label that asks for them', { de: 'Essen', en: 'Intolerances' }, 'no egg', true],
])('K122: %s: whether an answer is about health', (_, question, text, isHealth) => {
	const asking = sampleProduct('menu', { asks: { label: question, max: 60, warns: false } })
	const shop = { ...venue, products: [...venue.products, asking] }
	expect(isAboutHealth(shop, 'menu', text)).toBe(isHealth)
})

test.each([
	'Mia darf keine Nüsse',
	'eine Nuss reicht',
	'NUSSFREI, bitte',
	'Spuren von Haselnüssen',
	'no nuts for Mia',
	'walnuts',
	'ohne Milch',
	'keine Milchprodukte',
	'Kuhmilch',
	'Epilepsie',
	'Cashewkerne',
	'Paranüsse',
	'Nussecken gehen nicht',
	'no milk',
	'Laktose',
	'lactose',
	'Zöliakie',
	'coeliac',
	'Diabetes Typ 1',
	'diabetic',
	'EpiPen dabei',
	'epi-pen in the bag',
	'hat Asthma',
])('K122: "%s" is about an allergy', (text) => {
	expect(isAllergy(text)).toBe(true)
})

test.each(['Viel Genuss!', 'Familie Nussbaum', 'Milchshakes', 'Donuts', 'Mia, 7'])(
	'K122: "%s" is about no allergy',
	(text) => {
		expect(isAllergy(text)).toBe(false)
	},
)
