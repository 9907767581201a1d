import type { Page } from '@playwright/test'
import { build } from 'vite'

import type { AuthClient } from './auth-client-page.tsx'
import { expect, test } from './fixtures.ts'
import { newEmail } from './new-email.ts'

// The contract says that the published browser client of next-auth 4 works with the shop unchanged. This file runs it
// in a browser, on pages of the shop and under their policy. It never loads `next`: the `overrides` of package.json put
// an empty package in its place, and our newer nodemailer in that of its optional one.

const password = 'drei Sterne und ein Mond'
const file = '/auth-client.js'
let script = ''

test.beforeAll(async () => {
	const built = await build({
		configFile: false,
		logLevel: 'error',
		define: { 'process.env': '{}', 'process.env.NODE_ENV': '"production"' },
		build: {
			write: false,
			lib: {
				entry: 'e2e/auth-client-page.tsx',
				formats: ['iife'],
				name: 'page',
				fileName: 'auth-client',
			},
		},
	})
	const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
	script = outputs.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.code : [])).join('\n')
})

/** Opens a page of the shop and runs the client on it. */
async function openWithClient(page: Page, path: string) {
	await page.route(`**${file}`, (route) =>
		route.fulfill({ contentType: 'text/javascript', body: script }),
	)
	await page.goto(path)
	await page.addScriptTag({ url: file })
}

/** Calls the client in the page; returns its answer as JSON. */
function ask<Answer>(page: Page, call: (client: AuthClient) => Promise<Answer>): Promise<Answer> {
	return page.evaluate(`(${call.toString()})(window.authClient)`)
}

/**
 * Signs in on the page and follows its redirect: the page that would answer is gone by then, so no answer is awaited.
 */
function signInAndLeave(
	page: Page,
	fields: { username: string; password: string; callbackUrl?: string },
) {
	return page.evaluate((fields) => {
		void window.authClient.signIn('credentials', fields)
	}, fields)
}

/** Signs out on the page and follows its redirect, without awaiting an answer. */
function signOutAndLeave(page: Page, callbackUrl: string) {
	return page.evaluate((callbackUrl) => {
		void window.authClient.signOut({ callbackUrl })
	}, callbackUrl)
}

test('next-auth/react, as published, signs in and out @javascript', async ({
	page,
	account,
	visit: { t },
	baseURL,
	expectStatus,
}) => {
	expectStatus(401)
	const email = newEmail()
	const known = page.getByLabel('session')
	await account.openRegister()
	await account.register({ email, password })
	await account.press(t('auth.signOut'))
	await account.told(t('account.signedOut'))

	await test.step('its first calls', async () => {
		await openWithClient(page, '/pages/agb')
		await expect(known).toHaveText('unauthenticated')
		expect(await ask(page, (client) => client.getSession())).toBeNull()
		expect(await ask(page, (client) => client.getCsrfToken())).toMatch(/^[\da-f]{64}$/)
		expect(await ask(page, (client) => client.getProviders())).toEqual({
			credentials: {
				id: 'credentials',
				name: 'Credentials',
				type: 'credentials',
				signinUrl: `${baseURL}/api/auth/signin/credentials`,
				callbackUrl: `${baseURL}/api/auth/callback/credentials`,
			},
		})
	})

	const signIn = (typed: string) =>
		page.evaluate(
			({ email, typed }) =>
				window.authClient.signIn('credentials', {
					username: email,
					password: typed,
					redirect: false,
				}),
			{ email, typed },
		)

	await test.step('a wrong password, reported and redirected', async () => {
		expect(await signIn('falsch')).toEqual({
			error: 'CredentialsSignin',
			status: 401,
			ok: false,
			url: null,
		})
		await expect(known).toHaveText('unauthenticated')
		await signInAndLeave(page, { username: email, password: 'falsch' })
		await expect(account.heading(t('auth.login.title'))).toBeVisible()
		await account.told(t('errors.credentialsUnknown'))
	})

	await test.step('the right password: the provider hears of it, and the shop knows the visitor', async () => {
		await openWithClient(page, '/pages/agb')
		expect(await signIn(password)).toEqual({
			error: null,
			status: 200,
			ok: true,
			url: `${baseURL}/pages/agb`,
		})
		await expect(known).toHaveText(`authenticated ${email}`)
		expect(await ask(page, (client) => client.getSession())).toEqual({
			user: { name: 'Ada Lovelace', email, image: null },
			expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
		})
		await page.goto('/account')
		await expect(account.heading(t('account.greeting', { name: 'Ada' }))).toBeVisible()
	})

	await test.step('after a sign-out in one tab the provider of the other hears of it', async () => {
		await openWithClient(page, '/pages/agb')
		await expect(known).toHaveText(`authenticated ${email}`)
		const other = await page.context().newPage()
		await openWithClient(other, '/pages/faq')
		const left = await ask(other, (client) => client.signOut({ redirect: false }))
		expect(left).toEqual({ url: `${baseURL}/pages/faq` })
		await expect(known).toHaveText('unauthenticated')
		await other.close()
	})

	await test.step('in and out once more, each with a redirect', async () => {
		await signInAndLeave(page, { username: email, password, callbackUrl: '/account' })
		await expect(account.heading(t('account.greeting', { name: 'Ada' }))).toBeVisible()
		await openWithClient(page, '/account')
		await signOutAndLeave(page, '/pages/agb')
		await expect(page).toHaveURL('/pages/agb')
		await page.goto('/account')
		await expect(account.heading(t('auth.login.title'))).toBeVisible()
	})
})
