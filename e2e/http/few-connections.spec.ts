import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { discardEmbedded, startEmbedded } from '#drizzle/embedded/embedded.ts'

import { details, order, putInCart, versionIn } from './funnel.ts'
import { newPatientVisitor } from './insist.ts'
import { openOwnShop } from './own-shop.ts'

const LIMIT = 8

for (const workers of [1, 2])
	test(`${workers} processes whose role may open ${LIMIT} connections serve thirty orders at once, and refuse none for want of a connection (faults J6) @faults`, async () => {
		const dataDir = await mkdtemp(join(tmpdir(), 'raumzeit-few-'))
		await chmod(dataDir, 0o711)
		const password = randomBytes(12).toString('hex')
		const database = await startEmbedded({ dataDir, password, durable: false })
		const admin = postgres(database.adminUrl, { max: 1 })
		await admin.unsafe(`alter role raumzeit connection limit ${LIMIT}`)
		await admin.end()
		const shop = await openOwnShop({}, undefined, {
			DATABASE_URL: database.url,
			WORKERS: String(workers),
		})
		try {
			const log = () => readFile(join(shop.dataDir, 'output.log'), 'utf8')
			await expect.poll(log).toContain(`the database gives ${LIMIT} connections`)

			const day = await shop.claimDay('any')
			const orders = Array.from({ length: 30 }, async () => {
				const visitor = newPatientVisitor(shop.url)
				await putInCart(visitor, day, { quantity: 1 })
				const { location } = await visitor.post('/checkout/address', details)
				expect(location).toBe('/checkout/overview')
				return order(visitor, versionIn((await visitor.get('/checkout/overview')).text))
			})
			await Promise.all(orders)
			expect(await log()).not.toContain('too many connections')
		} finally {
			await shop.close()
			await database.stop()
			await discardEmbedded(dataDir)
		}
	})
