import { describe, expect, test } from 'vitest'

import { policy, type Policy } from '#app/models/venue/policy.ts'
import { ruleWords } from '#app/models/venue/rule-words.ts'

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
const show: Policy = { ...written, cancel: [], late: { percent: 100, of: 'total' } }
const facts = { policy: written, own: [], feeVat: 'consideration' as const, phone: '089 123' }
const vat =
	'Der einbehaltene Betrag ist das Entgelt für die Plätze, die wir für Sie freigehalten haben, und enthält Mehrwertsteuer. Haben wir dabei Kosten gespart oder die Plätze anderweitig vergeben, erstatten wir den Unterschied.'

describe('rules in words for pages', () => {
	test('in German', () => {
		expect(ruleWords(facts, 'de-DE')).toEqual({
			change:
				'Gäste und Extras ändern Sie bis 2 Tage vor dem Besuch um 18 Uhr. Namen und Texte ändern Sie bis zum Beginn des Besuchs.',
			move: 'Auf einen freien Termin umbuchen können Sie bis 2 Tage vor dem Besuch zur Uhrzeit seines Beginns, insgesamt zweimal und ohne Umbuchungsgebühr; es gilt der Preis des neuen Tages.',
			cancel: `Kostenfrei stornieren Sie bis 7 Tage vor dem Besuch um 23:59 Uhr; was Sie gezahlt haben, erstatten wir. Stornieren Sie später, behalten wir die Anzahlung ein. Gebuchte Gäste, die nicht kommen, werden berechnet. ${vat}`,
		})
	})

	test('in English', () => {
		expect(ruleWords({ ...facts, feeVat: 'damages' }, 'en-EN')).toEqual({
			change:
				'You can change guests and extras until 18:00 2 days before the visit. You can change names and texts until the visit begins.',
			move: 'You can move the visit to another available date until the hour of the visit 2 days before it, twice in all and without a fee for moving; the price of the new day applies.',
			cancel:
				'You can cancel free of charge until 23:59 7 days before the visit; we refund what you paid. If you cancel later, we keep the deposit. Guests who were booked and do not come are charged for. What we keep is a flat rate of damages. You may prove that we suffered no loss, or a smaller one.',
		})
	})

	test('products with rules of their own are named; rules that agree are not said twice', () => {
		const own = [
			{ name: 'Zaubershow', policy: show },
			{ name: 'Planetarium', policy: show },
		]
		const said = ruleWords({ ...facts, own }, 'de-DE')
		expect(said.cancel).toContain(
			'Für „Zaubershow, Planetarium“ gilt: Stornieren Sie, behalten wir den ganzen Preis ein.',
		)
		expect(said.move).not.toContain('Zaubershow')
		const costly = { ...facts, own, policy: { ...written, late: { percent: 0, of: 'total' } } }
		expect(ruleWords({ ...costly, policy: policy.parse(costly.policy) }, 'de-DE').cancel).toContain(
			vat,
		)
	})

	test('a part without a deadline is left to the telephone, and nothing is kept of what is free', () => {
		const free = policy.parse({
			change: { guests: { days: 1, time: '14:30' }, extras: { days: 0, time: '09:00' } },
			cancel: [],
			late: { percent: 0, of: 'total' },
			noShow: 'free',
		})
		expect(ruleWords({ ...facts, policy: free }, 'de-DE')).toEqual({
			change:
				'Die Zahl der Gäste ändern Sie bis 1 Tag vor dem Besuch um 14:30 Uhr. Essen und andere Extras ändern Sie bis zum Tag des Besuchs um 9 Uhr. Alles andere ändern wir mit Ihnen am Telefon: 089 123.',
			move: 'Zum Umbuchen rufen Sie uns bitte an: 089 123.',
			cancel:
				'Kostenfrei stornieren Sie bis zum Beginn des Besuchs; was Sie gezahlt haben, erstatten wir. Kommen weniger Gäste als gebucht, berechnen wir die, die kommen.',
		})
		const call = 'Zum Ändern, Umbuchen und Stornieren rufen Sie uns bitte an: 089 123.'
		expect(ruleWords({ ...facts, policy: undefined }, 'de-DE')).toEqual({
			change: call,
			move: call,
			cancel: call,
		})
	})

	test.each(['de-DE', 'en-EN'] as const)(
		'N100: in %s the right to cancel is never called a withdrawal, and damages only where they are agreed',
		(locale) => {
			const said = Object.values(ruleWords(facts, locale)).join(' ')
			expect(said).not.toMatch(/widerruf|withdraw|schaden|damage/i)
			const damages = Object.values(ruleWords({ ...facts, feeVat: 'damages' }, locale)).join(' ')
			expect(damages).toMatch(/geringerer Schaden|no loss, or a smaller one/)
		},
	)
})
