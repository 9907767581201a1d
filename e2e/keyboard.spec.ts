import { longDay, today } from './days.ts'
import { expect, test } from './fixtures.ts'
import { settled } from './screens/visit.ts'

/*
 * Where scripts run, an answer renders a part of the page anew. The keyboard's focus stays in place, or goes on at the
 * next question.
 */

test('a party by keyboard: after each choice the next stop is not the top of the page @javascript', async ({
	page,
	shop,
	day,
}) => {
	const press = (what: ReturnType<typeof shop.card>, key = 'Enter') => what.press(key)
	await shop.open({ kind: 'party', day, guests: 6, product: 'kometen-party' })
	await press(shop.dayArea.getByRole('link', { name: 'Kalender' }))
	await press(shop.month.getByRole('link', { name: longDay(day) }))
	await expect(shop.strip).toBeVisible()
	const times = shop.dayArea.getByRole('group', { name: 'Uhrzeit' })
	await expect(shop.guests).toBeFocused()
	await expect(shop.guests).toHaveValue('6')

	await press(times.getByRole('button', { name: /^14:00/ }))
	await expect(shop.choices).toBeFocused()
	const menus = shop.group('Ein Menü')
	const forAll = menus.getByRole('button', { name: /^Für alle: Menü Spaghetti/ })
	await press(forAll)
	await expect(menus).toContainText('6 von 6')
	await expect(forAll).toBeFocused()
	const motto = shop.group('Ihr Motto').getByRole('radio').first()
	await press(motto, 'Space')
	await expect(shop.choices).toContainText('2 von 3')
	await expect(motto).toBeFocused()

	await press(shop.dayArea.locator('summary'))
	await press(shop.guests, 'ArrowUp')
	await expect(page).toHaveURL(/guests=7/)
	await expect(shop.guests).toBeFocused()
	await expect(shop.guests).toHaveValue('7')
	await press(shop.guests, 'ArrowDown')
	await expect(page).toHaveURL(/guests=6/)
	await expect(shop.guests).toBeFocused()

	const thing = shop.card('Kometen-Party')
	await press(thing.getByRole('button', { name: 'Entfernen' }))
	await expect(shop.cartLines).toHaveCount(0)
	await expect(thing).toBeFocused()
})

test('a kind chosen by keyboard on the start page: the focus stays at the kinds, now tabs @javascript', async ({
	page,
	shop,
}) => {
	await shop.open()
	await shop.intents.nth(1).press('Enter')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Geburtstag feiern')
	await expect(page.locator('#kinds')).toBeFocused()
})

test('N44: a question of a package in the cart stays unfolded at its answer, and the focus there @javascript', async ({
	page,
	cart,
	given,
	day,
}) => {
	await given.inCart(day, { product: 'kometen-party', quantity: 6 })
	await cart.open()
	const line = cart.line('Kometen-Party')
	const forAll = line.getByRole('button', { name: /^Für alle: Menü Spaghetti/ })
	await forAll.press('Enter')
	await expect(line).toContainText('6 × Menü Spaghettinebel')
	await expect(forAll).toBeFocused()
	const motto = line.getByRole('radio').first()
	await motto.press('Space')
	await expect(line).toContainText('1 × Motto')
	await expect(motto).toBeFocused()
	await page.reload()
	await expect(motto).toBeHidden()
})

test('the months turned by keyboard as far as they go: the focus stays at the calendar @journeys @javascript', async ({
	page,
	shop,
}) => {
	await shop.open({ kind: 'play', day: today() })
	await shop.goTo('showMonth')
	await shop.goTo('monthAfter')
	const before = shop.dayArea.getByRole('link', { name: 'Voriger Monat' })
	await before.press('Enter')
	await expect(before).toHaveCount(0)
	await expect(shop.dayArea).toBeFocused()
	await expect(page).toHaveURL(/month=/)
})

test('a day of the month is chosen in place: no document comes for it @journeys @javascript', async ({
	page,
	shop,
	day,
}) => {
	await shop.open({ kind: 'play', day, month: day.slice(0, 7) })
	await page.evaluate(() => Object.assign(window, { isTheSame: true }))
	await shop.month.getByRole('link', { name: longDay(day) }).click()
	await expect(shop.strip).toBeVisible()
	await page.waitForURL((url) => !url.searchParams.has('month'))
	await settled(page)
	expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true)
})
