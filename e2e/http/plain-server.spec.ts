import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { expect, test } from '@playwright/test'

import { freePort } from '#drizzle/embedded/embedded.ts'

import { leave, order, readyToOrder } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'

test('the built shop runs under react-router-serve: it opens itself, books a visit, shows a picture, and ends in order', async () => {
	const shop = await openOwnShop()
	const port = await freePort()
	const origin = `http://127.0.0.1:${port}`
	const env = { ...shop.env, HOST: '127.0.0.1', PORT: String(port), APP_ORIGIN: origin }
	const server = spawn('node_modules/.bin/react-router-serve', ['build/server/index.js'], { env })
	const exit = once(server, 'exit')
	try {
		await once(server.stdout, 'data')
		const { visitor, version } = await readyToOrder(origin, await shop.claimDay('any'))
		const page = await leave(visitor, await order(visitor, version))
		const paid = await fetch(page, {
			method: 'POST',
			redirect: 'manual',
			body: new URLSearchParams({ intent: 'pay' }),
		})
		const back = new URL(paid.headers.get('Location') ?? '')
		expect(back.origin).toBe(origin)

		const { location } = await visitor.get(back.pathname + back.search)
		expect(location).toMatch(/^\/checkout\/success\//)
		const confirmation = await visitor.get(location ?? '')
		expect(confirmation.status).toBe(200)
		const [last] = await shop.sql`select state from orders order by created_at desc limit 1`
		expect(last).toEqual({ state: 'confirmed' })

		// This server ends a connection that is idle for five seconds, perhaps just when it is used again.
		await expect(async () => {
			const picture = await visitor.get('/_ipx/f_webp&w_640&q_90/pictures/park.svg')
			expect(picture.headers.get('Content-Type')).toBe('image/webp')
		}).toPass()
	} finally {
		server.kill('SIGTERM')
		expect(await exit).toEqual([0, null])
		await shop.close()
	}
})
