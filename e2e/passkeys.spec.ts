import type { Page } from '@playwright/test'

import { plugIn } from './authenticator.ts'
import { expect, test } from './fixtures.ts'
import { newEmail } from './new-email.ts'
import { isSound } from './screens/sound.ts'

const password = 'drei Sterne und ein Mond'

test('a passkey is added, signs in, and is removed @javascript', async ({
	page,
	account,
	visit: { t },
	outbox,
	expectStatus,
}) => {
	expectStatus(422)
	const email = newEmail()
	const device = await plugIn(page)
	await account.begin({ email, password })

	await test.step('added under access data, with the password asked for', async () => {
		await account.openAccessData()
		await account.main.getByRole('link', { name: t('account.passkeys.manage') }).click()
		await expect(account.heading(t('account.passkeys.title'))).toBeVisible()
		await isSound(page, [320, 768, 1280])
		await account.fill(t('account.passkeys.name'), 'Mein Handy')
		await account.fill(t('auth.currentPassword'), 'falsch')
		await account.press(t('account.passkeys.next'))
		await account.told(t('errors.passwordWrong'))
		await account.fill(t('auth.currentPassword'), password)
		await account.press(t('account.passkeys.next'))
		await account.told(t('account.passkeys.begun', { name: 'Mein Handy' }))
		await isSound(page, [320, 768, 1280])
		await account.press(t('account.passkeys.make'))
		await account.told(t('account.passkeys.added'))
		await expect(account.main.getByText('Mein Handy')).toBeVisible()
		await isSound(page, [320, 768, 1280])
		const letter = await outbox.accountLetter(email, 'passkeyAdded')
		expect(letter.text).toContain('/account/access-data/passkeys')
		const exported = await page.request.get('/account/access-data/data.json')
		expect(await exported.json()).toMatchObject({ passkeys: [{ name: 'Mein Handy' }] })
	})

	await test.step('signed in with it, back on the page, under a new token', async () => {
		const before = await sessionCookie(page)
		await page.goto('/account')
		await account.press(t('auth.signOut'))
		await account.told(t('account.signedOut'))
		await page.goto('/account/orders')
		await expect(account.heading(t('auth.login.title'))).toBeVisible()
		await isSound(page, [320, 768, 1280])
		await account.press(t('auth.login.passkey'))
		await expect(account.heading(t('account.orders.title'))).toBeVisible()
		expect(await sessionCookie(page)).not.toBe(before)
	})

	await test.step('removed, it opens nothing; the password still does', async () => {
		await page.goto('/account/access-data/passkeys')
		await account.press(t('account.passkeys.remove', { name: 'Mein Handy' }))
		await account.told(t('account.passkeys.removed'))
		await expect(account.main.getByText('Mein Handy')).toHaveCount(0)
		await page.goto('/account')
		await account.press(t('auth.signOut'))
		await account.told(t('account.signedOut'))
		await account.openLogin()
		await account.press(t('auth.login.passkey'))
		await account.told(t('errors.passkeyRefused'))
		await account.signIn({ email, password })
		await expect(page.getByText(t('auth.signedInAs', { name: 'Ada' })).first()).toBeAttached()
	})
	await device.unplug()
})

test('another password asks which passkeys stay, and none is ticked beforehand (M8) @journeys @javascript', async ({
	page,
	account,
	visit: { t },
}) => {
	const email = newEmail()
	const device = await plugIn(page)
	await account.begin({ email, password })
	await page.goto('/account/access-data/passkeys')
	await account.fill(t('account.passkeys.name'), 'Fremdes Handy')
	await account.fill(t('auth.currentPassword'), password)
	await account.press(t('account.passkeys.next'))
	await account.press(t('account.passkeys.make'))
	await account.told(t('account.passkeys.added'))

	await account.openAccessData()
	const form = page.locator('form').filter({ hasText: t('account.accessData.passkeys') })
	await expect(form.getByRole('checkbox', { name: 'Fremdes Handy' })).not.toBeChecked()
	await isSound(page, [320, 768, 1280])
	await form.getByLabel(t('auth.currentPassword')).fill(password)
	await form.getByLabel(t('auth.newPassword'), { exact: true }).fill('noch ein langes Passwort')
	await form.getByLabel(t('auth.newPasswordRepeat')).fill('noch ein langes Passwort')
	await form.getByRole('button', { name: t('account.accessData.savePassword') }).click()
	await account.told(t('account.saved'))
	await page.goto('/account/access-data/passkeys')
	await expect(account.main.getByText('Fremdes Handy')).toHaveCount(0)
	await device.unplug()
})

test('a visitor who does not confirm on the device reads so, and may try again @journeys @javascript', async ({
	page,
	account,
	visit: { t },
}) => {
	const email = newEmail()
	await account.begin({ email, password })
	await page.goto('/account/access-data/passkeys')
	await account.fill(t('account.passkeys.name'), 'Schlüssel')
	await account.fill(t('auth.currentPassword'), password)
	await account.press(t('account.passkeys.next'))
	await account.told(t('account.passkeys.begun', { name: 'Schlüssel' }))
	const device = await plugIn(page)
	await device.agree(false)
	await account.press(t('account.passkeys.make'))
	await account.told(t('auth.passkeyNotUsed'))
	await device.agree(true)
	await account.press(t('account.passkeys.make'))
	await account.told(t('account.passkeys.added'))
})

test.describe('without scripts', () => {
	test.use({ javaScriptEnabled: false })

	test('the password is the way in, and the page of passkeys says that they need scripts', async ({
		page,
		account,
		visit: { t },
	}) => {
		const email = newEmail()
		await account.openLogin()
		await expect(account.main.getByRole('button')).toHaveText([t('auth.login.submit')])
		await account.begin({ email, password })
		await page.goto('/account/access-data/passkeys')
		await expect(account.main.getByText(t('account.passkeys.unsupported'))).toBeVisible()
		await isSound(page, [320, 768, 1280])
	})
})

async function sessionCookie(page: Page): Promise<string | undefined> {
	const cookies = await page.context().cookies()
	return cookies.find(({ name }) => name === 'session')?.value
}
