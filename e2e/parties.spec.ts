import { expect, test } from './fixtures.ts'

// Choosing between parties: contents, numbers of guests, replacing one, the occasion.

test('N42: each party lists its contents, begins with its fewest guests, and tells which guests count @journeys @javascript', async ({
	page,
	shop,
	day,
}) => {
	await shop.open({ kind: 'party', day })
	await expect(shop.card('Kometen-Party')).toContainText('2 Stunden Spielpark für alle Kinder')
	await expect(shop.card('Galaxie-Party')).toContainText('60 Minuten Laser-Arena mit Einweisung')
	await expect(shop.card('Supernova-Party')).toContainText('Geburtstagstisch und Raketentorte')

	// Tickets ask for fewer guests; a party is charged for six at least.
	await shop.open({ kind: 'play', day, guests: 4 })
	await shop.goFor('party')
	await shop.lookAt('Kometen-Party')
	await expect(shop.guests).toHaveValue('6')
	await expect(shop.dayArea).toContainText('Gezählt werden die Kinder')
	await expect(shop.dayArea).not.toContainText('Berechnet werden mindestens')
	await shop.lookAt('Supernova-Party')
	await expect(shop.guests).toHaveValue('8')
	await expect(shop.dayArea).toContainText('Gezählt werden alle, die mitfeiern')
	await page.goto(`/?product=kometen-party&day=${day}`)
	await expect(shop.guests).toHaveValue('6')

	// A smaller number stays as typed, and the charged number is shown.
	await shop.typeGuests(4)
	await expect(shop.guests).toHaveValue('4')
	await expect(shop.dayArea).toContainText('Berechnet werden mindestens 6 Gäste')

	await shop.open({ kind: 'place', day, guests: 8 })
	await expect(shop.card('Partyraum Mars')).toContainText(/bis\s12\sGäste/)
	await shop.choose('Partyraum Mars', '16:00')
	await expect(shop.cartLines).toContainText('bis 12 Gäste')
})

test('N41: another party replaces the one in the cart, at its time or at another @journeys @javascript', async ({
	page,
	shop,
	day,
}) => {
	await shop.open({ kind: 'party', day, guests: 8 })
	await shop.choose('Kometen-Party', '14:00')
	const galaxie = shop.card('Galaxie-Party')
	await expect(galaxie).toContainText('Wählen Sie bitte zuvor das andere Produkt ab: Kometen-Party')
	const instead = galaxie.getByRole('button', { name: 'Stattdessen diese Party' })
	await expect(instead).toHaveAccessibleDescription(/Kometen-Party geht dafür aus dem Warenkorb/)
	await instead.click()
	await expect(shop.cartLines).toContainText('8 × Galaxie-Party')
	await expect(shop.cartLines).not.toContainText('Kometen-Party')
	await expect(page).toHaveURL(/product=galaxie-party/)
	await expect(shop.group('Ihr Motto')).toBeVisible()

	// At half past there is no Supernova: it is chosen at a time of its own, and nothing is removed before that.
	await shop.wishFor('Galaxie-Party', '14:30')
	await expect(shop.cartLines).toContainText('14:30')
	await shop.card('Supernova-Party').getByRole('link', { name: 'Stattdessen diese Party' }).click()
	await expect(shop.dayArea).toContainText('Galaxie-Party geht dafür')
	await expect(shop.cartLines).toContainText('Galaxie-Party')
	await shop.dayArea.getByRole('button', { name: /^15:00/ }).click()
	await expect(shop.cartLines).toContainText('8 × Supernova-Party')
	await expect(shop.cartLines).not.toContainText('Galaxie-Party')
})

test('N43: the occasion is chosen once, on the start page or beside the booked party @journeys @javascript', async ({
	page,
	shop,
	checkout,
	day,
}) => {
	await shop.open()
	await shop.intents.nth(1).click()
	const occasions = page.getByRole('list', { name: 'Was wird gefeiert?' })
	const birthday = occasions.getByRole('link', { name: 'Geburtstag', exact: true })
	await expect(birthday).toHaveAttribute('aria-current', 'true')
	await shop.lookAt('Kometen-Party')
	await shop.typeDay(day, 8)
	await shop.wishFor('Kometen-Party', '14:00')
	await expect(shop.group('Ihr Motto')).toBeVisible()
	await checkout.openAddress()
	await expect(page.getByRole('radio', { name: 'Geburtstag', exact: true })).toBeChecked()

	await shop.open({ kind: 'party', day })
	const team = occasions.getByRole('link', { name: 'Team oder Verein' })
	await team.click()
	await expect(team).toHaveAttribute('aria-current', 'true')
	await checkout.openAddress()
	await expect(page.getByRole('radio', { name: 'Team oder Verein', exact: true })).toBeChecked()
})
