import type { Locator, Page, Route } from '@playwright/test'

import { book } from './booked.ts'
import { expect, test } from './fixtures.ts'

/** Lets the time of a poll pass until `isSeen`: a page may begin to count only a moment after it is seen. */
async function pollUntil(page: Page, isSeen: () => Promise<void> | void): Promise<void> {
	await expect(async () => {
		await page.clock.fastForward(16_000)
		await isSeen()
	}).toPass()
}

async function pollUntilSeen(what: Locator): Promise<void> {
	await pollUntil(what.page(), () => expect(what).toBeVisible({ timeout: 5000 }))
}

test('N114: a live page asks anew every 15 seconds, but not while somebody types @javascript', async ({
	page,
	signedInDesk,
}) => {
	await signedInDesk('owner')
	await page.clock.install()
	await page.goto('/')
	const polls: string[] = []
	page.on('request', (request) => {
		const isPoll = request.headers()['x-desk-poll'] === '1'
		if (isPoll && request.url().includes('.data')) polls.push(request.url())
	})
	const nextPoll = () => page.waitForResponse((answer) => polls.includes(answer.url()))
	const search = page.getByRole('searchbox')
	await search.focus()
	await page.clock.fastForward(16_000)
	await search.blur()
	const first = nextPoll()
	await page.clock.fastForward(16_000)
	expect((await first).status()).toBe(200)
	expect(polls).toHaveLength(1)

	// A list of shortcuts never changes.
	await page.getByRole('link', { name: 'Heute', exact: true }).press('?')
	await expect(page).toHaveURL('/keys')
	await page.clock.fastForward(16_000)
	await page.getByRole('link', { name: 'Heute', exact: true }).click()
	await expect(page).toHaveURL('/')
	await pollUntil(page, () => expect(polls.length).toBeGreaterThan(1))
})

test('N114: a booking shows what others do to it, but not while a form of it is open @javascript', async ({
	page,
	signedInDesk,
	weekend,
	database,
}) => {
	const visit = { from: '11:00', until: '13:00', guests: 4, rest: 8000 }
	const { id, number } = await book(database, { day: weekend, lastName: 'Byron', ...visit })
	const noteOf = (text: string) => database`
		insert into order_notes (order_id, actor, text) values (${id}, 'operator', ${text})`
	await signedInDesk('counter')
	await page.clock.install()
	await page.goto(`/bookings/${number}`)
	await noteOf('Die Großmutter kommt später.')
	await pollUntilSeen(page.getByText('Die Großmutter kommt später.'))

	await page.goto(`/bookings/${number}/notes`)
	await noteOf('Der Onkel auch.')
	const polls: string[] = []
	page.on('request', (request) => polls.push(request.url()))
	await page.clock.fastForward(60_000)
	await expect(page.getByRole('textbox', { name: /Notiz/ })).toBeVisible()
	expect(polls.filter((url) => url.includes(number))).toEqual([])
})

test('N114: a live page asks anew every minute without scripts, and no other page does', async ({
	page,
	signedInDesk,
}) => {
	await signedInDesk('owner')
	const refresh = '<noscript><meta http-equiv="refresh" content="60"/></noscript>'
	const textOf = async (path: string) => {
		const answer = await page.goto(path)
		return (await answer?.text())?.replace('httpEquiv', 'http-equiv')
	}
	expect(await textOf('/')).toContain(refresh)
	expect(await textOf('/keys')).not.toContain('http-equiv="refresh"')
})

const failures: [string, (route: Route) => Promise<void>][] = [
	['a gap of the network', (route) => route.abort('connectionrefused')],
	['a 503 of a proxy', (route) => route.fulfill({ status: 503, body: 'no server' })],
]

for (const [name, fail] of failures) {
	test(`N381: a live page outlives ${name} @javascript`, async ({
		page,
		signedInDesk,
		weekend,
		database,
		expectStatus,
		expectComplaint,
	}) => {
		expectStatus(503)
		expectComplaint('Failed to load resource: net::ERR_CONNECTION_REFUSED')
		const visit = { from: '11:00', until: '13:00', guests: 4, rest: 8000 }
		const { id, number } = await book(database, { day: weekend, lastName: 'Byron', ...visit })
		const noteOf = (text: string) => database`
			insert into order_notes (order_id, actor, text) values (${id}, 'operator', ${text})`
		await signedInDesk('counter')
		await page.clock.install()
		await page.goto(`/bookings/${number}`)
		const asked: string[] = []
		page.on('request', (request) => asked.push(new URL(request.url()).pathname))
		const nextOf = (path: string) =>
			page.waitForEvent('requestfinished', (request) => request.url().includes(path))

		// Out of reach: the page stays as it is.
		await page.route('**/readyz', fail)
		const failed = Promise.race([
			page.waitForEvent('requestfailed', (request) => request.url().endsWith('/readyz')),
			nextOf('/readyz'),
		])
		await pollUntil(page, () => expect(asked).toContain('/readyz'))
		expect((await failed).headers()['x-desk-poll']).toBe('1')
		await expect(page.getByRole('heading', { name: /Byron/ }).first()).toBeVisible()

		// In reach, and lost a moment later: the page says so, and comes back by itself.
		await page.unroute('**/readyz')
		await page.route('**/*.data*', fail)
		await pollUntilSeen(page.getByRole('heading', { name: 'Das hat nicht geklappt' }))
		expect(asked.some((path) => path.endsWith('.data'))).toBe(true)
		await page.unroute('**/*.data*')
		await noteOf('Die Großmutter kommt später.')
		await pollUntilSeen(page.getByText('Die Großmutter kommt später.'))
		await noteOf('Der Onkel auch.')
		await pollUntilSeen(page.getByText('Der Onkel auch.'))
	})
}
