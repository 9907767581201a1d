import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { de } from '#app/i18n/de.ts'
import { createWords } from '#app/i18n/words.ts'
import { cents, zero } from '#app/models/money.ts'
import { readVenue } from '#app/models/operator/read.server.ts'
import { checkStep, doneStep, ruleStep } from '#app/routes/booking/cancel-words.ts'
import { sampleOrder } from '#testing/sample-order.ts'

const demo = await readVenue('venue')
if (!demo.ok) throw new Error(demo.problems.join('\n'))
const { venue } = demo
const words = createWords('de-DE', de)
const byVoucher = { voucher: cents(2500), feeOfVoucher: zero }

test.each([
	['free', byVoucher, 'free', /25,00\s€ sind zurück auf Ihrem Gutschein\.$/],
	['expired', byVoucher, 'expired', /abgelaufen/],
	['void', byVoucher, 'void', /^Es geht kein Geld zurück\.$/],
	[
		'paid at the till',
		{ paidOnSite: cents(5000) },
		null,
		/^An der Kasse haben Sie 50,00\s€ gezahlt/,
	],
] as const)(
	'K94: a cancelled booking says what became of the money: %s',
	(_, paid, voucher, fact) => {
		const order = { ...sampleOrder, fee: zero, voucher: zero, paidOnSite: zero, ...paid }
		const { money } = doneStep(words, { venue, order }, { backs: [], voucher, voided: 0 })
		expect(money.facts[0]).toMatch(fact)
	},
)

test.each([
	['consideration', /enthält Mehrwertsteuer/],
	['damages', /kein oder ein geringerer Schaden/],
] as const)(
	'K98: a fee as %s says what may be proved, before and after the cancellation',
	(vat, sentence) => {
		const order = { ...sampleOrder, feeVat: vat, fee: cents(1000) }
		const of = { ...venue, cancelFee: { vat } }
		const ahead = { fee: cents(1000), feeOfVoucher: zero, kept: cents(1000), back: zero }
		const shown = { venue: of, order, now: DateTime.utc(), moved: 0 }
		const check = checkStep(words, shown, { ...ahead, ways: [], voucherBack: zero, gifts: [] })
		expect(check.follows.vat).toMatch(sentence)
		const { money } = doneStep(words, { venue: of, order }, { backs: [], voucher: null, voided: 0 })
		expect(money.facts.join(' ')).toMatch(sentence)
	},
)

const whole = { amount: cents(2500), left: cents(2500) }
const inPart = { amount: cents(2500), left: cents(1000) }
const allSpent = { amount: cents(5000), left: zero }

test('K12: before a cancellation it is said what becomes of the gift vouchers of the order', () => {
	const order = { ...sampleOrder, voucher: zero }
	const shown = { venue, order, now: DateTime.utc(), moved: 0 }
	const sums = { fee: zero, feeOfVoucher: zero, voucherBack: zero, kept: zero, back: cents(9000) }
	const ways = [{ provider: 'stripe' as const, amount: cents(9000) }]
	const unspent = { ...sums, ways, gifts: [whole, whole] }
	const lost =
		/^Die 2 Geschenkgutscheine über je 25,00\s€ aus dieser Bestellung gelten dann nicht mehr/
	const before = ruleStep(words, shown, unspent).money
	expect(before.title).toMatch(/^Sie bekommen alles zurück: 90,00\s€$/)
	expect([before.paid, before.gifts]).toEqual([[], [expect.stringMatching(lost)]])

	const spent = { ...sums, kept: cents(6500), ways, gifts: [allSpent, whole, inPart] }
	const sentences = [
		/^Der Geschenkgutschein über 25,00\s€ aus dieser Bestellung gilt dann nicht mehr/,
		/^Vom Geschenkgutschein über 25,00\s€ sind 15,00\s€ schon eingelöst.* übrigen 10,00\s€/,
		/^Der Geschenkgutschein über 50,00\s€ ist schon eingelöst und bleibt bezahlt\.$/,
	].map((sentence) => expect.stringMatching(sentence))
	const { money } = ruleStep(words, shown, spent)
	expect(money.title).toMatch(/^Sie bekommen 90,00\s€ zurück$/)
	expect(money.gifts).toEqual(sentences)
	expect(money.paid).toMatchObject([
		{ term: 'Online bezahlt', amount: expect.stringMatching(/^155,00/) },
		{ term: 'Eingelöste Geschenkgutscheine', amount: expect.stringMatching(/^\u221265,00/) },
	])
	const { follows } = checkStep(words, shown, spent)
	expect(follows.rows).toContainEqual({
		term: 'Eingelöste Geschenkgutscheine',
		amount: expect.stringMatching(/^65,00/),
	})
	expect(follows.gifts).toEqual(sentences)
})

test('K12: a cancelled booking says that its gift vouchers are void, and what stays paid of them', () => {
	const money = { fee: zero, kept: cents(1500), feeOfVoucher: zero, voucher: zero }
	const order = { ...sampleOrder, ...money }
	const done = doneStep(words, { venue, order }, { backs: [], voucher: null, voided: 2 })
	expect(done.money.facts.join(' ')).toMatch(
		/15,00\s€ haben wir für eingelöste Geschenkgutscheine behalten\. Die Geschenkgutscheine dieser Bestellung gelten nicht mehr\./,
	)
})
