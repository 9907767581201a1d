import { describe, expect, test } from 'vitest'

import { errorMap } from '#app/i18n/validation.ts'
import type { InvoiceFacts, IssuedInvoice } from '#app/models/invoice/content.ts'
import { newRecipient, newRecipientSchema } from '#app/models/invoice/new-recipient.ts'
import { cents, sum } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { recipientOf } from '#app/models/order/recipient.ts'
import { refuse } from '#app/models/result.ts'
import { factsOf, gift, issueAll, orderOf } from '#testing/sample-invoices.ts'
import { sampleOrder } from '#testing/sample-order.ts'

// Faults K4: an organisation named after the first papers; no money moves, and no turnover is on paper twice.

const kita = { organisation: 'Kita Sonne', reference: '4711' }
const online = { due: 'online' as const }
const order = (lines: Parameters<typeof orderOf>[0]['lines'], more: Partial<Order> = {}) =>
	orderOf({ lines, order: { party: null, ...more } })
const cash = (amount: number) => ({
	means: 'cash' as const,
	amount: cents(amount),
	on: '2026-11-28',
	receipt: '4711',
})
const back = (amount: number) => ({
	id: 'refund-1',
	paymentId: 'payment-1',
	means: 'stripe' as const,
	amount: cents(amount),
	on: '2026-11-20',
})

function inShort({ slug, correctsSlug, gross, due, buyer }: IssuedInvoice): string {
	const of = correctsSlug === null ? '' : ` of ${correctsSlug}`
	const rest = due.gross === gross ? '' : `, due ${(due.gross / 100).toFixed(2)}`
	const to = buyer?.company ? ` to ${buyer.company}` : ''
	return `${slug}${of} ${(gross / 100).toFixed(2)}${rest}${to}`
}

/** Names the recipient after the facts, and issues what is lacking then. */
function namedLater(before: Order, more: Partial<InvoiceFacts>) {
	const first = issueAll(before, factsOf(before))
	const issued = issueAll(before, { ...factsOf(before), ...more, issued: first })
	const facts = { ...factsOf(before), ...more, issued }
	const named = newRecipient(before, facts, newRecipientSchema.parse(kita))
	if (!named.ok) return named
	const after = { ...before, recipient: named.value }
	return { after, all: issueAll(after, facts, '2026-11-30'), count: issued.length, facts }
}

const voucher = { kind: 'value' as const, code: 'X', products: null, balance: cents(10_000) }

describe.each<[string, Order, Partial<InvoiceFacts>, string[]]>([
	[
		'a deposit on a small visit',
		order([{ amount: 10_000 }]),
		{},
		['correction-1 of deposit -30.00', 'deposit-2 30.00 to Kita Sonne'],
	],
	[
		'an invoice of what was paid ahead',
		order([{ amount: 30_000, ...online }]),
		{},
		['correction-1 of invoice -300.00', 'invoice-2 300.00 to Kita Sonne'],
	],
	[
		'a deposit and the final invoice that deducts it',
		order([{ amount: 10_000 }]),
		{ onSite: [cash(7000)] },
		[
			'correction-1 of final -100.00, due -70.00',
			'correction-2 of deposit -30.00',
			'deposit-2 30.00 to Kita Sonne',
			'final-2 100.00, due 70.00 to Kita Sonne',
		],
	],
	[
		'a deposit of which a part went back',
		order([{ amount: 10_000 }]),
		{ refunds: [back(1000)] },
		['correction-2 of deposit -20.00', 'deposit-2 20.00 to Kita Sonne'],
	],
	[
		'a receipt of gift vouchers beside a deposit',
		order([{ amount: 10_000 }, { amount: 5000, gift }]),
		{},
		[
			'correction-1 of receipt -50.00',
			'correction-2 of deposit -30.00',
			'receipt-2 50.00 to Kita Sonne',
			'deposit-2 30.00 to Kita Sonne',
		],
	],
	[
		'an invoice of what a voucher paid',
		orderOf({ lines: [{ amount: 10_000, ...online }], voucher, order: { party: null } }),
		{},
		['correction-1 of invoice -100.00', 'invoice-2 100.00 to Kita Sonne'],
	],
])('%s', (_, before, facts, papers) => {
	test('is cancelled and written anew for the organisation', () => {
		const done = namedLater(before, facts)
		if (!('all' in done)) throw new Error('refused')
		expect(done.all.slice(done.count).map(inShort)).toEqual(papers)
		for (const paper of done.all.slice(done.count)) {
			if (paper.corrects) expect(paper).toMatchObject({ isAnew: true, payments: [] })
			else expect(paper.buyer).toMatchObject({ reference: '4711', name: 'Ada Lovelace' })
		}
	})

	test('leaves every sum as it was, and nothing more to issue', () => {
		const done = namedLater(before, facts)
		if (!('all' in done)) throw new Error('refused')
		const { all, count, after } = done
		const dueOf = (issued: readonly IssuedInvoice[]) => sum(issued.map(({ due }) => due.gross))
		expect(dueOf(all)).toBe(dueOf(all.slice(0, count)))
		expect(issueAll(after, { ...done.facts, issued: all })).toEqual(all)
	})
})

const paid = order([{ amount: 10_000 }])
const named = { ...recipientOf(paid), company: 'Kita Sonne', reference: '4711' }

test.each<[string, Order, Partial<InvoiceFacts>, string]>([
	['not confirmed', { ...paid, confirmedAt: null }, {}, 'desk.noPapers'],
	['cancelled with all back', { ...paid, cancelledAt: new Date() }, {}, 'desk.noPapers'],
	[
		'forgotten',
		{ ...paid, person: { ...paid.person, email: 'deleted@example.invalid' } },
		{},
		'desk.noPapers',
	],
	['named so already', { ...paid, recipient: named }, {}, 'desk.sameRecipient'],
	[
		'whose till booked the rest as a sale since the final invoice',
		paid,
		{ onSite: [cash(7000)], hasFinal: false },
		'desk.paperStays',
	],
])('an order %s keeps its recipient', (_, before, more, key) => {
	const facts = { ...factsOf(before), ...more }
	const issued = issueAll(paid, { ...factsOf(paid), onSite: facts.onSite })
	expect(newRecipient(before, { ...facts, issued }, newRecipientSchema.parse(kita))).toEqual(
		refuse(key as 'desk.noPapers'),
	)
})

test('a reference belongs to an organisation', () => {
	const typed = newRecipientSchema.parse({ reference: '4711' })
	expect(newRecipient(paid, factsOf(paid), typed)).toEqual(refuse('desk.noOrganisation'))
})

test('a cancelled order of which something is kept has its deposit written anew', () => {
	const kept = { ...paid, state: 'cancelled' as const, cancelledAt: new Date(), kept: cents(1000) }
	const issued = issueAll(paid, factsOf(paid))
	const facts = { ...factsOf(paid), refunds: [back(2000)] }
	const before = issueAll(kept, { ...facts, issued })
	const recipient = newRecipient(kept, { ...facts, issued: before }, newRecipientSchema.parse(kita))
	if (!recipient.ok) throw new Error('refused')
	const all = issueAll({ ...kept, recipient: recipient.value }, { ...facts, issued: before })
	expect(all.slice(before.length).map(inShort)).toEqual([
		'correction-2 of deposit -10.00',
		'deposit-2 10.00 to Kita Sonne',
	])
})

test('another organisation has no reference of the former one, and its address its own country', () => {
	const before = { ...paid, recipient: { ...named, leitwegId: '04011000-1234512345-06' } }
	const typed = { organisation: 'Mond KG', postcode: 'A-1010', country: 'AT', city: 'Wien' }
	const facts = factsOf(before)
	expect(newRecipient(before, facts, newRecipientSchema.parse(typed))).toMatchObject({
		value: {
			company: 'Mond KG',
			reference: null,
			leitwegId: null,
			name: 'Ada Lovelace',
			street: sampleOrder.person.street,
			postcode: '1010',
			country: 'AT',
		},
	})
})

test.each([
	[{ leitwegId: '4711' }, 'leitwegIdForm'],
	[{ postcode: 'A-1010', country: 'DE' }, 'postcodeOfCountry'],
	[{ organisation: 'ᚱ' }, 'unprintable'],
	[{ country: 'XX' }, 'invalid'],
])('%j is refused: %s', (typed, message) => {
	const { error } = newRecipientSchema.safeParse(typed, { error: errorMap })
	expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})
