import { expect, test } from './fixtures.ts'

test('N115: keys open areas, the search and the list, and none works in a field @javascript', async ({
	page,
	signedInDesk,
}) => {
	await signedInDesk('owner')
	await page.goto('/')
	const search = page.getByRole('searchbox')
	// Keys work as soon as the scripts have come.
	await expect(async () => {
		await page.keyboard.press('?')
		await expect(page).toHaveURL('/keys', { timeout: 1000 })
	}).toPass()
	await page.keyboard.press('/')
	await expect(search).toBeFocused()
	await page.keyboard.press('t')
	await expect(search).toHaveValue('t')
	await page.keyboard.press('Escape')
	await expect(search).not.toBeFocused()
	await page.keyboard.press('Control+?')
	await page.keyboard.press('t')
	await expect(page).toHaveURL('/')
})

test('N340: a field that takes the focus while a page is on its way keeps it @javascript', async ({
	page,
	signedInDesk,
}) => {
	await signedInDesk('owner')
	await page.goto('/keys')
	let release = () => {}
	const held = new Promise<void>((done) => (release = done))
	await page.route('**/*.data*', async (route) => {
		await held
		await route.continue()
	})
	const search = page.getByRole('searchbox')
	await expect(async () => {
		await page.keyboard.press('/')
		await expect(search).toBeFocused({ timeout: 1000 })
	}).toPass()
	await page.keyboard.press('Escape')
	const asked = page.waitForRequest(/\.data/)
	await page.keyboard.press('t')
	await asked
	await page.keyboard.press('/')
	await page.keyboard.type('Mey')
	release()
	await expect(page).toHaveURL('/')
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await page.keyboard.type('er')
	await expect(search).toHaveValue('Meyer')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/bookings')
	await expect(page.getByRole('main')).toBeFocused()
})

test('N115: the keys are switched off and on at a device', async ({ page, signedInDesk }) => {
	await signedInDesk('counter')
	await page.goto('/keys')
	await page.getByRole('button', { name: 'Tastenkürzel ausschalten' }).click()
	const state = page.getByRole('heading', { level: 2 })
	await expect(state).toHaveText(/ausgeschaltet/)
	await page.keyboard.press('t')
	await page.getByRole('button', { name: 'Tastenkürzel einschalten' }).click()
	await expect(state).toHaveText(/eingeschaltet/)
	await expect(page).toHaveURL('/keys')
})
