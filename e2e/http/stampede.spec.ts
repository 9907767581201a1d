import { expect, test } from '@playwright/test'

import { startServer } from '#scripts/shop/shop.ts'

import { openOwnShop } from './own-shop.ts'
import { newVisitor } from './visitor.ts'

// In a file of its own, because it needs two processes that have not answered anything yet.
test('H14: 200 for one room at two just started nodes: one gets it, and no 503 @faults', async () => {
	const shop = await openOwnShop()
	const second = await startServer({ env: shop.env, output: 'ignore' })
	try {
		const day = await shop.claimDay('weekend')
		const wanted = {
			intent: 'add',
			version: 0,
			product: 'room-venus',
			quantity: 1,
			day,
			time: '14:00',
			duration: 120,
			returnTo: '/',
		}
		const answers = await Promise.all(
			Array.from({ length: 200 }, (_, index) =>
				newVisitor(index % 2 ? second.url : shop.url).post('/cart', wanted),
			),
		)
		const count = (status: number) => answers.filter((answer) => answer.status === status).length
		const slowest = Math.round(Math.max(...answers.map(({ ms }) => ms)))
		test.info().annotations.push({ type: 'slowest', description: `${slowest} ms` })
		console.log(`H14: the slowest of 200 was answered after ${slowest} ms`)

		expect(count(503)).toBe(0)
		expect(count(303)).toBe(1)
		expect(count(422)).toBe(199)
	} finally {
		await second.stop()
		await shop.close()
	}
})
