import { expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import { contentOf } from '#app/models/order/revision-content.ts'
import type { OrderHistory } from '#app/models/payment/history.server.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { historyWords, orderInALine } from '#scripts/shop/order-words.ts'
import { wordsIn } from '#scripts/shop/words.ts'
import { sampleOrder } from '#testing/sample-order.ts'

const known = {
	number: '2026-000042',
	name: 'Ada',
	day: '2026-12-05',
	total: cents(4980),
} as const

const job = { id: '1', data: {}, error: null }

const at = instantAt('2026-12-05', '14:03')

function wordsOf(
	whats: readonly string[] = [],
	lang?: string,
	rows: Partial<OrderHistory> = {},
): string[] {
	const events = whats.map((what, id) => ({
		id,
		orderId: sampleOrder.id,
		at,
		who: 'shop',
		what,
		reason: what === 'cancelled' ? 'the child is ill' : null,
	}))
	const nextTry = instantAt('2026-12-06', '00:10')
	return historyWords(
		{
			order: {
				...sampleOrder,
				answers: { cake: { label: { de: 'Torte', en: 'Cake' }, text: 'B\u001b[2J' } },
			},
			payments: [],
			refunds: [],
			disputes: [],
			invoices: [],
			events,
			revisions: [
				{
					number: 3,
					kind: 'moved',
					reason: 'the room is closed',
					content: contentOf(sampleOrder, []),
				},
			],
			letters: [
				{ ...job, name: 'mailConfirmation', isParked: false, nextTry },
				{ ...job, name: 'mailInvoice', isParked: true, nextTry },
			],
			till: [],
			notes: [{ id: '1', at, actor: 'operator', text: 'She brings her own cake.' }],
			...rows,
		},
		wordsIn(lang),
	)
}

test('an order shows customer, times and contents, in euros and by the clock of the venue', () => {
	const words = wordsOf()
	expect(words[0]).toMatch(/^2026-000042 {2}confirmed {2}\d{4}-\d\d-\d\d 14:00-17:30$/)
	expect(words).toContain('name      Ada Lovelace, ada@example.com')
	expect(words).toContain('party     birthday: Byron')
	expect(words).toContain(
		'booked    10 Kindergeburtstag Kosmos, Raum Mars, 14:00-16:30: 249,00\u00a0€',
	)
	expect(words).toContain('asked     Torte: B [2J')
	expect(words).toContain('note      2026-12-05 14:03 operator: She brings her own cake.')
	expect(words).toContain('voucher   SPACE25: 0,00\u00a0€ paid, 10,00\u00a0€ less')
	expect(words).toContain(
		'mail      mailConfirmation is not delivered yet, tried next at 2026-12-06 00:10',
	)
	expect(words).toContain(
		'mail      mailInvoice was given up, not delivered: npm run venue -- retry',
	)
})

test('asked for in German, an order says all of it in German', () => {
	const words = wordsOf([], 'de')
	expect(words[0]).toMatch(/^2026-000042 {2}bestätigt {2}\d{4}-\d\d-\d\d 14:00-17:30$/)
	expect(words).toContain('Feier     Geburtstag: Byron')
	expect(words).toContain('Gutschein SPACE25: 0,00\u00a0€ bezahlt, 10,00\u00a0€ Nachlass')
	expect(words).toContain(
		'E-Mail    mailInvoice wurde aufgegeben und nicht zugestellt: npm run venue -- retry',
	)
	expect(orderInALine({ ...known, state: 'confirmed', left: cents(480) }, wordsIn('de'))).toBe(
		'2026-000042  Ada, 2026-12-05, 49,80\u00a0€, noch 4,80\u00a0€ zu zahlen, bestätigt',
	)
	expect(() => wordsIn('fr')).toThrow("--lang is de or en, not 'fr'.")
})

const neverPaid = { ...sampleOrder, state: 'cancelled', cancelledAt: null } as const

test.each([
	['en', 'not paid', 'not paid, given up'],
	['de', 'nicht bezahlt', 'nicht bezahlt, aufgegeben'],
])('N375: in %s, an order that was never paid and ended is %s', (lang, state, event) => {
	const words = wordsOf(['cancelled'], lang, { order: neverPaid })
	expect(words[0]).toContain(`  ${state}  `)
	expect(words.find((line) => line.includes('shop: '))).toContain(event)
})

test.each([
	['confirmed', 'confirmed'],
	['mailed confirmation', 'mailed confirmation'],
	['placed', 'booked'],
	['rest paid online: 4980', 'Rest paid online: 49,80\u00a0€'],
	['paid 4980 card, receipt 4711', '49,80\u00a0€ by card noted, receipt 4711'],
	[
		'took back the note: paid back 500 cash, receipt 7',
		'Note taken back: 5,00\u00a0€ given back in cash, receipt 7',
	],
	['refund 1250', '12,50\u00a0€ refunded'],
	['cancelled, 1500 kept', 'cancelled, 15,00\u00a0€ kept'],
	['refund re_1234 by hand: 700', '7,00\u00a0€ refunded by hand, re_1234'],
	['dispute dp_99 lost: 8964', 'the bank has taken 89,64\u00a0€ back, dp_99'],
	[
		'refund 1e8d9f60-0000-4000-8000-000000000001 failed',
		'a refund did not arrive, 1e8d9f60-0000-4000-8000-000000000001',
	],
	[
		'unknown status of pi_1: "on_hold"',
		'the payment provider names an unknown status: on_hold, pi_1',
	],
	['cancelled', 'cancelled (the child is ill)'],
	['gift vouchers withdrawn: 3', '3 gift vouchers voided'],
	['changed: revision 2', 'changed'],
	['moved: revision 3', 'moved (the room is closed)'],
])('the event %s is shown as %s', (what, shown) => {
	expect(wordsOf([what]).at(-1)).toBe(`2026-12-05 14:03  shop: ${shown}`)
})

test.each([
	['placed', 'gebucht'],
	['mailed confirmation', 'E-Mail zugestellt: confirmation'],
	['paid 4980 card, receipt 4711', '49,80\u00a0€ mit Karte notiert, Bon 4711'],
	['dispute dp_99 lost: 8964', 'die Bank hat 89,64\u00a0€ zurückgeholt, dp_99'],
	['cancelled, 1500 kept', 'storniert, 15,00\u00a0€ einbehalten'],
])('in German the event %s is shown as %s', (what, shown) => {
	expect(wordsOf([what], 'de').at(-1)).toBe(`2026-12-05 14:03  shop: ${shown}`)
})

/** Rows with the columns that the terminal shows. */
const moneyRows = {
	payments: [
		{ provider: 'stripe', purpose: 'rest', state: 'paid', amount: cents(4980), captureId: 'ch_1' },
	],
	disputes: [{ provider: 'stripe', disputeId: 'dp_99', state: 'lost', amount: cents(4980) }],
	invoices: [
		{ number: 'RE-7', content: { kind: 'deposit' }, gross: cents(4980), issuedOn: '2026-12-05' },
	],
} as unknown as Partial<OrderHistory>

test.each([
	[
		'de',
		'Zahlung   stripe Rest bezahlt: 49,80\u00a0€ ch_1',
		'Einspruch stripe dp_99 verloren: 49,80\u00a0€',
	],
	[
		'en',
		'payment   stripe rest paid: 49,80\u00a0€ ch_1',
		'dispute   stripe dp_99 lost: 49,80\u00a0€',
	],
])('%s: money is told by purpose and state', (lang, payment, dispute) => {
	const words = wordsOf([], lang, moneyRows)
	expect(words).toContain(payment)
	expect(words).toContain(dispute)
})

test('an invoice is named by its title', () => {
	expect(wordsOf([], 'de', moneyRows)).toContain(
		'Rechnung  RE-7 Anzahlungsrechnung vom 2026-12-05: 49,80\u00a0€',
	)
	expect(wordsOf([], 'en', moneyRows)).toContain(
		'invoice   RE-7 Deposit invoice of 2026-12-05: 49,80\u00a0€',
	)
})

test('each of several orders is one line', () => {
	expect(orderInALine({ ...known, state: 'confirmed', left: cents(480) }, wordsIn())).toBe(
		'2026-000042  Ada, 2026-12-05, 49,80\u00a0€, 4,80\u00a0€ left to pay, confirmed',
	)
	expect(orderInALine({ ...known, day: null, state: 'cancelled', left: cents(0) }, wordsIn())).toBe(
		'2026-000042  Ada, no day, 49,80\u00a0€, cancelled',
	)
})
