import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { limits } from '#testing/parts.ts'

import { claimDay } from '../days.ts'
import { versionIn } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { sendTogether } from './stopped-server.ts'
import { newVisitor, type Answer } from './visitor.ts'

/** A cookie that opens nothing: the page is made anew for its visitor. Each request has an address of its own. */
const anew = { Cookie: 'session=opens-nothing' }
const many = 240

let shop: Awaited<ReturnType<typeof openOwnShop>>
test.beforeAll(async () => {
	shop = await openOwnShop({}, undefined, { LOG_LEVEL: 'debug' })
})
test.afterAll(() => shop?.close())

test('a small page says that no more pages can be made, and a cart can be changed meanwhile @faults', async () => {
	const day = await shop.claimDay('any')
	const buyer = newVisitor(shop.url)
	const version = versionIn((await buyer.get('/')).text)
	const wish = { intent: 'add', version, product: 'ticket-adult', quantity: 2 }

	const order: Answer[] = []
	const inOrder = async (asked: Promise<Answer>) => {
		const answer = await asked
		order.push(answer)
		return answer
	}
	const pages = Array.from(
		{ length: many },
		(_, index) => () => inOrder(newVisitor(shop.url).get(`/?day=${day}&visit=${index}`, anew)),
	)
	const change = () => inOrder(buyer.post('/cart', { ...wish, day, time: '14:00', duration: 120 }))
	const sent = await sendTogether(shop.serverPid(), [...pages, change])
	const answers = await Promise.all(sent)
	const changed = answers.pop()
	expect(changed?.status).toBe(303)

	const refused = answers.filter(({ status }) => status === 503)
	const made = answers.filter(({ status }) => status === 200)
	expect(refused.length + made.length).toBe(many)
	expect(refused.length).toBeGreaterThan(0)
	expect(made.length).toBeGreaterThanOrEqual(80)
	const behind = order.slice(order.findIndex((answer) => answer === changed))
	expect(behind.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
	for (const answer of refused) {
		isDesigned(answer)
		// It is one page for all: nothing of the address that the first of them asked for.
		expect(answer.text).not.toContain('visit=')
		expect(answer.text).not.toMatch(/<script/)
	}
	expect((await newVisitor(shop.url).get('/', anew)).status).toBe(200)
})

test('one address cannot take all places, and another one is served beside it @faults', async () => {
	const day = await shop.claimDay('any')
	const crowd = newVisitor(shop.url)
	const path = `/?day=${day}&guests=5`
	const pages = Array.from(
		{ length: 80 },
		(_, index) => () => crowd.get(`${path}&visit=${index}`, anew),
	)
	const other = () => newVisitor(shop.url).get(`/cart`)
	const answers = await Promise.all(await sendTogether(shop.serverPid(), [...pages, other]))
	const statuses = answers.map(({ status }) => status)
	expect(statuses.pop()).toBe(200)
	expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(50)
	expect(statuses).toContain(503)
	expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
})

test('a page whose visitor has left is not made @faults', async () => {
	const whoLeft = 'the visitor left before the page was made'
	const day = await claimDay('any')
	let asked = 0
	// Most pages of a crowd wait when the first is answered, unless this process hears of it very late.
	await expect(async () => {
		const leaving = new AbortController()
		const page = () =>
			fetch(`${shop.url}/?day=${day}&guests=6&visit=${(asked += 1)}`, {
				headers: { ...anew, 'X-Forwarded-For': `10.9.${asked >> 8}.${asked & 255}` },
				signal: leaving.signal,
			}).catch(() => null)
		const pages = await sendTogether(
			shop.serverPid(),
			Array.from({ length: 75 }, () => page),
		)
		await Promise.race(pages)
		leaving.abort()
		await Promise.all(pages)
		expect((await newVisitor(shop.url).get('/cart')).status).toBe(200)
		expect(await lines(whoLeft)).toBeGreaterThan(0)
	}).toPass({ timeout: limits.expectation })
})

async function lines(text: string): Promise<number> {
	const log = await readFile(join(shop.dataDir, 'output.log'), 'utf8')
	return log.split('\n').filter((line) => line.includes(text)).length
}

function isDesigned({ text, headers }: Answer): void {
	expect(headers.get('Retry-After')).toBe('3')
	expect(text).toContain('Gerade ist hier sehr viel los')
	expect(text).toContain('rel="stylesheet"')
}
