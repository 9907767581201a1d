import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { newEmail } from './new-email.ts'
import { accountScreen } from './screens/account.ts'
import { isSound as isSoundAt } from './screens/sound.ts'

const password = 'drei Sterne und ein Mond'
const nextPassword = 'noch ein langes Passwort'
const isSound = (page: Page) => isSoundAt(page, [320, 768, 1280])

test('the life of an account: registered, verified, used, exported and deleted @journeys @javascript', async ({
	page,
	visit,
	account,
	browser,
	baseURL,
	outbox,
	given,
	checkout,
	bank,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	const { t } = visit
	const email = newEmail()

	await test.step('register', async () => {
		await account.openLogin()
		await isSound(page)
		await account.openRegister()
		await isSound(page)
		await account.register({ email, password })
		await expect(account.heading(t('account.greeting', { name: 'Ada' }))).toBeVisible()
		await account.told(t('auth.register.done'))
		await expect(account.main.getByText(t('account.unverified', { username: email }))).toBeVisible()
		await isSound(page)
	})

	await test.step('verify by the mail', async () => {
		await account.followLink(await outbox.accountLetter(email, 'welcome'))
		await expect(account.heading(t('auth.verify.title'))).toBeVisible()
		await isSound(page)
		await account.press(t('auth.verify.submit'))
		await account.told(t('auth.verify.done'))
		await expect(account.main.getByText(t('account.unverified', { username: email }))).toHaveCount(
			0,
		)
	})

	await test.step('order, see it in the list and its details', async () => {
		await given.tickets(day)
		await checkout.openAddress()
		await checkout.enter({ street: 'Sternweg 1', postcode: '80331', city: 'München' })
		await checkout.next()
		await checkout.acceptAndOrder()
		await bank.pay()
		const bookingId = await checkout.bookingId()
		await account.openOrders()
		await isSound(page)
		await account.orderLink.click()
		await expect(page).toHaveURL(`/account/orders/details/${bookingId}`)
		await expect(account.main.getByText(t('account.orders.states.confirmed'))).toBeVisible()
		await expect(account.main.getByRole('link', { name: t('success.calendarFile') })).toBeVisible()
		const invoice = account.main.locator('a[href$=".pdf"]').first()
		await expect(invoice).toBeVisible()
		const file = await page.request.get((await invoice.getAttribute('href')) ?? '')
		expect(file.headers()['content-type']).toBe('application/pdf')
		await isSound(page)
		await page.goto('/account')
		await expect(account.main.getByText(t('account.next'))).toBeVisible()
		await isSound(page)
	})

	await test.step('change the data', async () => {
		await account.openPersonalData()
		await isSound(page)
		await account.fill(t('person.firstName'), 'Augusta')
		await account.press(t('account.personalData.save'))
		await account.told(t('account.saved'))
		await account.openPersonalData()
		await expect(account.main.getByLabel(t('person.firstName'))).toHaveValue('Augusta')
	})

	const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'de-DE' })
	const otherPage = await elsewhere.newPage()
	const other = accountScreen({ page: otherPage, t })
	await test.step('a session on another device is listed, and signed out from here', async () => {
		await other.openLogin()
		await other.signIn({ email, password })
		await expect(otherPage).toHaveURL('/')
		await account.openAccessData()
		await isSound(page)
		await account.main.getByRole('button', { name: /^Abmelden: / }).click()
		await expect(account.main.getByRole('button', { name: /^Abmelden: / })).toHaveCount(0)
		await otherPage.goto('/account')
		await expect(other.heading(t('auth.login.title'))).toBeVisible()
		await other.signIn({ email, password })
		await expect(other.heading(t('account.greeting', { name: 'Augusta' }))).toBeVisible()
	})

	await test.step('sign out, set a forgotten password; every session has ended', async () => {
		await page.goto('/account')
		await account.press(t('auth.signOut'))
		await account.told(t('account.signedOut'))
		await account.openForgot()
		await isSound(page)
		await account.fill(t('person.email'), email)
		await account.press(t('auth.forgot.submit'))
		await account.told(t('auth.forgot.sent'))
		const letter = await outbox.accountLetter(email, 'reset')
		await account.followLink(letter)
		await isSound(page)
		await account.setPassword(nextPassword)
		await account.told(t('auth.reset.done'))
		await otherPage.goto('/account')
		await expect(other.heading(t('auth.login.title')), 'F5').toBeVisible()
		await account.signIn({ email, password: nextPassword })
		await expect(page.getByText(t('auth.signedInAs', { name: 'Augusta' })).first()).toBeAttached()
	})

	await test.step('export all data, delete the account', async () => {
		await account.openAccessData()
		const exported = await page.request.get('/account/access-data/data.json')
		expect(exported.headers()['content-disposition']).toBe('attachment; filename="raumzeit.json"')
		expect(await exported.json()).toMatchObject({
			account: { username: email, person: { firstName: 'Augusta' } },
			orders: [{ state: 'confirmed', payments: [{ provider: 'stripe' }] }],
		})
		await account.main.getByRole('link', { name: t('account.deletion.title') }).click()
		await expect(account.heading(t('account.deletion.title'))).toBeVisible()
		await isSound(page)
		await account.fill(t('auth.currentPassword'), password)
		await account.press(t('account.deleting.submit'))
		await account.told(t('errors.passwordWrong'))
		await account.fill(t('auth.currentPassword'), nextPassword)
		await account.press(t('account.deleting.submit'))
		await account.told(t('account.deletion.done'))
		await account.openLogin()
		await account.signIn({ email, password: nextPassword })
		await account.told(t('errors.credentialsUnknown'))
		await elsewhere.close()
	})
})

test('once a field is right and saved, no message is left @both', async ({
	page,
	visit,
	account,
	expectStatus,
}) => {
	expectStatus(422)
	const { t } = visit
	await account.begin({
		email: newEmail(),
		password,
	})
	const problems = account.main.getByRole('alert')
	await account.openPersonalData()
	await account.fill(t('person.firstName'), '')
	await account.press(t('account.personalData.save'))
	await expect(problems).toContainText(t('validation.required'))
	await account.fill(t('person.firstName'), 'Augusta')
	await account.press(t('account.personalData.save'))
	await account.told(t('account.saved'))
	await expect(problems).toHaveCount(0)
	await expect(account.main.getByLabel(t('person.firstName'))).toHaveValue('Augusta')

	await account.openAccessData()
	const form = page.locator('form#password')
	const change = async (currentPassword: string) => {
		await form.getByLabel(t('auth.currentPassword')).fill(currentPassword)
		await form.getByLabel(t('auth.newPassword'), { exact: true }).fill(nextPassword)
		await form.getByLabel(t('auth.newPasswordRepeat')).fill(nextPassword)
		await form.getByRole('button', { name: t('account.accessData.savePassword') }).click()
	}
	await change('not that one')
	await expect(problems).toContainText(t('errors.passwordWrong'))
	await change(password)
	await account.told(t('account.saved'))
	await account.told(t('account.accessData.othersSignedOut'))
	await expect(problems).toHaveCount(0)
	for (const field of await form.locator('input[type="password"]').all())
		await expect(field, 'N74').toHaveValue('')
})

test('N75: signing out everywhere ends all sessions at once, this one included @journeys @javascript', async ({
	page,
	browser,
	baseURL,
	visit,
	account,
}) => {
	const { t } = visit
	const email = newEmail()
	await account.begin({ email, password })
	const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'de-DE' })
	const otherPage = await elsewhere.newPage()
	const other = accountScreen({ page: otherPage, t })
	await other.openLogin()
	await expect(other.main.getByLabel(t('auth.username'))).toBeVisible()
	await other.signIn({ email, password })
	await expect(otherPage).toHaveURL('/')

	await account.openAccessData()
	await expect(account.main).toContainText(t('account.accessData.usernameIs', { username: email }))
	await account.press(t('account.sessions.everywhere'))
	await expect(page).toHaveURL('/')
	await account.told(t('account.signedOutEverywhere'))
	for (const [window, screen] of [
		[page, account],
		[otherPage, other],
	] as const) {
		await window.goto('/account')
		await expect(screen.heading(t('auth.login.title'))).toBeVisible()
	}
	await other.signIn({ email, password })
	await expect(other.heading(t('account.greeting', { name: 'Ada' }))).toBeVisible()
	await elsewhere.close()
})
