import { describe, expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { sentencesOf, stillPossible } from '#app/models/order/policy-words.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { policy } from '#app/models/venue/policy.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

const written = policy.parse({
	change: {
		guests: { days: 2, time: '18:00' },
		extras: { days: 2, time: '18:00' },
		texts: { days: 0, time: 'start' },
	},
	move: { days: 2, time: 'start', times: 2 },
	cancel: [{ until: { days: 7, time: '23:59' }, keep: { percent: 0, of: 'deposit' } }],
	late: { percent: 100, of: 'deposit' },
	noShow: 'billed',
})
const vat =
	'Der einbehaltene Betrag ist das Entgelt für die Plätze, die wir für Sie freigehalten haben, und enthält Mehrwertsteuer. Haben wir dabei Kosten gespart oder die Plätze anderweitig vergeben, erstatten wir den Unterschied.'

describe('sentences of a booking', () => {
	const [party] = sampleOrder.lines
	if (!party) throw new Error('no party')
	const order: Order = {
		...sampleOrder,
		lines: [party],
		total: cents(24_900),
		shipping: cents(0),
		discount: cents(0),
		online: cents(7470),
		policy: {
			version: 1,
			rules: [{ products: null, policy: written, deposit: cents(7470) }],
			sentences: [],
			locale: 'de-DE',
		},
	}
	const said = (day: string, time: string, of: Partial<Order> & { moved?: number } = {}) =>
		stillPossible(sampleVenue, { ...order, ...of }, instantAt(day, time), 'de-DE').map((it) =>
			it.replaceAll('\u00a0', ' '),
		)

	const change = 'Gäste und Extras ändern Sie bis Do., 26. November, 18 Uhr.'
	const texts = 'Namen und Texte ändern Sie bis Sa., 28. November, 14 Uhr.'
	const move =
		'Auf einen freien Termin umbuchen können Sie bis Do., 26. November, 14 Uhr, insgesamt zweimal und ohne Umbuchungsgebühr; es gilt der Preis des neuen Tages.'
	const free =
		'Kostenfrei stornieren Sie bis Sa., 21. November, 23:59 Uhr; was Sie gezahlt haben, erstatten wir.'
	const call = 'Alles andere ändern wir mit Ihnen am Telefon: +49 89 99998 123.'
	const later = 'Stornieren Sie später, behalten wir 74,70 € ein.'
	const keep = 'Stornieren Sie, behalten wir 74,70 € ein.'

	test.each([
		['2026-11-01', '10:00', [change, texts, move, free, later, vat]],
		['2026-11-21', '23:59', [change, texts, move, free, later, vat]],
		['2026-11-22', '00:00', [change, texts, move, keep, vat]],
		['2026-11-26', '14:00', [change, texts, move, keep, vat]],
		['2026-11-26', '14:01', [change, texts, call, keep, vat]],
		['2026-11-26', '18:01', [texts, call, keep, vat]],
		['2026-11-28', '14:00', []],
	])('N40: on %s at %s only what is ahead is said', (day, time, sentences) => {
		expect(said(day, time)).toEqual(sentences)
	})

	test('K34: a tier that was reached before a move is not promised again', () => {
		expect(said('2026-11-01', '10:00', { cancelTier: 1 })).toEqual([change, texts, move, keep, vat])
	})

	test('K114: moving is by telephone once all moves are used, and is said as before while one is left', () => {
		expect(said('2026-11-01', '10:00', { moved: 1 })).toContain(move)
		expect(said('2026-11-01', '10:00', { moved: 2 })).toEqual([
			change,
			texts,
			call,
			free,
			later,
			vat,
		])
	})

	test('cancelling costs nothing where nothing was paid', () => {
		expect(said('2026-11-27', '10:00', { online: cents(0) }).at(-1)).toBe(
			'Kostenfrei stornieren Sie bis zum Beginn des Besuchs; was Sie gezahlt haben, erstatten wir.',
		)
	})

	test('an order without a policy is changed by telephone; one without a visit not at all', () => {
		expect(said('2026-11-01', '10:00', { policy: null })).toEqual([
			'Zum Ändern, Umbuchen und Stornieren rufen Sie uns bitte an: +49 89 99998 123.',
		])
		expect(said('2026-11-01', '10:00', { day: null })).toEqual([])
		expect(said('2026-11-01', '10:00', { state: 'cancelled' })).toEqual([])
	})

	test('the year is said when it is another', () => {
		const moved = instantAt('2025-12-01', '10:00')
		expect(sentencesOf(sampleVenue, order, moved, 'en-EN')[0]).toContain(
			'You can change guests and extras until 18:00 on Thu, 26 November 2026.',
		)
	})
})
