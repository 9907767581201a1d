import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { newEmail } from './new-email.ts'
import { holdAnswer } from './screens/slow-line.ts'
import { alive, settled } from './screens/visit.ts'

const password = 'drei Sterne und ein Mond'

test('the guid is fetched once and kept; a window notices a sign-out in another tab when it is looked at @javascript', async ({
	page,
	context,
}) => {
	const email = newEmail()
	await page.goto('/register')
	await expect
		.poll(() => page.evaluate(() => localStorage.getItem('guid')))
		.toMatch(/^[\da-f-]{36}$/)
	const guid = await page.evaluate(() => localStorage.getItem('guid'))
	await page.getByLabel('Vorname').fill('Ada')
	await page.getByLabel('Nachname').fill('Lovelace')
	await page.getByLabel('E-Mail', { exact: true }).fill(email)
	await page.getByLabel('E-Mail wiederholen').fill(email)
	await page.getByLabel('Passwort', { exact: true }).fill(password)
	await page.getByLabel('Passwort wiederholen').fill(password)
	await page.getByRole('checkbox', { name: /Datenschutz/ }).check()
	await page.getByRole('button', { name: 'Konto anlegen' }).click()
	await expect(page.getByRole('heading', { name: 'Hallo, Ada' })).toBeVisible()

	await page.goto('/forgot-password')
	await expect(page).toHaveURL('/')
	await page.goto('/cart')
	await alive(page)
	const session = page.locator('[data-session="authenticated"][data-refreshed-at]')
	const told: unknown = JSON.parse((await session.getAttribute('data-session-object')) ?? '')
	expect(told).toMatchObject({ user: { name: 'Ada Lovelace', email }, expires: expect.any(String) })
	const other = await context.newPage()
	await other.goto('/account')
	const late = await holdAnswer(page, '**/api/auth/session')
	await lookAt(page)
	await late.isThere
	await other.getByRole('main').getByRole('button', { name: 'Abmelden' }).click()
	await expect(other.getByText('Sie sind abgemeldet')).toBeVisible()
	await lookAt(page)
	const none = page.locator('[data-session="unauthenticated"][data-refreshed-at]')
	await expect(none).toHaveAttribute('data-session-object', '{}')
	await expect(page.getByRole('link', { name: 'Anmelden' })).toBeVisible()
	// The answer from before the sign-out comes last, and counts for nothing.
	await late.release()
	await settled(page)
	await expect(none).toHaveAttribute('data-session-object', '{}')
	expect(await page.evaluate(() => localStorage.getItem('guid'))).toBe(guid)
})

test('a session that was read before the sign-out of its own window counts for nothing @javascript', async ({
	page,
	account,
}) => {
	await account.begin({ email: newEmail(), password })
	await page.goto('/account')
	await alive(page)
	await expect(page.locator('[data-session="authenticated"][data-refreshed-at]')).toBeAttached()
	const late = await holdAnswer(page, '**/api/auth/session')
	await lookAt(page)
	await late.isThere
	await account.main.getByRole('button', { name: 'Abmelden' }).click()
	await expect(page.getByText('Sie sind abgemeldet')).toBeVisible()
	const none = page.locator('[data-session="unauthenticated"][data-refreshed-at]')
	await expect(none).toHaveAttribute('data-session-object', '{}')
	await late.release()
	await settled(page)
	await expect(none).toHaveAttribute('data-session-object', '{}')
})

test('a window with typed values notices a sign-out in another tab and loses none of them @journeys @javascript', async ({
	page,
	context,
	visit,
	account,
}) => {
	const email = newEmail()
	await account.begin({ email, password })
	await account.openPersonalData()
	await account.fill(visit.t('person.firstName'), 'Augusta')
	await expect(page.locator('[data-session="authenticated"]')).toBeAttached()
	const other = await context.newPage()
	await other.goto('/account')
	await other.getByRole('main').getByRole('button', { name: 'Abmelden' }).click()
	await expect(other.getByText('Sie sind abgemeldet')).toBeVisible()
	await lookAt(page)
	await expect(page.locator('[data-session="unauthenticated"][data-refreshed-at]')).toBeAttached()
	await expect(account.main.getByLabel(visit.t('person.firstName'))).toHaveValue('Augusta')

	await page.goto('/login')
	await account.signIn({ email, password })
	await expect(page.locator('[data-session="authenticated"]')).toBeAttached()
})

test.describe('in English', () => {
	test.use({ locale: 'en-GB' })

	test('the guid is requested in the visitor’s locale, and once more when that fails @journeys @javascript', async ({
		page,
		expectStatus,
	}) => {
		expectStatus(503)
		const languages: (string | undefined)[] = []
		await page.route('**/api/guid/provide', (route) => {
			languages.push(route.request().headers()['accept-language'])
			return languages.length === 1 ? route.fulfill({ status: 503 }) : route.continue()
		})
		await page.goto('/')
		await expect
			.poll(() => page.evaluate(() => localStorage.getItem('guid')))
			.toMatch(/^[\da-f-]{36}$/)
		expect(languages).toEqual(['en-EN', 'en-EN'])
	})
})

/** Does what a browser does when its window is looked at again. */
function lookAt(page: Page) {
	return page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
