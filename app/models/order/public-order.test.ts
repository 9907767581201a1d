import { expect, test } from 'vitest'

import { publicOrder } from '#app/models/order/public-order.ts'
import { sampleOrder } from '#testing/sample-order.ts'

/** Fields decided to be the customer's alone. */
const ofWhoOrdered = [
	'answers',
	'cancelTier',
	'confirmedAt',
	'createdAt',
	'fee',
	'feeOfVoucher',
	'feeVat',
	'id',
	'kept',
	'payUntil',
	'lines',
	'locale',
	'party',
	'person',
	'policy',
	'recipient',
	'revision',
	'termsVersion',
	'voucherCode',
	'voucherTerms',
]

// The class of VAT of a line is for papers alone.
test('F18: the public confirmation has the fields that are named, and no other that an order or a line gains', () => {
	const [line] = sampleOrder.lines
	if (!line) throw new Error('no line')
	const lines = [{ ...line, secret: 'of a line' }]
	const shown = publicOrder(Object.assign({ ...sampleOrder, lines }, { secret: 'of an order' }))
	expect(JSON.stringify(shown)).not.toContain('secret')
	const { vatClass: _, ...seen } = line
	expect(Object.keys(shown.lines[0] ?? {}).toSorted()).toEqual(Object.keys(seen).toSorted())
})

test('F18: a field that an order gains is decided upon here', () => {
	const shown = Object.keys(publicOrder(sampleOrder)).filter((name) => name !== 'lines')
	expect(Object.keys(sampleOrder).toSorted()).toEqual([...shown, ...ofWhoOrdered].toSorted())
})
