import { expect, test } from 'vitest'

import { ok, refuse } from '#app/models/result.ts'
import {
	correctionIn,
	textsAgain,
	textsOf,
	textsToCheck,
} from '#app/routes/booking/change-texts.server.ts'
import { sampleOrder } from '#testing/sample-order.ts'

// Faults K90: a form of before a correction of name or mail address.

const { firstName, lastName, email } = sampleOrder.person
const before = { ...sampleOrder, person: { ...sampleOrder.person, email: 'typo@example.org' } }
const markOf = (order: typeof sampleOrder) => textsOf(order, true)['person.seen']
const typed = { firstName, lastName, email }

test.each([
	['as it is', typed, markOf(sampleOrder), ok(null)],
	['as it is, from before', typed, markOf(before), ok(null)],
	[
		'corrected',
		{ ...typed, email: 'ada@example.net' },
		markOf(sampleOrder),
		ok({ email: 'ada@example.net' }),
	],
	[
		'the typing error of before',
		{ ...typed, email: before.person.email },
		markOf(before),
		refuse('booking.changed'),
	],
	[
		'corrected, without a mark',
		{ ...typed, firstName: 'Augusta' },
		undefined,
		refuse('booking.changed'),
	],
])('K90: name and mail address %s', (_, person, seen, expected) => {
	expect(correctionIn(sampleOrder, { ...person, seen })).toEqual(expected)
})

test('K90: a form of before comes back with the corrected address and the other texts as they were typed', () => {
	const texts = { ...textsOf(before, true), 'party.birthday': 'Byron' }
	expect(textsAgain(sampleOrder, true, texts)).toMatchObject({
		'party.birthday': 'Byron',
		'person.email': email,
		'person.seen': markOf(sampleOrder),
	})
	expect(textsAgain(before, true, { ...texts, 'person.email': 'half@' })['person.email']).toBe(
		'half@',
	)
})

test('K90: the check page carries name and mail address only where they are corrected', () => {
	const texts = { 'party.birthday': 'Byron', 'person.email': email }
	expect(textsToCheck(texts, null)).toEqual({ 'party.birthday': 'Byron' })
	expect(textsToCheck(texts, { email })).toEqual(texts)
})
