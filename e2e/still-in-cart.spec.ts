import { longDay } from './days.ts'
import { expect, test } from './fixtures.ts'

/*
 * A visitor who chooses something else sees the booking until it is changed, wherever the way to the checkout stands.
 */

test('another number of guests: the page shows the booking, and no time counts as chosen @journeys @javascript', async ({
	shop,
	day,
}) => {
	await shop.open({ kind: 'party', day, guests: 6 })
	await shop.choose('Kometen-Party', '15:00')
	await expect(shop.stillInCart).toHaveCount(0)

	await shop.dayArea.getByText('Ändern').click()
	await shop.typeGuests(10)
	const times = shop.dayArea.getByRole('group', { name: 'Uhrzeit' })
	await expect(shop.dayArea).toContainText('Noch im Warenkorb: 15:00–17:00 Uhr, 6 Gäste')
	await expect(shop.cart).toContainText('Noch im Warenkorb')
	await expect(shop.bar).toContainText('Noch im Warenkorb')
	await expect(times.locator('[aria-current]')).toHaveCount(0)

	await times.getByRole('button', { name: /^15:00/ }).click()
	await expect(shop.cart).toContainText('10 × Kometen-Party')
	await expect(shop.stillInCart).toHaveCount(0)
})

test('another day of a party: the page shows which one is booked @journeys @javascript', async ({
	shop,
	day,
	otherDay,
}) => {
	await shop.open({ kind: 'party', day, guests: 6 })
	await shop.choose('Kometen-Party', '15:00')
	await shop.open({ kind: 'party', day: otherDay, guests: 6 })
	await expect(shop.bar).toContainText(/Noch im Warenkorb: .+, 15:00–17:00 Uhr, 6 Gäste/)
	await shop.dayArea.getByRole('button', { name: /^15:00/ }).click()
	await expect(shop.stillInCart).toHaveCount(0)
	await expect(shop.cart).toContainText(longDay(otherDay))
})

test('another duration of tickets: the button says that it changes them @journeys @javascript', async ({
	shop,
	day,
}) => {
	await shop.open({ day, duration: 90, time: '15:00', guests: 2 })
	await shop.add('Erwachsenenticket', 2)
	await shop.chooseDuration('2 Std.')
	await expect(shop.timeArea).toContainText('Noch im Warenkorb: 15:00–16:30 Uhr')
	await shop.tickets.getByRole('button', { name: 'Dauer ändern: 2 Std.' }).click()
	await expect(shop.stillInCart).toHaveCount(0)
	await expect(shop.cartLines).toContainText('15:00–17:00 Uhr')
	await expect(shop.tickets.getByRole('button', { name: 'Anzahl übernehmen' })).toBeVisible()
})
