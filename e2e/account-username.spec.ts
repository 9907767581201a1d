import { randomBytes } from 'node:crypto'

import { expect, test } from './fixtures.ts'
import { accountScreen } from './screens/account.ts'
import { isSound } from './screens/sound.ts'

const password = 'drei Sterne und ein Mond'
const sizes = [320, 768, 1280]

test('another username: asked for, confirmed from the new address, reported to the old one, used to sign in @journeys @javascript', async ({
	page,
	visit,
	account,
	browser,
	baseURL,
	outbox,
	expectStatus,
}) => {
	expectStatus(422)
	const { t } = visit
	const name = randomBytes(6).toString('hex')
	const [email, next] = [`ada-${name}@example.org`, `augusta-${name}@example.org`]
	await account.openRegister()
	await account.register({ email, password })
	await expect(account.heading(t('account.greeting', { name: 'Ada' }))).toBeVisible()
	await account.followLink(await outbox.accountLetter(email, 'welcome'))
	await account.press(t('auth.verify.submit'))
	await account.told(t('auth.verify.done'))

	const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'de-DE' })
	const other = accountScreen({ page: await elsewhere.newPage(), t })
	await other.openLogin()
	await other.signIn({ email, password })
	await expect(other.page).toHaveURL('/')

	await test.step('a wrong password is refused, and the typed values stay', async () => {
		await account.openAccessData()
		await account.askForUsername({ email: next, password: `${password}.` })
		await account.told(t('errors.passwordWrong'))
		await expect(account.newUsername).toHaveValue(next)
		await isSound(page, sizes)
	})

	await test.step('after the request nothing changes before it is confirmed', async () => {
		await account.askForUsername({ email: next, password })
		await account.told(t('account.accessData.usernameSent'))
		await account.told(t('account.accessData.usernameWanted', { username: next }))
		await account.told(t('account.accessData.usernameIs', { username: email }))
		await isSound(page, sizes)
		expect((await outbox.accountLetter(email, 'usernameWanted')).text).not.toContain(next)
	})

	await test.step('the letter’s link confirms it', async () => {
		await account.followLink(await outbox.accountLetter(next, 'changeUsername'))
		await account.told(t('auth.verify.usernameLead', { username: next }))
		await isSound(page, sizes)
		await account.press(t('auth.verify.usernameSubmit'))
		await account.told(t('auth.verify.usernameDone', { username: next }))
		await account.openAccessData()
		await account.told(t('account.accessData.usernameIs', { username: next }))
		expect((await outbox.accountLetter(email, 'usernameChanged')).text).not.toContain(next)
	})

	await test.step('other sessions have ended, and only the new username signs in', async () => {
		await other.page.goto('/account')
		await expect(other.heading(t('auth.login.title')), 'F5').toBeVisible()
		await other.signIn({ email, password })
		await other.told(t('errors.credentialsUnknown'))
		await other.signIn({ email: next, password })
		await expect(other.heading(t('account.greeting', { name: 'Ada' }))).toBeVisible()
		await elsewhere.close()
	})
})
