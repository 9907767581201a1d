import { expect, test } from 'vitest'

import { contextFor } from '#app/middleware/address.server.ts'
import { leaveLine, signInLineMiddleware } from '#app/middleware/sign-in-line.server.ts'

test('pages that tell of wrong passwords, and wait for their turn, keep no sign-in waiting', async () => {
	const begun: string[] = []
	const signIn = (name: string, isDecided: boolean) => {
		const url = new URL('http://localhost:3000/login')
		const context = contextFor('10.0.0.1')
		const request = new Request(url, { method: 'POST' })
		return signInLineMiddleware({ request, url, context, params: {}, pattern: 'login' }, () => {
			begun.push(name)
			if (isDecided) leaveLine(context)
			return new Promise(() => {})
		})
	}
	for (const name of ['wrong 1', 'wrong 2', 'wrong 3']) void signIn(name, true)
	for (const name of ['right 1', 'right 2', 'right 3']) void signIn(name, false)
	await expect.poll(() => begun.length).toBe(5)
	expect(begun).toEqual(['wrong 1', 'wrong 2', 'wrong 3', 'right 1', 'right 2'])
})
