import { expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
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

const at = instantAt('2026-12-05', '14:03')

function wordsOf(whats: readonly string[] = [], lang?: string): string[] {
	const events = whats.map((what, id) => ({ id, orderId: sampleOrder.id, at, who: 'shop', what }))
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
			reasons: [{ number: 3, reason: 'the room is closed' }],
			letters: [
				{ name: 'mailConfirmation', isParked: false, nextTry },
				{ name: 'mailInvoice', isParked: true, nextTry },
			],
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

test.each([
	['confirmed', 'confirmed'],
	['mailed confirmation', 'mailed confirmation'],
	['paid 4980 card', 'paid 49,80\u00a0€ card'],
	['rest paid online: 4980', 'rest paid online: 49,80\u00a0€'],
	['paid 4980 card, receipt 4711', 'paid 49,80\u00a0€ card, receipt 4711'],
	[
		'took back the note: paid back 500 cash, receipt 7',
		'took back the note: paid back 5,00\u00a0€ cash, receipt 7',
	],
	['refund 1250', 'refund 12,50\u00a0€'],
	['cancelled, 1500 kept', 'cancelled, 15,00\u00a0€ kept'],
	['refund re_1234 by hand: 700', 'refund re_1234 by hand: 7,00\u00a0€'],
	['dispute dp_99 lost: 8964', 'dispute dp_99 lost: 89,64\u00a0€'],
	[
		'refund 1e8d9f60-0000-4000-8000-000000000001 failed',
		'refund 1e8d9f60-0000-4000-8000-000000000001 failed',
	],
	['gift vouchers withdrawn: 3', 'gift vouchers withdrawn: 3'],
	['changed: revision 2', 'changed: revision 2'],
	['moved: revision 3', 'moved: revision 3 (the room is closed)'],
])('the event %s is shown as %s', (what, shown) => {
	expect(wordsOf([what]).at(-1)).toBe(`2026-12-05 14:03  shop: ${shown}`)
})

test('each of several orders is one line', () => {
	expect(orderInALine({ ...known, state: 'confirmed', left: cents(480) }, wordsIn())).toBe(
		'2026-000042  Ada, 2026-12-05, 49,80\u00a0€, 4,80\u00a0€ left to pay, confirmed',
	)
	expect(orderInALine({ ...known, day: null, state: 'cancelled', left: cents(0) }, wordsIn())).toBe(
		'2026-000042  Ada, no day, 49,80\u00a0€, cancelled',
	)
})
