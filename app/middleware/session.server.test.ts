import { createCookie, RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { accounts, sessions } from '#app/db/schema.ts'
import type { AccountPerson } from '#app/models/visitor/account.ts'
import { proofOf, valueOf } from '#testing/proof.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let models: typeof import('#app/models/visitor/session.server.ts')
let middleware: typeof import('#app/middleware/session.server.ts')
let current: string
beforeAll(async () => {
	shop = await openTestShop()
	models = await import('#app/models/visitor/session.server.ts')
	middleware = await import('#app/middleware/session.server.ts')
	current = process.env['SESSION_SECRETS'] ?? ''
})
afterAll(() => shop?.close())

async function newAccount(): Promise<string> {
	const person = { firstName: 'Ada', lastName: 'Lovelace' } as AccountPerson
	const own = { username: 'ada@example.org', usernameKey: 'ada@example.org' }
	const [account] = await shop.db
		.insert(accounts)
		.values({ ...own, passwordHash: 'x', locale: 'de-DE', person })
		.returning({ id: accounts.id })
	return account?.id ?? ''
}

/** Returns the visitor of a request with this cookie, and the cookie of the answer. */
async function visit(cookie: string) {
	const url = new URL('http://shop.test/')
	const request = new Request(url, { headers: { Cookie: cookie } })
	const context = new RouterContextProvider()
	const parameters = { request, url, context, params: {}, pattern: '' }
	const response = await middleware.sessionMiddleware(parameters, async () => new Response('ok'))
	const told = response instanceof Response ? response.headers.getSetCookie() : []
	return { name: middleware.signedInOf(context)?.firstName ?? null, told }
}

function sealed(token: unknown, secrets: string[]): Promise<string> {
	return createCookie('session', { secrets })
		.serialize(token)
		.then((cookie) => cookie.split(';')[0] ?? '')
}

const takenBack = { name: null, told: [expect.stringMatching(/^session=; Max-Age=0;/)] }

test.each([
	['session=x', true],
	['a=b; session=x', true],
	['session =x', true],
	['a=b;\tsession\t=', true],
	['', false],
	['sessions=x; my-session=x; a=session', false],
])(
	'%j is taken for a session’s cookie exactly where the session would be read from it: %j',
	(cookies, is) => {
		expect(middleware.hasSession(new Headers({ Cookie: cookies }))).toBe(is)
	},
)

describe('an old cookie after a change of secrets or builds (F20)', () => {
	test('a cookie of a removed secret signs out and is taken back', async () => {
		const proof = await proofOf(shop.db, await newAccount())
		const token = valueOf(await models.signInSession(null, proof, null))
		expect(await visit(await sealed(token, [current]))).toEqual({ name: 'Ada', told: [] })
		expect(await visit(await sealed(token, ['a secret of last year']))).toEqual(takenBack)
	})

	test('a row that an older build named by the token itself, or by another hash, opens no session', async () => {
		const token = 'A'.repeat(43)
		const in30Days = new Date(Date.now() + 30 * 86_400_000)
		for (const id of [token, Buffer.from(token).toString('base64')]) {
			await shop.db.insert(sessions).values({ id, expiresAt: in30Days })
			expect(await visit(await sealed(token, [current]))).toEqual(takenBack)
		}
	})

	test.each([[{ id: 'A'.repeat(43) }], [['x']], [17], [null], ['']])(
		'a content that an older build may have kept in the cookie is taken back: %j',
		async (content) => {
			expect(await visit(await sealed(content, [current]))).toEqual(takenBack)
		},
	)
})
