import { expect, test } from 'vitest'

import { wordsOf } from '#app/i18n/translator.ts'
import { cents } from '#app/models/money.ts'
import { contentOf } from '#app/models/order/revision-content.ts'
import { deskWordsIn } from '#desk/i18n/desk-words.server.ts'
import { eventWords } from '#desk/routes/booking/event-words.ts'
import { revisionWords } from '#desk/routes/booking/revision-words.ts'
import { sampleOrder } from '#testing/sample-order.ts'

test.each<[string, string | null]>([
	['confirmed', 'bestätigt'],
	['mailed confirmation', null],
	['paid 25774 card, receipt 4711-0238', '257,74\u00a0€ mit Karte notiert, Bon 4711-0238'],
	['paid 4980 cash', '49,80\u00a0€ bar notiert, Bon –'],
	['paid back 500 voucher, receipt 7', '5,00\u00a0€ auf den Gutschein zurückgegeben, Bon 7'],
	[
		'took back the note: paid 25774 card, receipt 4711',
		'Notiz zurückgenommen: 257,74\u00a0€ mit Karte, Bon 4711',
	],
	[
		'took back the note: paid back 500 cash, receipt 7',
		'Notiz zurückgenommen: 5,00\u00a0€ bar zurückgegeben, Bon 7',
	],
	['rest paid online: 4980', 'Rest online bezahlt: 49,80\u00a0€'],
	['refund 1250', '12,50\u00a0€ erstattet'],
	['refund re_1234 by hand: 700', '7,00\u00a0€ von Hand erstattet'],
	['refund 6f9a paid back otherwise: 700', '7,00\u00a0€ auf anderem Weg zurückgezahlt'],
	['refund re_1234 failed', 'eine Erstattung kam nicht an'],
	['refund re_1234 stands', 'eine Erstattung kam doch an'],
	['dispute dp_99 open: 8964', 'die Bank fordert 89,64\u00a0€ zurück'],
	['dispute dp_99 won: 8964', 'die Bank fordert 89,64\u00a0€ nicht mehr zurück, das Geld bleibt'],
	['dispute dp_99 lost: 8964', 'die Bank hat 89,64\u00a0€ zurückgeholt'],
	[
		'unknown status of pi_1: "on_hold: bank"',
		'der Zahlungsdienst nennt einen unbekannten Status: on_hold: bank',
	],
	['cancelled', 'storniert'],
	['abandoned', 'nicht bezahlt, aufgegeben'],
	['cancelled, 1500 kept', 'storniert, 15,00\u00a0€ einbehalten'],
	['moved: revision 3', 'verschoben'],
	['changed: revision 2', 'geändert'],
	['gift vouchers withdrawn: 1', '1 Geschenkgutschein entwertet'],
	['gift vouchers withdrawn: 3', '3 Geschenkgutscheine entwertet'],
	['sends again confirmation', 'eine Mail noch einmal gesendet'],
	['placed', null],
	['day closed: move', 'Tag geschlossen, Link zum Umbuchen geschickt'],
	['noted again: stripe cs_1', 'Zahlung nach einem Verlust von Daten wieder eingetragen'],
	['something of a later build', 'something of a later build'],
])('N158: the event %s is told as %s', (what, said) => {
	expect(eventWords(deskWordsIn('de-DE'), { who: 'shop', what })).toBe(said)
})

test.each([
	['payment', 'paid', 'online bezahlt'],
	['payment', 'cancelled', 'Zahlung abgebrochen'],
	['customer', 'cancelled', 'storniert'],
])('N196: by %s, %s is %s: a payment that ends is no booking that ends', (who, what, said) => {
	expect(eventWords(deskWordsIn('de-DE'), { who, what })).toBe(said)
})

const booked = contentOf(sampleOrder, [])
const [main] = booked.lines
if (!main) throw new Error('an order without lines')
const more = {
	...booked,
	lines: booked.lines.map((line) => (line === main ? { ...line, quantity: 12 } : line)),
	total: cents(booked.total + 4980),
}
const moved = { ...more, day: '2026-12-12' }
const revisions = [
	{ number: 1, content: booked },
	{ number: 2, content: more },
	{ number: 3, content: more },
	{ number: 4, content: moved },
]

test.each([
	['de-DE', 'changed: revision 2', /^geändert: Gäste, .+ 10 → 12; Gesamt [\d.,]+\s€ → [\d.,]+\s€$/],
	['de-DE', 'changed: revision 3', /^Angaben zur Feier geändert$/],
	['de-DE', 'moved: revision 4', /^verschoben: .+ → Sa., 12. Dez.$/],
	['de-DE', 'changed: revision 9', /^geändert$/],
	['en-EN', 'changed: revision 2', /^changed: Guests, .+ 10 → 12; Total €[\d.,]+ → €[\d.,]+$/],
] as const)('N196: %s: the event %s says what has changed', (locale, what, said) => {
	const words = deskWordsIn(locale)
	const differences = (number: number) => revisionWords(words, wordsOf(locale), revisions, number)
	expect(eventWords(words, { who: 'customer', what }, differences)).toMatch(said)
})

test('K118: the event of a change names what was taken out of line 1, not what took its place', () => {
	const content = (...lines: typeof booked.lines) => ({ ...booked, lines })
	const adult = { ...main, productId: 'adult', title: { de: 'Erwachsene', en: 'Adults' } }
	const taken = [
		{ number: 1, content: content({ ...main, quantity: 2 }, { ...adult, position: 2 }) },
		{ number: 2, content: content(adult) },
	]
	expect(revisionWords(deskWordsIn('de-DE'), wordsOf('de-DE'), taken, 2)).toBe(
		'Kindergeburtstag Kosmos 2 → –',
	)
})
