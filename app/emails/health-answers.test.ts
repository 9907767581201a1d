import { expect, test } from 'vitest'

import type { Mail } from '#app/emails/mail.ts'
import { orderConfirmation } from '#app/emails/order-confirmation.ts'
import {
	bookingLetter,
	cancellationNote,
	dayLetter,
	restNote,
	revisionNote,
} from '#app/emails/venue-letters.ts'
import { locales } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { cents } from '#app/models/money.ts'
import { daySheet, type Visit } from '#app/models/order/visit.ts'
import { WISHES } from '#app/models/product/answer.ts'
import { runSheet } from '#scripts/shop/day-words.ts'
import { wordsIn } from '#scripts/shop/words.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'
import { sampleProduct } from '#testing/sample-product.ts'

// An answer about somebody's health is in no letter: mailboxes and archives keep letters for years (Art. 9 GDPR).

const label = (name: string) => ({ de: name, en: name })
const asking = (id: string, warns: boolean) =>
	sampleProduct(id, { asks: { label: label(id), max: 60, warns } })
const venue = {
	...sampleVenue,
	products: [
		...sampleVenue.products,
		asking('menu', true),
		asking('cake', false),
		asking('sign', false),
	],
}
const answers = {
	menu: { label: label('Essen'), text: 'Noah darf kein Ei' },
	[WISHES]: { label: label('Allergien, Wünsche'), text: 'Mia darf kein Ei' },
	gone: { label: label('Gibt es nicht mehr'), text: 'Tom darf kein Ei' },
	cake: { label: label('Auf der Torte'), text: 'Ada, 7, glutenfrei' },
	sign: { label: label('Auf dem Schild'), text: 'Raum für Ada' },
}
const [line] = sampleOrder.lines
if (!line) throw new Error('the sample order has no line')
const lines = Object.keys(answers).map((productId, index) => ({
	...line,
	productId,
	position: index + 1,
}))
const order = { ...sampleOrder, lines, answers }
const visit: Visit = {
	id: order.id,
	number: order.number,
	name: 'Ada Lovelace',
	familyName: 'Lovelace',
	email: 'ada@example.com',
	phones: [],
	startsAt: line.startsAt,
	endsAt: line.endsAt,
	lines,
	places: [],
	left: cents(100),
	party: null,
	answers,
}
const before = { ...order, answers: {} }

for (const locale of locales) {
	const t = translator(locale)
	const [origin, link] = ['https://shop.example', 'https://shop.example/booking/key']
	const given = { venue, visit }
	test.each<[string, Mail, string]>([
		['a booking', bookingLetter(given, t), 'venue -- order'],
		['a rest', restNote({ ...given, amount: cents(100) }, t), 'venue -- order'],
		['a revision', revisionNote({ ...given, made: { before, order } }, t), 'venue -- order'],
		['a cancellation', cancellationNote({ ...given, isByCustomer: true }, t), 'venue -- order'],
		['a day', dayLetter({ venue, day: '2026-11-28', visits: [visit] }, t), 'venue -- order'],
		[
			'the customer',
			orderConfirmation(
				{ order: { ...order, locale }, venue, origin, link, now: order.createdAt },
				t,
			),
			locale === 'de-DE' ? 'Seite Ihrer Buchung' : 'page of your booking',
		],
	])(
		'K122: %s: the letter says where health answers are read, and none of their words',
		(_, mail, where) => {
			for (const said of [mail.text, mail.html].map((words) => words.replaceAll(/\s+/g, ' '))) {
				expect(said).not.toMatch(/kein Ei|glutenfrei/)
				expect(said.match(new RegExp(where, 'g'))?.length).toBeGreaterThanOrEqual(4)
				for (const kept of ['Essen', 'Auf der Torte', 'Raum für Ada']) expect(said).toContain(kept)
			}
		},
	)
}

test('K122: the terminal shows every answer in its words', () => {
	const sheet = runSheet(daySheet(venue, [visit]), wordsIn()).join('\n')
	for (const { text } of Object.values(answers)) expect(sheet).toContain(text)
})
