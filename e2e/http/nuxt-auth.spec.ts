import { expect, test } from '@playwright/test'
import { ofetch, type FetchError } from 'ofetch'

import { newEmail } from '../new-email.ts'
import { password, register } from './registered.ts'
import { newVisitor } from './visitor.ts'

// The contract says that `useAuth` of @sidebase/nuxt-auth works with the shop. The published code runs inside of Nuxt
// only, so the test makes its calls one by one, with its library (version 1.3.1,
// dist/runtime/composables/authjs/useAuth.js and utils/fetch.js), and reads the same fields.

const origin = process.env['SHOP_URL'] ?? ''

type Data = { url: string }

/** The composable in a browser at `address`: cookies go along, posts carry an Origin. */
function useAuth(address: string) {
	const cookies = new Map<string, string>()
	const $fetch = ofetch.create({
		baseURL: `${origin}/api/auth`,
		credentials: 'include',
		onRequest({ options }) {
			options.headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
			options.headers.set('X-Forwarded-For', address)
			if (options.method?.toUpperCase() !== 'POST') return
			options.headers.set('Origin', origin)
			options.headers.set('Sec-Fetch-Site', 'same-origin')
		},
		onResponse({ response }) {
			for (const cookie of response.headers.getSetCookie()) {
				const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
				cookies.set(name, value)
			}
		},
	})
	const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
	const told = (error: FetchError<Data>) => error.data as Data
	const getCsrfToken = async () => (await $fetch<{ csrfToken: string }>('/csrf')).csrfToken
	const getSession = (callbackUrl: string) => $fetch('/session', { params: { callbackUrl } })

	return {
		cookies,
		getProviders: () => $fetch('/providers'),
		getSession,
		/** `callbackUrl` is undefined where the app has named none, and is sent all the same. */
		async signIn(options: Record<string, unknown>, callbackUrl?: string) {
			const fields = { ...options, csrfToken: await getCsrfToken(), callbackUrl, json: true }
			const body = new URLSearchParams(
				Object.entries(fields).map(([name, value]) => [name, String(value)]),
			)
			const call = $fetch<Data>('/callback/credentials', { method: 'post', headers: form, body })
			const data = await call.catch(told)
			const error = new URL(data.url).searchParams.get('error')
			return { error, url: error ? null : data.url, session: await getSession(origin) }
		},
		async signOut(callbackUrl: string) {
			const body = new URLSearchParams({
				csrfToken: await getCsrfToken(),
				callbackUrl,
				json: 'true',
			})
			return $fetch<Data>('/signout', { method: 'POST', headers: form, body }).catch(told)
		},
	}
}

test('the calls of useAuth of @sidebase/nuxt-auth work: providers, session, in and out', async () => {
	const visitor = newVisitor(origin)
	const email = await register(visitor)

	const auth = useAuth(visitor.address)
	expect(await auth.getProviders()).toMatchObject({ credentials: { type: 'credentials' } })
	expect(await auth.getSession(`${origin}/`)).toEqual({})

	const credentials = { username: email, password, redirect: false }
	expect(await auth.signIn({ ...credentials, password: 'falsch' }, '/account')).toEqual({
		error: 'CredentialsSignin',
		url: null,
		session: {},
	})
	const session = { user: { name: 'Ada Lovelace', email }, expires: expect.any(String) }
	expect(await auth.signIn(credentials, '/account')).toMatchObject({
		error: null,
		url: `${origin}/account`,
		session,
	})

	// While Nuxt renders on its server it asks with the visitor's cookies and no origin.
	const asked = await ofetch('/api/auth/session', {
		baseURL: origin,
		headers: { cookie: [...auth.cookies].map((pair) => pair.join('=')).join('; ') },
	})
	expect(asked).toMatchObject(session)

	expect(await auth.signOut(`${origin}/cart`)).toEqual({ url: `${origin}/cart` })
	expect(await auth.getSession(`${origin}/`)).toEqual({})
	expect(await auth.signIn(credentials)).toMatchObject({ error: null, url: `${origin}/`, session })
})

test('refusals on the way are read like any other: too many, and from elsewhere', async () => {
	const { address } = newVisitor(origin)
	const auth = useAuth(address)
	const wrong = { username: newEmail(), password: 'falsch' }
	const errors = new Set<string | null>()
	for (let times = 0; times < 12; times += 1) errors.add((await auth.signIn(wrong)).error)
	expect([...errors]).toEqual(['CredentialsSignin'])

	const elsewhere = await ofetch
		.raw('/api/auth/signout', {
			baseURL: origin,
			method: 'POST',
			headers: { Origin: 'https://evil.example' },
			body: new URLSearchParams({ json: 'true' }),
		})
		.catch((error: FetchError<Data>) => error)
	expect((elsewhere as FetchError<Data>).data?.url).toBe(
		`${origin}/api/auth/error?error=AccessDenied`,
	)
})
