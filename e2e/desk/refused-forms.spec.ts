import { book } from './booked.ts'
import { expect, test } from './fixtures.ts'

test('N383: a refused form takes the focus once, and each field says what is wrong with it', async ({
	page,
	signedInDesk,
	weekend,
	database,
	looksRight,
	expectStatus,
}) => {
	expectStatus(422)
	const visit = { from: '11:00', until: '13:00', guests: 4, rest: 8000 }
	const { number } = await book(database, { day: weekend, lastName: 'Byron', ...visit })
	await signedInDesk('shift')
	await page.goto(`/bookings/${number}/rest`)
	const receipt = page.getByLabel('Nummer des Bons')
	const card = page.getByLabel('Karte', { exact: true })
	await card.fill('viel')
	await page.getByRole('button', { name: / notieren$/ }).click()
	await expect(page.getByRole('alert')).toContainText('Die Nummer des Bons fehlt')
	// Without scripts the address of this form's answer leads to its panel, which holds the refusals.
	const isScripted = await page.evaluate(() => matchMedia('(scripting: enabled)').matches)
	if (isScripted) await expect(page.getByRole('alert')).toBeFocused()
	else expect(new URL(page.url()).hash).toBe('#form')
	await expect(receipt).toHaveAccessibleDescription(/^Die Nummer des Bons fehlt/)
	await expect(card).toHaveAttribute('aria-invalid', 'true')
	await expect(card).toHaveAccessibleDescription(/^Beträge sind Zahlen/)
	await expect(page.getByLabel('Bar', { exact: true })).not.toHaveAttribute('aria-invalid')
	await looksRight(page)

	await page.goto(`/bookings/${number}/cancel`)
	await page.getByRole('button', { name: /stornieren$/ }).click()
	await expect(page.getByLabel('Grund')).toHaveAccessibleDescription('Der Grund fehlt.')
	await expect(page.getByRole('alert')).toBeFocused()
	await looksRight(page)
})

test('N398: an empty note and a password typed twice unlike are refused at their fields', async ({
	page,
	signedInDesk,
	weekend,
	database,
	looksRight,
	expectStatus,
}) => {
	expectStatus(422)
	const visit = { from: '11:00', until: '13:00', guests: 4, rest: 8000 }
	const { number } = await book(database, { day: weekend, lastName: 'Byron', ...visit })
	await signedInDesk('shift')
	await page.goto(`/bookings/${number}/notes`)
	await page.getByRole('button', { name: 'Notiz festhalten' }).click()
	const note = page.getByRole('textbox', { name: 'Neue Notiz' })
	await expect(note).toHaveAttribute('aria-invalid', 'true')
	await expect(note).toHaveAccessibleDescription(/^Die Notiz ist leer/)
	await looksRight(page)

	await page.goto('/me')
	await page.getByLabel('Neues Passwort').fill('drei Sterne und ein Mond')
	await page.getByLabel('Noch einmal').fill('drei Sterne')
	await page.getByRole('button', { name: 'Passwort setzen' }).click()
	for (const name of ['Neues Passwort', 'Noch einmal']) {
		const password = page.getByLabel(name)
		await expect(password).toHaveAttribute('aria-invalid', 'true')
		await expect(password).toHaveAccessibleDescription(/^Das Passwort braucht/)
	}
	await looksRight(page)
})

test('N383: a refused move leaves the focus where somebody has put it @javascript', async ({
	page,
	signedInDesk,
	weekend,
	database,
}) => {
	const visit = { from: '11:00', until: '13:00', guests: 4, rest: 8000 }
	const { number } = await book(database, { day: weekend, lastName: 'Byron', ...visit })
	await signedInDesk('shift')
	await page.goto(`/bookings/${number}/move?day=${weekend}&time=04:00`)
	await expect(page.getByRole('alert')).toBeFocused()
	// A page that is under way renders this one anew.
	let open = () => {}
	const isOpen = new Promise<void>((resolve) => (open = resolve))
	await page.route('**/_.data*', async (route) => {
		await isOpen
		await route.continue()
	})
	const today = page.getByRole('link', { name: 'Heute', exact: true })
	const asked = page.waitForRequest('**/_.data*')
	await today.focus()
	await page.keyboard.press('Enter')
	await asked
	await expect(today).toBeFocused()
	open()
	await expect(page).toHaveURL('/')
})
