import { expect, test } from 'vitest'

import { de } from '#app/i18n/de.ts'
import { en } from '#app/i18n/en.ts'

/** Sections 5 and 8 of the specification and the contract, word for word; `docs/sentences.md` says where each shows. */
test.each([
	[de.validation.partyNameRequired, 'Name muss angegeben werden'],
	[de.validation.partyTypeRequired, 'Partyart muss angegeben werden'],
	[de.validation.quantityRequired, 'Bitte geben Sie eine Anzahl an'],
	[de.validation.termsRequired, 'Bitte akzeptieren Sie die AGBs'],
	[de.errors.oneVoucherPerOrder, 'Es kann nur ein Gutschein pro Bestellung eingelöst werden'],
	[de.errors.deselectOther, 'Wählen Sie bitte zuvor das andere Produkt ab'],
	[de.errors.unknown, 'Unbekannter Fehler. Wenden Sie sich bitte an den Support'],
	[de.errors.loginFailed, 'Login fehlgeschlagen'],
	[de.errors.credentialsUnknown, 'Die Zugangsdaten sind in der Kombination nicht bekannt'],
	[de.errors.notAddedToCart, 'Eintrag konnte nicht zum Warenkorb hinzugefügt werden'],
	[de.errors.unlockFailed, 'UnLock konnte nicht durchgeführt werden'],
	[
		de.errors.checkoutFailed,
		'Der Checkout war nicht erfolgreich, da die Transaktion abgebrochen oder die Zahlung abgelehnt wurde',
	],
	[de.errors.timeout, 'Timeout erreicht'],
	[de.common.close, 'schliessen'],
	[de.checkout.overview.submit, 'zahlungspflichtig bestellen'],
	[en.checkout.overview.submit, 'order with obligation to pay'],
	[de.errorScreen.pageNotFound, 'Page Not Found: {{path}}'],
])('%s', (sentence, specified) => {
	expect(sentence).toBe(specified)
})

/** The sentences in place of words that new visitors stumbled on (faults N60). */
test.each([
	[de.shop.day.hideMonth, 'Als Leiste'],
	[de.shop.card.deselect, 'Entfernen'],
	[de.success.headline.gift, 'Ihr Geschenk ist bestellt'],
	[plain(de.party.stag), 'Junggesellenabschied'],
	[plain(de.shop.occasions.bride), 'Junggesellenabschied feiern'],
	[en.shop.shortMarks.closed, 'closed'],
	[en.shop.shortMarks.closedBriefly, 'closed'],
	[en.shop.intents.gift, 'Buy a gift voucher'],
	[en.shop.headings.gift, 'Buy a gift voucher'],
	[en.checkout.steps.done, 'Finish'],
	[en.address.supplement, 'Flat, c/o'],
	[en.shop.extras.popular, 'Popular extras'],
])('%s', (word, wanted) => {
	expect(word).toBe(wanted)
})

/** A word without its soft hyphens. */
function plain(word: string): string {
	return word.replaceAll('\u00ad', '')
}

test('every sentence stands in both languages, and no English one is German by mistake', () => {
	const { desk, ...errors } = de.errors
	const english: Record<string, unknown> = { ...en.errors, ...en.errors.desk }
	const same = Object.entries({ ...errors, ...desk }).filter(
		([key, sentence]) => english[key] === sentence,
	)
	expect(same).toEqual([])
	expect(Object.keys(en.errors).toSorted()).toEqual(Object.keys(de.errors).toSorted())
	expect(Object.keys(en.errors.desk).toSorted()).toEqual(Object.keys(desk).toSorted())
})
