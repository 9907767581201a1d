import { describe, expect, test } from 'vitest'

import { accountLetter, type AccountLetter } from '#app/emails/account-letter.ts'
import { cancellation, type Cancellation } from '#app/emails/cancellation.ts'
import { declinedPayment } from '#app/emails/declined-payment.ts'
import { quoted } from '#app/emails/letter.ts'
import { operatorNotice } from '#app/emails/operator-notice.ts'
import { orderConfirmation, type OrderConfirmation } from '#app/emails/order-confirmation.ts'
import { refundNotice, type RefundNotice } from '#app/emails/refund-notice.ts'
import { withdrawalReceipt } from '#app/emails/withdrawal.ts'
import { locales, type Locale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import { plusMinutes } from '#app/models/venue/day.ts'
import { policy } from '#app/models/venue/policy.ts'
import { accountLetterKinds } from '#app/models/visitor/account.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

const origin = 'https://shop.example'
const now = sampleOrder.createdAt
const link = `${origin}/booking/${'k'.repeat(43)}`
const booked = { venue: sampleVenue, origin, link }

const terms = policy.parse({
	cancel: [{ until: { days: 7, time: '23:59' }, keep: { percent: 0, of: 'deposit' } }],
	late: { percent: 30, of: 'deposit' },
})
const accepted: Order = {
	...sampleOrder,
	policy: {
		version: 1,
		rules: [{ products: null, policy: terms, deposit: cents(8964) }],
		sentences: [],
		locale: 'de-DE',
	},
}

function confirm(order: Partial<Order> = {}, extra: Partial<OrderConfirmation> = {}) {
	const data = { order: { ...accepted, ...order }, ...booked, now, ...extra }
	return orderConfirmation(data, translator(data.order.locale))
}

function refund(order: Partial<Order> = {}, reason: RefundNotice['reason'] = 'tooLate') {
	const data = { order: { ...sampleOrder, ...order }, venue: sampleVenue, origin, reason }
	return refundNotice({ ...data, amount: cents(8000) }, translator(data.order.locale))
}
const notAsAgreed = (order: Partial<Order> = {}) => refund(order, 'notAsAgreed')

test('law: a voucher alone has no VAT, so its total does not say that it is included', () => {
	const vat = [{ rate: 0, gross: cents(5000), net: cents(5000), vat: cents(0) }]
	const sold = confirm({ vat }).text
	expect(sold).toContain('Gesamtbetrag: ')
	expect(sold).not.toContain('MwSt.')
	expect(confirm().text).toContain('Gesamtbetrag inkl. MwSt.: ')
})

describe('letters of an account', () => {
	const kinds = [...accountLetterKinds, 'taken', 'usernameTaken'] as const
	const link = `${origin}/verify-email/${'A'.repeat(43)}`
	const username = 'ada@example.org'
	const letterOf = (
		kind: (typeof kinds)[number],
		locale: Locale,
		person: AccountLetter['person'] = sampleOrder.person,
		passkeys: number | null = null,
	) => {
		const data = { kind, venue: sampleVenue, locale, person, username, passkeys, link }
		return accountLetter(data, translator(locale))
	}

	test.each([
		[0, 'Passkeys hat das Konto keine mehr.'],
		[1, 'Einen Passkey hat das Konto noch:'],
		[3, '3 Passkeys hat das Konto noch:'],
	])(
		'the letter about a new password says that %i passkeys still sign in (M8)',
		(passkeys, words) => {
			const { text } = letterOf('passwordChanged', 'de-DE', null, passkeys)
			expect(spaces(text).replaceAll('\n', ' ')).toContain(words)
			expect(letterOf('passkeyAdded', 'de-DE').text).not.toContain('hat das Konto')
		},
	)

	test.each(locales.flatMap((locale) => kinds.map((kind) => [locale, kind] as const)))(
		'%s %s: the letter greets its owner, names the account and has one link, as text and as HTML',
		(locale, kind) => {
			const { subject, text, html, attachments } = letterOf(kind, locale)
			expect(subject).toContain('Raumzeit')
			const hello = locale === 'de-DE' ? 'Guten Tag Ada Lovelace,' : 'Hello Ada Lovelace,'
			for (const words of [hello, username, 'Planetenring 7']) {
				expect(spaces(text)).toContain(words)
				expect(wordsOf(html)).toContain(bare(words))
			}
			expect(text).toContain(link)
			expect(html.split(`href="${link}"`)).toHaveLength(2)
			expect(text + html + subject).not.toMatch(/\{\{|mail\.account/)
			expect(attachments).toEqual([])
		},
	)

	test.each(kinds)('%s: a German letter continues in lower case after its greeting', (kind) => {
		expect(letterOf(kind, 'de-DE').text).toMatch(/^Guten Tag Ada Lovelace,\n\n(Ihr|[a-z])/)
	})

	test.each(locales)('%s: the letter to an unverified address holds no name (F21)', (locale) => {
		const { text, html } = letterOf('welcome', locale, null)
		expect(text).toMatch(locale === 'de-DE' ? /^Guten Tag,\n/ : /^Hello,\n/)
		expect(text + html).not.toContain('Lovelace')
	})

	test.each(locales)('%s: the letter has words of its own', (locale) => {
		const letters = kinds.map((kind) => letterOf(kind, locale))
		expect(new Set(letters.map(({ subject }) => subject)).size).toBe(kinds.length)
		expect(new Set(letters.map(({ text }) => text)).size).toBe(kinds.length)
	})
})

test.each<[Locale, string[]]>([
	[
		'de-DE',
		[
			'Zahlung über 89,64 €',
			'konnte nicht ausgeführt werden',
			'kein Geld eingegangen',
			'Gutschein SPACE25',
		],
	],
	[
		'en-EN',
		['payment of €89.64', 'could not be carried out', 'not received any money', 'voucher SPACE25'],
	],
])(
	'%s: a payment that did not come after days is written as text and as HTML',
	(locale, sentences) => {
		const data = { order: { ...sampleOrder, locale }, venue: sampleVenue, origin }
		const { subject, text, html } = declinedPayment(data, translator(locale))
		for (const sentence of sentences) {
			expect(spaces(text)).toContain(sentence)
			expect(wordsOf(html)).toContain(bare(sentence))
		}
		expect(text + html + subject).not.toMatch(/\{\{|mail\.declined/)
	},
)

describe('cancellation', () => {
	const cancelled = (
		locale: Locale,
		more: Partial<Cancellation> = {},
		order: Partial<Order> = {},
	) => {
		const cancelledAt = new Date('2026-11-10T12:00:00Z')
		const of = { ...sampleOrder, locale, state: 'cancelled' as const, cancelledAt, ...order }
		const money = { refunded: cents(6000), kept: cents(0), voided: 0, invoices: [] }
		const voucher = 'free' as const
		const by = { isByCustomer: false, hasInvitation: false }
		const data = { ...booked, order: of, voucher, ...money, ...by, ...more }
		return cancellation(data, translator(locale))
	}

	test.each<[Locale, string[]]>([
		[
			'de-DE',
			[
				'Ihr Besuch am Samstag, 28. November 2026 findet nicht statt',
				'Wir erstatten Ihnen 60,00 €',
				'werden 15,00 € nicht erstattet',
				'Ihr Gutschein SPACE25 ist wieder frei',
				'Geschenkgutscheine dieser Bestellung gelten nicht mehr',
				'Planetenring 7',
			],
		],
		[
			'en-EN',
			[
				'Your visit on Saturday, 28 November 2026 will not take place',
				'We are refunding €60.00',
				'€15.00 is not refunded',
				'Your voucher SPACE25 is free again',
				'gift vouchers of this order are no longer valid',
				'Planetenring 7',
			],
		],
	])(
		'%s: lists what ends and the amounts that go back and stay, as text and as HTML',
		(locale, sentences) => {
			const all = cancelled(locale, { voided: 1 }, { fee: cents(1500), kept: cents(1500) })
			for (const sentence of sentences) {
				expect(spaces(all.text).toLowerCase()).toContain(sentence.toLowerCase())
				expect(wordsOf(all.html).toLowerCase()).toContain(bare(sentence).toLowerCase())
			}
			expect(all.text + all.html + all.subject).not.toMatch(/\{\{|mail\.cancelled/)
			expect(all.attachments.map(({ filename }) => filename)).toEqual(['2026-000042.ics'])
			expect(all.attachments[0]?.content).toContain('STATUS:CANCELLED')
		},
	)

	test.each<[Locale, Cancellation['voucher'], string | null]>([
		['de-DE', 'expired', 'hat seinen Betrag wieder, ist aber inzwischen abgelaufen'],
		['en-EN', 'expired', 'has its amount again, but has expired meanwhile'],
		['de-DE', 'void', null],
		['en-EN', 'void', null],
	])('%s: a voucher that is %s is not called free again', (locale, voucher, sentence) => {
		const text = spaces(cancelled(locale, { voucher }).text)
		expect(text).not.toMatch(/wieder frei|free again/)
		if (sentence) expect(text).toContain(sentence)
		else expect(text).not.toContain('SPACE25')
	})

	test.each<[Locale, Partial<Order>, string[]]>([
		[
			'de-DE',
			{ feeVat: 'consideration' },
			['werden 15,00 € nicht erstattet', 'Ihnen bleibt der Nachweis'],
		],
		['de-DE', { feeVat: 'damages' }, ['als Stornopauschale', 'Ihnen bleibt der Nachweis']],
		['en-EN', { feeVat: 'consideration' }, ['€15.00 is not refunded', 'You may prove that']],
		['en-EN', { feeVat: 'damages' }, ['cancellation fee', 'You may prove that']],
	])(
		'%s %j: the proof of a lower damage stands beside the fee (faults K54)',
		(locale, of, sentences) => {
			const fee = { fee: cents(1500), kept: cents(1500) }
			const text = spaces(cancelled(locale, {}, { ...fee, ...of }).text)
			for (const sentence of sentences) expect(text).toContain(sentence)
			expect(cancelled(locale, {}, of).text).not.toMatch(/Nachweis|prove/)
		},
	)

	test('tells the customer who cancelled, what was, what is kept and comes back, and how to object (faults K54)', () => {
		const fee = { fee: cents(1500), kept: cents(1500) }
		const own = { isByCustomer: true, hasInvitation: true }
		const { subject, text } = cancelled('de-DE', own, fee)
		expect(subject).toBe(
			'Storniert: Kindergeburtstag Kosmos für Byron am Sa., 28. November (2026-000042)',
		)
		const said = spaces(text)
		for (const words of [
			'Sie haben Ihre Bestellung 2026-000042 storniert.',
			'War: Kindergeburtstag Kosmos für Byron, Raum Mars\nSamstag, 28. November 2026, 14:00–17:30 Uhr\n',
			'Online bezahlt: 89,64 €\nEinbehalten: 15,00 €\nZurück: 60,00 €\n',
			'Haben Sie eingeladen, zeigt die Einladung jetzt „Abgesagt“.',
			`Neuen Termin finden:\n${origin}/?kind=party\n`,
			`Zur Buchung:\n${link}\n`,
			'Storniert am 10.11.2026 um 13:00 Uhr, auf der Seite Ihrer Buchung. Sie waren das nicht?',
		])
			expect(said).toContain(words)
		expect(cancelled('de-DE').text).toContain('wir haben Ihre Bestellung 2026-000042 storniert.')
		expect(cancelled('de-DE').text).not.toMatch(/Sie waren das nicht|Einladung zeigt/)
	})

	test('leaves out the parts that the order does not have', () => {
		const bought = { day: null, voucherCode: null, lines: [] }
		const { text, attachments } = cancelled('de-DE', { refunded: cents(0), voucher: null }, bought)
		expect(text).not.toMatch(/erstatte|Gutschein|Besuch|Kalender/)
		expect(attachments).toEqual([])
	})
})

describe('order confirmation', () => {
	test.each<[Locale, string[]]>([
		[
			'de-DE',
			[
				'Guten Tag Ada Lovelace,',
				'Bestellnummer: 2026-000042',
				'Tag: Samstag, 28. November 2026',
				'Uhrzeit: 14:00–17:30 Uhr',
				'Raumzeit Spielwelten GmbH\nPlanetenring 7\n85000 Sternhausen',
				'Anlass: Geburtstag von Byron',
				'1. Kindergeburtstag Kosmos\n   Raum Mars\n   14:00–16:30 Uhr\n   Menge 10 · Einzelpreis 24,90 € · Betrag 249,00 €',
				'2. Pizza\n   davon 2 inklusive\n   Menge 3 · Einzelpreis 12,50 € · Betrag 12,50 €',
				'Zwischensumme: 321,30 €',
				'Rabatt (Gutschein SPACE25): -10,00 €',
				'Versand: 3,90 €',
				'Gesamtbetrag inkl. MwSt.: 315,20 €',
				'darin 19 % MwSt. (netto 222,86 €): 42,34 €',
				'Online bezahlt: 89,64 €',
				'Vor Ort zu zahlen: 225,56 €',
				'Stoppersocken',
				'15 Minuten vor Beginn',
				'Kostenfrei stornieren Sie bis Sa., 21. November',
				'23:59 Uhr; was Sie gezahlt haben, erstatten wir.\nStornieren Sie später, behalten wir 26,89 € ein.',
				'§ 312g Abs. 2 Nr. 9 BGB',
				'binnen 14 Tagen',
				'AGB in der Fassung 2025-03-01',
				'Amtsgericht Sternhausen HRB 4711',
			],
		],
		[
			'en-EN',
			[
				'Hello Ada Lovelace,',
				'Order number: 2026-000042',
				`Day: ${formatDay('2026-11-28', 'en-EN', 'full')}`,
				'Time: 14:00–17:30',
				'Occasion: Birthday of Byron',
				'1. Children’s birthday Cosmos\n   Room Mars',
				'Qty 10 · Unit price €24.90 · Amount €249.00',
				'Discount (voucher SPACE25): -€10.00',
				'Total incl. VAT: €315.20',
				'Paid online: €89.64',
				'To be paid on site: €225.56',
				'non-slip socks',
				'You can cancel free of charge until 23:59 on ',
				'we refund what you paid.\nIf you cancel later, we keep €26.89.',
				'section 312g (2) no. 9',
				'within 14 days',
				'version 2025-03-01',
			],
		],
	])('%s holds everything, as text and as HTML', (locale, sentences) => {
		const { text, html } = confirm({ locale })
		const shown = wordsOf(html)
		for (const sentence of sentences) {
			expect(spaces(text)).toContain(sentence)
			for (const words of sentence.split(/\n|: | · /)) expect(shown).toContain(bare(words))
		}
		expect(text).toContain(`\n${link}\n`)
		expect(html).toContain(`href="${link}"`)
	})

	test('begins with title, date, remainder and three links; then the picture, then the rest (faults N64)', () => {
		const picture = Buffer.from('a picture')
		const mail = confirm({}, { picture })
		expect(spaces(mail.text).split('\n').slice(0, 17)).toEqual([
			'Kindergeburtstag Kosmos für Byron, Raum Mars',
			'-'.repeat('Kindergeburtstag Kosmos für Byron, Raum Mars'.length),
			'Tag: Samstag, 28. November 2026',
			'Uhrzeit: 14:00–17:30 Uhr',
			'Vor Ort zu zahlen: 225,56 €',
			'',
			'Zur Buchung:',
			link,
			'',
			'Route zu uns:',
			expect.stringMatching(/^https:\/\/www\.google\.com\/maps/),
			'',
			'Gäste einladen:',
			`${origin}/checkout/success/Ab-c_1#invite`,
			'',
			expect.stringMatching(/bitte nicht weiterleiten.*Gäste laden Sie mit der Einladung ein/),
			'',
		])
		const places = ['Gäste einladen', 'cid:picture@letter', 'Guten Tag'].map((part) =>
			mail.html.indexOf(part),
		)
		expect(places).toEqual(places.toSorted((one, other) => one - other))
		expect(places[0]).toBeGreaterThan(0)
		expect(mail.picture).toBe(picture)
	})

	test('invites no guests without a party and shows no picture without one (faults N64)', () => {
		const { text, html } = confirm({ party: null })
		expect(text).toMatch(/^Kindergeburtstag Kosmos, Raum Mars\n/)
		expect(text).not.toContain('einladen')
		expect(html).not.toContain('<img')
	})

	test('a dark mail program shows light on dark (faults N64)', () => {
		expect(confirm().html).toContain('@media (prefers-color-scheme: dark)')
	})

	test('repeats the imprint only down to its line (faults N64)', () => {
		const imprint = {
			de: '<p>Firma</p><hr><h2>Bilder</h2>',
			en: '<p>Company</p><hr><h2>Pictures</h2>',
		}
		const [page] = Object.values(sampleVenue.pages)
		if (!page) throw new Error('the sample has pages')
		const pages = { ...sampleVenue.pages, impressum: { ...page, html: imprint } }
		const { text } = confirm({}, { venue: { ...sampleVenue, pages } })
		expect(text).toContain('Impressum\nFirma')
		expect(text).not.toContain('Bilder')
	})

	test('a sold voucher is named as it was sold, with its balance', () => {
		const voucher = { voucherCode: 'Z6LU6FB5BM3DUMK8', voucher: cents(3070) }
		const data = { order: { ...sampleOrder, ...voucher }, ...booked, now }
		const letter = (voucherRest = cents(0)) =>
			spaces(orderConfirmation({ ...data, voucherRest }, translator('de-DE')).text)
		expect(letter(cents(1930))).toContain(
			'Mit Gutschein Z6LU-6FB5-BM3D-UMK8 bezahlt: 30,70 €\nAuf dem Gutschein bleiben: 19,30 €\n',
		)
		expect(letter()).not.toContain('Auf dem Gutschein bleiben')
	})

	test('a room that is booked by itself is named once', () => {
		const [party] = sampleOrder.lines
		if (!party?.detail) throw new Error('the sample has a room first')
		const room = { ...party, title: party.detail }
		expect(spaces(confirm({ lines: [room] }).text)).toContain('1. Raum Mars\n   14:00–16:30 Uhr')
	})

	test('an included extra has no price, and the mail does not mention that', () => {
		const [, pizza] = sampleOrder.lines
		if (!pizza) throw new Error('the sample has a second line')
		const included = { ...pizza, quantity: 2, included: 2, amount: cents(0) }
		expect(spaces(confirm({ lines: [included] }).text)).toContain(
			'1. Pizza\n   Menge 2 · Betrag inklusive\n',
		)
	})

	test('brings the date, the terms that were accepted and the instruction on withdrawal as files', () => {
		expect(confirm().attachments.map((file) => file.filename)).toEqual([
			'2026-000042.ics',
			'AGB-2025-03-01.html',
			'Widerrufsbelehrung-2025-03-01.html',
		])
		expect(confirm({ locale: 'en-EN' }).attachments[1]?.content).toContain('Terms of the venue')
	})

	test('the instruction on withdrawal also comes with a gift voucher that is sold no longer', () => {
		const lines = sampleOrder.lines.map((line) => ({ ...line, productId: `old-${line.productId}` }))
		const { text, attachments } = confirm({ lines })
		expect(text).toContain('binnen 14 Tagen')
		expect(attachments.map((file) => file.filename)).toContain('Widerrufsbelehrung-2025-03-01.html')
	})

	test('an order without a date speaks of no visit', () => {
		const lines = sampleOrder.lines.filter((line) => line.productId === 'gift-50')
		const { text, attachments } = confirm({ day: null, party: null, lines })
		expect(text).not.toMatch(
			/Uhrzeit|mitbringen|Anfahrt|kostenfrei|Kein Widerrufsrecht|Kalenderdatei/,
		)
		expect(text).toContain('binnen 14 Tagen')
		expect(attachments.map((file) => file.filename)).not.toContain('2026-000042.ics')
	})

	test('an order without a policy is changed by telephone', () => {
		const { text } = confirm({ policy: null })
		expect(text).toContain(
			'Zum Ändern, Umbuchen und Stornieren rufen Sie uns bitte an: +49 89 99998 123.',
		)
	})

	test('a deadline that is over is not promised (faults N40)', () => {
		const { text } = confirm({}, { now: plusMinutes(now, 26 * 1440) })
		expect(text).toContain('Stornieren Sie, behalten wir 26,89\u00a0€ ein.')
		expect(text).not.toContain('Kostenfrei')
	})

	test('a visit without gift vouchers mentions no right of withdrawal', () => {
		const lines = sampleOrder.lines.filter((line) => line.productId !== 'gift-50')
		const { text } = confirm({ lines })
		expect(text).toContain('Kein Widerrufsrecht')
		expect(text).not.toContain('14 Tagen')
	})

	test('numbers and codes stay on one line, long names and words break where they may (faults N91)', () => {
		const [party] = sampleOrder.lines
		if (!party) throw new Error('the sample has a party')
		const title = { de: 'Erwachsenenticket', en: 'Adult ticket' }
		const voucher = { voucherCode: 'Z6LU6FB5BM3DUMK8', voucher: cents(3070) }
		const { html, text } = confirm({ ...voucher, lines: [{ ...party, title }] })
		for (const whole of ['2026-000042', 'Z6LU-6FB5-BM3D-UMK8'])
			expect(html).toContain(`<span style="white-space:nowrap">${whole}</span>`)
		expect(html).toContain('Erwachsenen\u00adticket')
		expect(text).toContain('Erwachsenenticket')
		expect(html).toMatch(/overflow-wrap:anywhere">Ada Lovelace/)
		expect(refund().html).toContain('<span style="white-space:nowrap">+49 89 99998 123</span>')
	})

	test('an order without a visit has nothing to pay at the venue (faults N91)', () => {
		const goods = confirm({ day: null, party: null, onSite: cents(0) })
		expect(goods.text).not.toContain('Vor Ort zu zahlen')
		expect(confirm({ onSite: cents(0) }).text).toContain('Vor Ort zu zahlen')
	})

	test('tells the codes of gift vouchers', () => {
		const data = { ...booked, order: sampleOrder, now }
		const giftCodes = [
			{ title: 'Gutschein 50 €', code: 'ABCD-EFGH', amount: cents(5000), validUntil: '2029-12-31' },
		]
		const { text } = orderConfirmation({ ...data, giftCodes }, translator('de-DE'))
		expect(text).toContain('Gutschein 50 €: ABCD-EFGH (gültig bis 31.12.2029)')
	})
})

describe('money without a booking', () => {
	test.each<[RefundNotice['reason'], Locale, string[]]>([
		[
			'tooLate',
			'de-DE',
			['kam leider zu spät', '80,00 €', 'vollen Betrag', 'keine Plätze', 'SPACE25'],
		],
		['tooLate', 'en-EN', ['came too late', '€80.00', 'full amount', 'no places', 'SPACE25']],
		[
			'notAsAgreed',
			'de-DE',
			['wird erstattet', 'zu zahlen war (89,64 €)', 'keine Buchung', 'alles', 'SPACE25'],
		],
		[
			'notAsAgreed',
			'en-EN',
			['is being refunded', 'to be paid online', '(€89.64)', 'no booking', 'SPACE25'],
		],
	])('%s: the letter about %s is true', (reason, locale, words) => {
		const { subject, text, html } = refund({ locale }, reason)
		for (const word of words) {
			expect(spaces(`${subject}\n${text}`)).toContain(word)
			expect(wordsOf(html)).toContain(word)
		}
	})
})

const secondOf = (['paidTwice', 'paidOnSite'] as const).flatMap((reason) =>
	(['confirmed', 'completed', 'cancelled', 'expired'] as const).map((state) => ({ reason, state })),
)
test.each(secondOf)(
	'K121: $reason, an order that is $state: the letter says whether the booking stands',
	({ reason, state }) => {
		const hasEnded = state === 'cancelled' || state === 'expired'
		const stands = /Ihre Buchung steht|Your booking stands/
		const ended = /besteht nicht mehr|no longer in force/
		for (const locale of locales) {
			const said = spaces(refund({ locale, state }, reason).text).replaceAll('\n', ' ')
			expect([stands.test(said), ended.test(said)]).toEqual([!hasEnded, hasEnded])
		}
	},
)

describe('the letter to the venue about a payment that is not as agreed (faults K121)', () => {
	const ends: [string, Partial<Order>][] = [
		['waiting', { state: 'pendingPayment' }],
		['booked', { state: 'confirmed' }],
		['visited', { state: 'completed' }],
		['abandoned', { state: 'cancelled', cancelledAt: null }],
		['run out', { state: 'expired', cancelledAt: null }],
		['cancelled', { state: 'cancelled', cancelledAt: now }],
	]
	const over = {
		'de-DE': 'Die Bestellung ist beendet und hat keine Plätze mehr.',
		'en-EN': 'The order is over and has no places any more.',
	}
	const goesOn = {
		'de-DE': 'die Bestellung besteht weiter',
		'en-EN': 'the order goes on',
	}
	const rest = { 'de-DE': 'für den Rest der Bestellung', 'en-EN': 'for the rest of order' }
	const change = {
		'de-DE': 'für eine Änderung der Bestellung',
		'en-EN': 'for a change of order',
	}
	const ofOrder = [goesOn, goesOn, goesOn, over, over, over]
	const cases = locales.flatMap((locale) =>
		ends.flatMap(([name, order], at) =>
			([undefined, 'order', 'rest', 'change'] as const).map((purpose) => {
				const ofPurpose = { rest, change, order: ofOrder[at] }[purpose ?? 'order']
				return { locale, name, order, purpose, words: ofPurpose?.[locale] ?? '' }
			}),
		),
	)
	test.each(cases)(
		'$locale, an order that is $name, purpose $purpose: it says what the payment was for, and calls no place free',
		({ locale, order, purpose, words }) => {
			const data = { order: { ...sampleOrder, ...order, locale }, venue: sampleVenue, purpose }
			const notice = operatorNotice({ ...data, concern: 'needsReview' }, translator(locale))
			const said = spaces(notice.text).replaceAll('\n', ' ')
			expect(said).toContain(words)
			expect(said).not.toMatch(/\bfrei\b|\bfree\b|\{\{|mail\./)
		},
	)
})

describe('texts that visitors typed', () => {
	const hostile = [
		'<script>alert(1)</script>',
		'"><img src=x onerror=alert(1)>',
		"'><a href=javascript:alert(1)>x</a>",
		'{{7*7}} {{number}} $t(mail.regards)',
		'Ada\r\nBcc: all@example.com\r\n\r\n<b>free</b>',
		'\u202Eevil\u2066',
	]
	test.each(hostile)('%j stays as it is', (input) => {
		const person = { ...sampleOrder.person, firstName: input, lastName: input, street: input }
		const party = { type: 'birthday' as const, name: input, contactPerson: input }
		for (const locale of locales) {
			for (const write of [confirm, refund, notAsAgreed]) {
				const { subject, text, html } = write({ locale, person, party })
				// A street without a number, which would be kept together.
				const harmless = write({
					locale,
					person: { ...sampleOrder.person, street: 'Hof' },
					party: { ...party, name: 'Byron', contactPerson: 'Lin' },
				})
				expect(tagsOf(html)).toEqual(tagsOf(harmless.html))
				expect(subject).toBe(harmless.subject)
				expect(text).not.toMatch(/^Bcc:/m)
				expect(text).toContain(quoted(input))
				expect(wordsOf(html)).toContain(quoted(input).replace(/ +/g, ' '))
			}
		}
	})
})

test.each([
	['Dr. Ada Lovelace, geb. 10.12.1815', 'Dr. Ada Lovelace, geb. 10.12.1815'],
	['https://evil.example/gewinn', 'https: //evil. example/gewinn'],
	['www.evil.example', 'www. evil. example'],
	['evil。example', 'evil。 example'],
	['eve@evil.example', 'eve@ evil. example'],
	['um 10:30 Uhr ...', 'um 10:30 Uhr ...'],
])('%j is repeated as %j, without a link in our name (faults M13)', (typed, said) => {
	expect(quoted(typed)).toBe(said)
})

describe('the receipt of a withdrawal (faults M13)', () => {
	const declared = {
		name: `Ada ${'L'.repeat(196)}`,
		contract: '2026-000042',
		email: 'ada@example.org',
		note: `Gewinnen Sie unter https://evil.example/${'x'.repeat(900)}`,
		receivedAt: new Date('2026-11-24T10:00:00Z'),
		locale: 'de-DE' as const,
		finding: 'inTime' as const,
	}
	const receipt = (isOfCustomer: boolean) =>
		withdrawalReceipt(
			{ withdrawal: { ...declared, isOfCustomer }, venue: sampleVenue },
			translator('de-DE'),
		)

	test('it repeats a few words to a stranger, without links', () => {
		const { text, html } = receipt(false)
		expect(text).toContain('2026-000042')
		expect(text).toContain('Gewinnen Sie unter https: //evil. exampl…')
		expect(`${text}${html}`).not.toMatch(/evil\.example|L{40}/)
	})

	test('it repeats all words to the customer whose order it names (§ 356a (4) BGB)', () => {
		const { text } = receipt(true)
		expect(text).toContain(declared.name)
		expect(text).toContain('x'.repeat(900))
		expect(text).not.toContain('evil.example')
	})
})

test('the HTML loads nothing from outside', () => {
	for (const { html } of [confirm(), refund(), notAsAgreed()]) {
		expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=/)
	}
})

/** Removes the labels that the table shows only in its head. */
function bare(words: string): string {
	return words.trim().replace(/^(\d\.|Menge|Einzelpreis|Betrag|Qty|Unit price|Amount) /, '')
}

function tagsOf(html: string): string[] {
	return html.match(/<[^>]*>/g) ?? []
}

/** Returns the words of an HTML mail as its reader sees them. */
function wordsOf(html: string): string {
	const words = html.replace(/<style>[^]*?<\/style>/g, '').replace(/<[^>]+>/g, ' ')
	return spaces(
		words.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
	).replace(/\s+/g, ' ')
}

/** Replaces the narrow and unbreakable spaces that `Intl` writes. */
function spaces(text: string): string {
	return text.replace(/[\u00a0\u202f\u2009]/g, ' ')
}
