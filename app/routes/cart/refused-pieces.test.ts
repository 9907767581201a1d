import { expect, test } from 'vitest'
import { z } from 'zod'

import type { CartAnswer } from '#app/forms/cart-answer.ts'
import { parseForm, refused } from '#app/forms/form.ts'
import { quantityOrNone } from '#app/models/quantity.ts'
import { refuse } from '#app/models/result.ts'
import { keptPieces, refusedPieces } from '#app/routes/cart/refused-pieces.ts'
import type { GroupView } from '#app/ui/order/line-view.ts'

const schema = z.object({ pieces: z.record(z.string(), quantityOrNone) }).loose()

function refusedSet(typed: string): CartAnswer {
	const form = new FormData()
	for (const [name, value] of new URLSearchParams(`line=party&${typed}`)) form.append(name, value)
	const submission = parseForm(form, schema)
	const more = submission.status === 'success' ? refused(refuse('noFreePlaces')) : {}
	return {
		intent: 'set',
		product: null,
		productId: null,
		group: null,
		result: submission.reply(more),
	}
}

function group(id: string, ...items: string[]): Pick<GroupView, 'id' | 'items'> {
	return { id, items: items.map((item) => ({ id: item })) as GroupView['items'] }
}
const menu = group('menu', 'pasta', 'pizza')

test('what was typed of a party stands in the forms of its groups', () => {
	const answer = refusedSet('pieces.pasta=4&pieces.pizza=7&pieces.juice=2&choices.cake=mars')
	expect(refusedPieces(answer, 'party', menu)?.initialValue).toMatchObject({
		quantities: { pasta: '4', pizza: '7' },
	})
	expect(refusedPieces(answer, 'party', group('drinks', 'juice', 'water'))?.initialValue).toEqual({
		quantities: { juice: '2' },
	})
	expect(refusedPieces(answer, 'party', group('cake', 'mars', 'venus'))?.initialValue).toEqual({
		quantities: {},
		choice: 'mars',
	})
})

test('why a number is none is said at its field', () => {
	const answer = refusedSet('pieces.pasta=viele&pieces.juice=auch')
	expect(refusedPieces(answer, 'party', menu)).toMatchObject({
		initialValue: { quantities: { pasta: 'viele' } },
		error: { 'quantities.pasta': [{ key: 'validation.quantityRequired' }] },
	})
	expect(Object.keys(refusedPieces(answer, 'party', menu)?.error ?? {})).toHaveLength(1)
})

test('a group of which nothing was sent, another party, and another form know nothing of it', () => {
	const answer = refusedSet('pieces.pasta=4')
	expect(refusedPieces(answer, 'party', group('drinks', 'juice'))).toBeNull()
	expect(refusedPieces(answer, 'other', menu)).toBeNull()
	expect(refusedPieces({ ...answer, intent: 'quantity' }, 'party', menu)).toBeNull()
	expect(refusedPieces(null, 'party', menu)).toBeNull()
})

test('what is too much is said at its group', () => {
	const group = { id: 'menu', title: { de: 'Menü', en: 'Meal' } }
	const answer = { ...refusedSet('pieces.pasta=9&choices.cake=mars'), group }
	expect(refusedPieces(answer, 'party', menu)?.error).toEqual({
		'': [{ key: 'errors.noFreePlaces' }],
	})
	expect(refusedPieces(answer, 'party', { ...menu, id: 'other' })?.error).toEqual({})
})

test('who mends one group sends the others along, and has them still when it is refused again', () => {
	const answer = refusedSet('pieces.pasta=4&choices.cake=mars')
	const kept = { 'pieces.pasta': '4', 'choices.cake': 'mars' }
	expect(keptPieces(answer, 'party')).toEqual(kept)
	expect(keptPieces({ ...answer, intent: 'extras' }, 'party')).toEqual(kept)
	expect(keptPieces(answer, 'other')).toEqual({})
	expect(keptPieces(null, 'party')).toEqual({})
})
