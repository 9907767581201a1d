import { expect } from '@playwright/test'

import type { Mail } from '#testing/read-mail.ts'

import { open, type Visit } from './visit.ts'

export type AccountScreen = ReturnType<typeof accountScreen>

/** The pages for signing in and those of the account. */
export function accountScreen(visit: Visit) {
	const { page, t } = visit
	const main = page.getByRole('main')
	const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
	const fill = (label: string, value: string) => main.getByLabel(label, { exact: true }).fill(value)
	const press = (name: string) => main.getByRole('button', { name, exact: true }).click()

	async function openPage(path: string, title: string) {
		await open(visit, path)
		await expect(heading(title)).toBeVisible()
	}

	async function register({ email, password }: { email: string; password: string }) {
		await fill(t('person.firstName'), 'Ada')
		await fill(t('person.lastName'), 'Lovelace')
		await fill(t('person.email'), email)
		await fill(t('person.emailRepeat'), email)
		await fill(t('auth.password'), password)
		await fill(t('auth.passwordRepeat'), password)
		await main.getByRole('checkbox', { name: t('auth.register.privacyField') }).check()
		await press(t('auth.register.submit'))
	}

	return {
		page,
		main,
		newUsername: main.getByLabel(t('account.accessData.newUsername')),
		heading,
		press,
		fill,
		/** Expects a message of the page; that of a field stands above the form too. */
		told: (sentence: string) => expect(page.getByText(sentence).first()).toBeVisible(),
		openLogin: () => openPage('/login', t('auth.login.title')),
		openRegister: () => openPage('/register', t('auth.register.title')),
		openForgot: () => openPage('/forgot-password', t('auth.forgot.title')),
		openOrders: () => openPage('/account/orders', t('account.orders.title')),
		openPersonalData: () => openPage('/account/personal-data', t('account.personalData.title')),
		openAccessData: () => openPage('/account/access-data', t('account.accessData.title')),
		register,
		/** Registers a new account, which is signed in then. */
		async begin(who: { email: string; password: string }) {
			await openPage('/register', t('auth.register.title'))
			await register(who)
			await expect(heading(t('account.greeting', { name: 'Ada' }))).toBeVisible()
		},
		async signIn({ email, password }: { email: string; password: string }) {
			await fill(t('auth.username'), email)
			await fill(t('auth.password'), password)
			await press(t('auth.login.submit'))
		},
		/** Fills the form for another username, which asks for the password as another form of the page does. */
		async askForUsername({ email, password }: { email: string; password: string }) {
			const form = main.locator('form#username')
			await main.getByLabel(t('account.accessData.newUsername')).fill(email)
			await form.getByLabel(t('auth.currentPassword')).fill(password)
			await form.getByRole('button', { name: t('account.accessData.saveUsername') }).click()
		},
		async setPassword(password: string) {
			await fill(t('auth.newPassword'), password)
			await fill(t('auth.newPasswordRepeat'), password)
			await press(t('auth.reset.submit'))
		},
		/** Follows the one button of a letter. */
		followLink: ({ text }: Mail) =>
			open(visit, /https?:\/\/\S+\/[\w-]{43}\b/.exec(text)?.[0] ?? ''),
		orderLink: main.locator('a[href^="/account/orders/details/"]'),
	}
}
