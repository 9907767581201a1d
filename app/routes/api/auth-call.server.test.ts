import { expect, test, vi } from 'vitest'

import { readCall } from '#app/routes/api/auth-call.server.ts'

function json(body: unknown): Request {
	return new Request('http://shop.test/api/auth/signout', {
		method: 'POST',
		body: JSON.stringify(body),
		headers: { 'Content-Type': 'application/json' },
	})
}

test('a call reads only its own names of thousands in JSON (faults M4)', async () => {
	const many = Object.fromEntries(Array.from({ length: 6500 }, (_, n) => [`a${n}`, 'x']))
	const set = vi.spyOn(FormData.prototype, 'set')
	const call = await readCall(json({ ...many, username: 'ada@example.org', json: true }))
	expect(call).toEqual({ json: true, username: 'ada@example.org' })
	expect(set).toHaveBeenCalledTimes(2)
	set.mockRestore()
})

test.each([[null], [['username']], ['username'], [7], [{ username: { a: 1 }, json: ['true'] }]])(
	'nothing is read of %j',
	async (body) => {
		expect(await readCall(json(body))).toEqual({ json: false })
	},
)
