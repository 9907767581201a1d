import { expect, test } from '@playwright/test'

import { openDatabaseWithStandby } from '#testing/standby.ts'

import { readyToOrder } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { newVisitor } from './visitor.ts'

test('a standby replaces the primary: not ready until it is promoted, pages all the while, and no restart (faults J5) @faults', async () => {
	const database = await openDatabaseWithStandby()
	const shop = await openOwnShop({}, undefined, { DATABASE_URL: database.url })
	const readiness = async () => {
		const answer = await fetch(`${shop.url}/readyz`)
		return `${answer.status} ${await answer.text()}`
	}
	try {
		const server = shop.serverPid()
		await database.stopFollowing()
		await expect.poll(readiness).toBe('200 ready\n')
		await database.loseThePrimary()
		await expect.poll(readiness).toBe('503 not ready: the database takes no writes\n')
		expect((await newVisitor(shop.url).get('/')).status).toBe(200)
		expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)

		await database.promote()
		await expect.poll(readiness).toBe('200 ready\n')
		await readyToOrder(shop.url, await shop.claimDay('any'))
		expect(shop.serverPid()).toBe(server)
	} finally {
		await shop.close()
		await database.drop()
	}
})
