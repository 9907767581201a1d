import { expect, test } from '@playwright/test'

import { startServer } from '#scripts/shop/shop.ts'

import { newPatientVisitor } from './insist.ts'
import { openOwnShop } from './own-shop.ts'

// In a file of its own, because it needs two processes that have not answered anything yet.
test('H14: 200 for one room at two just started nodes: one gets it, the others read that it is taken @faults', async () => {
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
				newPatientVisitor(index % 2 ? second.url : shop.url).post('/cart', wanted),
			),
		)
		const isTaken = 'Bitte wählen Sie einen anderen Zeitraum'
		expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
		const refused = answers.filter(({ status, text }) => status === 422 && text.includes(isTaken))
		expect(refused).toHaveLength(199)
	} finally {
		await second.stop()
		await shop.close()
	}
})
