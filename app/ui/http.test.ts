import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { http } from '#app/ui/http.ts'

let asked = 0
const server = createServer((request, response) => {
	asked += 1
	const [, status = '200', then = status] = (request.url ?? '').split('/')
	response.statusCode = Number(asked === 1 ? status : then)
	response.end('"answer"')
})
let origin = ''
beforeAll(async () => {
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const again = [408, 409, 425, 429, 500, 502, 503, 504]

test.each([400, 401, 404, 422, 451, 501, 505, 599, ...again])(
	'an answer with %i throws',
	async (status) => {
		asked = 0
		await expect(http(`${origin}/${status}`)).rejects.toMatchObject({ status })
		expect(asked).toBe(again.includes(status) ? 2 : 1)
	},
)

test.each(again)(
	'a request with a body that is answered with %i is not sent twice',
	async (status) => {
		asked = 0
		await expect(http(`${origin}/${status}`, { method: 'POST', body: '{}' })).rejects.toMatchObject(
			{
				status,
			},
		)
		expect(asked).toBe(1)
	},
)

test('a request that failed may succeed at its second try', async () => {
	asked = 0
	expect(await http(`${origin}/503/200`)).toBe('answer')
	expect(asked).toBe(2)
})
