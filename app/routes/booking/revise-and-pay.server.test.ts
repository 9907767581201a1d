import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { zero } from '#app/models/money.ts'
import { refuse } from '#app/models/result.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let routes: typeof import('#app/routes/booking/revise-and-pay.server.ts')

beforeAll(async () => {
	shop = await openTestShop()
	routes = await import('#app/routes/booking/revise-and-pay.server.ts')
})
afterAll(() => shop?.close())

test('K72: twenty changes of a booking in an hour, for each of them sends letters', async () => {
	const changes = async (id: string, times: number) => {
		const answers = []
		const order = { id, publicId: id, revision: 1, day: null }
		const back = { backOnline: zero, backVoucher: zero, backAtTill: zero }
		const shown = { difference: zero, dueNow: zero, restAfter: zero, ...back }
		const making = { asked: { kind: 'change' as const }, shown, wayToPay: undefined, done: '/' }
		for (let count = 0; count < times; count += 1)
			answers.push(await routes.reviseAndPay({ order, voucherId: null }, making))
		return answers
	}
	const [one, other] = [randomUUID(), randomUUID()]
	const answers = await changes(one, 21)
	expect(answers.filter((it) => !it.ok && it.message.key === 'errors.orderNotFound')).toHaveLength(
		20,
	)
	expect(answers.at(-1)).toEqual(refuse('tooManyAttempts'))
	expect(await changes(other, 1)).toEqual([refuse('orderNotFound')])
})
