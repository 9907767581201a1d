import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'

import { claimDay } from '../days.ts'
import { deskPatterns } from '../http/addresses.ts'
import { unusedNumber } from '../unused-number.ts'
import { bookRoom } from './booked-room.ts'
import { book, bookUnpaid } from './booked.ts'
import { expect, test } from './fixtures.ts'

// axe finds nothing on the pages of the desk, in their states, at 360, 1024 and 1280 pixels, in both languages.

/**
 * The days, the bookings and the person that addresses name: `number` has a rest, of `overpaid` the till took too much
 * with the note `note`; `unpaid` waits for the payment by its link.
 */
type Scene = {
	day: string
	empty: string
	number: string
	overpaid: string
	unpaid: string
	note: string
	staffId: string
}

/** A state of a page: its address, and what is done there before it is looked at. */
type State = { path: string; make?: (page: Page) => Promise<void> }

/** The page of a booking, and each of its forms as it comes and as it is refused. */
const bookingPages: Record<string, (scene: Scene) => State[]> = {
	'/bookings/:number': ({ number, overpaid, unpaid }) => [
		{ path: `/bookings/${number}`, make: openFolds },
		{ path: `/bookings/${overpaid}` },
		{ path: `/bookings/${unpaid}`, make: openFolds },
	],
	'/bookings/:number/rest': ({ number }) => withRefusal(`/bookings/${number}/rest`),
	'/bookings/:number/undo/:note': ({ overpaid, note }) =>
		withRefusal(`/bookings/${overpaid}/undo/${note}`),
	'/bookings/:number/pay-back': ({ overpaid }) => withRefusal(`/bookings/${overpaid}/pay-back`),
	'/bookings/:number/notes': ({ number }) => withRefusal(`/bookings/${number}/notes`),
	'/bookings/:number/email': ({ number }) => withRefusal(`/bookings/${number}/email`),
	'/bookings/:number/change': ({ number }) => [
		{ path: `/bookings/${number}/change`, make: openFolds },
		{ path: `/bookings/${number}/change`, make: addGuest },
	],
	'/bookings/:number/move': ({ number }) => [
		{ path: `/bookings/${number}/move` },
		{ path: `/bookings/${number}/move`, make: chooseTime },
	],
	'/bookings/:number/cancel': ({ number }) => withRefusal(`/bookings/${number}/cancel`),
	'/bookings/:number/on-site': ({ number, unpaid }) => [
		{ path: `/bookings/${unpaid}/on-site` },
		{ path: `/bookings/${number}/on-site` },
	],
	'/bookings/:number/give-up': ({ unpaid }) => withRefusal(`/bookings/${unpaid}/give-up`),
	'/bookings/:number/refund': ({ number }) => withRefusal(`/bookings/${number}/refund`),
}

/** The states of each page. An address of `desk/routes.ts` that is missing here fails a test. */
const pages: Record<string, (scene: Scene) => State[]> = {
	'/': () => [{ path: '/' }],
	'/day/:day': ({ day, empty }) => [
		{ path: `/day/${day}`, make: openFolds },
		{ path: `/day/${empty}` },
	],
	'/day/:day/sheet': ({ day, empty }) => both(day, empty, 'sheet'),
	'/day/:day/signs': ({ day, empty }) => both(day, empty, 'signs'),
	'/bookings': () => [
		{ path: '/bookings' },
		{ path: '/', make: (page) => lookFor(page, 'Xyzzyx') },
		{ path: '/', make: (page) => lookFor(page, FAMILY) },
	],
	...bookingPages,
	'/day/:day/rooms': ({ day }) => [
		{ path: `/day/${day}/rooms` },
		{ path: `/day/${day}/rooms?room=venus&at=18:00` },
	],
	'/day/:day/block': ({ day }) => withRefusal(`/day/${day}/block`),
	'/day/:day/close': ({ day, empty }) => [
		...withRefusal(`/day/${day}/close`),
		{ path: `/day/${empty}/close`, make: close },
		{ path: `/day/${empty}/close` },
		{ path: `/day/${empty}` },
	],
	'/new': ({ day }) => [
		{ path: '/new' },
		{ path: `/new?day=${day}&time=14:00&room=venus`, make: bookWithoutNames },
	],
	'/new/:number': ({ number, unpaid }) => [{ path: `/new/${number}` }, { path: `/new/${unpaid}` }],
	'/staff': ({ staffId }) => [{ path: `/staff?of=${staffId}` }],
	'/staff/:staffId': ({ staffId }) => [{ path: `/staff/${staffId}` }],
	'/staff/invite': () => withRefusal('/staff/invite'),
	'/me': () => [
		{ path: '/me', make: seePasskeyMaker },
		{ path: '/me', make: chooseShortPassword },
	],
	'/keys': () => [{ path: '/keys' }],
	'/*': () => [{ path: '/nowhere' }],
}

/** Addresses that are no page, and pages that `sign-in.spec.ts` looks at. */
const others = [
	'/day/:day/read',
	'/day/:day/lift',
	'/bookings/:number/letters',
	'/bookings/:number/papers/:file',
	'/staff/devices',
	'/sign-in',
	'/sign-in/passkey',
	'/sign-out',
	'/kept',
	'/welcome/:token',
	'/welcome/:token/passkey',
	'/me/passkey',
	'/language',
	'/healthz',
	'/readyz',
	'/metrics',
	'/assets/:file',
]

const FAMILY = 'Zylinski'

test('every page of the desk is looked at in its states @javascript', () => {
	expect([...Object.keys(pages), ...others].toSorted()).toEqual(deskPatterns().toSorted())
})

/** The tests of a language, by the beginnings of their addresses, so that they run beside each other. */
const groups = ['/day', '/bookings/:number', '/bookings', ''] as const

function groupOf(pattern: string): (typeof groups)[number] {
	return groups.find((group) => pattern.startsWith(group)) ?? ''
}

for (const locale of ['de-DE', 'en-GB']) {
	test.describe(`in ${locale}`, () => {
		test.use({ locale })
		for (const group of groups) {
			test(`axe finds nothing on ${group || 'other pages'} at 360, 1024 and 1280 @pages @javascript`, async ({
				page,
				signedInDesk,
				database,
				looksRight,
				expectStatus,
			}) => {
				for (const status of [403, 404, 422]) expectStatus(status)
				const { id: staffId } = await signedInDesk('owner')
				const scene = { ...(await makeScene(database)), staffId }
				for (const [pattern, statesOf] of Object.entries(pages)) {
					if (groupOf(pattern) !== group) continue
					for (const { path, make } of statesOf(scene)) {
						await test.step(path, async () => {
							await page.goto(path)
							await make?.(page)
							await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
							await looksRight(page)
						})
					}
				}
			})
		}
	})
}

async function makeScene(sql: Sql): Promise<Omit<Scene, 'staffId'>> {
	const [day, empty] = [await claimDay('weekend'), await claimDay('weekend')]
	const party = { day, from: '14:00', until: '16:00', lastName: FAMILY, guests: 8, cake: 'Ida, 7' }
	const { number } = await book(sql, { ...party, child: 'Ida', rest: 20_000 })
	await book(sql, { ...party, from: '14:30', until: '16:30', rest: 0 })
	const paid = await book(sql, { ...party, child: 'Ida', room: 'saturn', rest: 10_000 })
	const [till] = await sql<{ id: string }[]>`
		insert into on_site_payments (order_id, amount, method, receipt, actor)
		values (${paid.id}, 15000, 'card', '4711-0238', 'operator') returning id`
	const at = { room: 'venus', from: '11:00', until: '12:30' }
	await bookRoom(sql, { day, ...at, name: FAMILY, number: unusedNumber() })
	const unpaid = await bookUnpaid(sql, { ...party, child: 'Ida', room: 'jupiter', rest: 10_000 })
	return { day, empty, number, overpaid: paid.number, unpaid: unpaid.number, note: till?.id ?? '' }
}

function both(day: string, empty: string, page: string): State[] {
	return [{ path: `/day/${day}/${page}` }, { path: `/day/${empty}/${page}` }]
}

/** A form as it comes, and as it comes back when it is sent with nothing in it. */
function withRefusal(path: string): State[] {
	return [{ path }, { path, make: sendEmpty }]
}

/** Sends the form that is open in a booking, else the last one of the page, without a word in it. */
async function sendEmpty(page: Page) {
	const form = page
		.locator('#form form[method="post"], main:not(:has(#form)) form[method="post"]')
		.last()
	await form.evaluate((element: HTMLFormElement) => {
		element.noValidate = true
	})
	for (const field of await form
		.locator('input:is([type=text], [type=email], :not([type])), textarea')
		.all())
		await field.fill('')
	await form.locator('button:not([tabindex="-1"]):not([name="step"])').last().click()
	await expect(page.getByRole('alert').first()).toBeVisible()
}

async function addGuest(page: Page) {
	await page.locator('#form button[name="step"][value$=":1"]').first().click()
	await expect(page.locator('#compared')).toBeVisible()
}

async function chooseTime(page: Page) {
	await page.locator('#form a[href*="time="]:not([aria-current])').last().click()
	await expect(page.locator('#compared')).toBeVisible()
}

/** Waits for the button that scripts add: it makes the page longer. */
async function seePasskeyMaker(page: Page) {
	await expect(page.getByRole('button', { name: /passkey/i })).toBeVisible()
}

async function chooseShortPassword(page: Page) {
	await seePasskeyMaker(page)
	await page.locator('#newPassword').fill('kurz')
	await page.locator('button[name="do"][value="password"]').click()
	await expect(page.getByRole('alert').first()).toBeVisible()
}

async function lookFor(page: Page, words: string) {
	await page.getByRole('searchbox').fill(words)
	await page.getByRole('searchbox').press('Enter')
	await expect(page).toHaveURL('/bookings')
}

async function openFolds(page: Page) {
	for (const fold of await page.locator('main summary').all()) await fold.click()
}

async function close(page: Page) {
	await page.locator('input[name="reason"]').fill('Heizung')
	await page.locator('button[name="intent"][value="close"]').click()
	await expect(page).toHaveURL(/\/rooms$/)
}

async function bookWithoutNames(page: Page) {
	await page.locator('main button[name="take"]').first().click()
	await page.locator('button[name="intent"][value="book"]').click()
	await expect(page.getByRole('alert').first()).toBeVisible()
}
