import type { Locator } from '@playwright/test'

import { readVenue } from '#app/models/operator/read.server.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { addDays } from '#app/models/venue/day.ts'

import { claimOneOf } from '../days.ts'
import { givenBy } from '../given.ts'
import { bankScreen } from '../screens/bank.ts'
import { checkoutScreen } from '../screens/checkout.ts'
import { book } from './booked.ts'
import { expect, test as base } from './fixtures.ts'

// One booking at the desk, for a call: with scripts and without.
// No second try: a failure that comes once in a hundred runs is what these tests look for.
base.describe.configure({ retries: 0 })

type Booked = { number: string; bookingId: string }

const test = base.extend<{ booked: (guests?: number) => Promise<Booked> }>({
	/** Books a party at the shop in a window of its own; those who do not come to it need not pay. */
	booked: async ({ browser, shopUrl, weekend, visit, database, javaScriptEnabled }, use) => {
		const window = await browser.newContext({ baseURL: shopUrl, javaScriptEnabled })
		await use(async (guests = 10) => {
			const given = givenBy(window.request, shopUrl)
			await given.party(weekend, guests)
			await given.details()
			const at = { page: await window.newPage(), t: visit.t }
			const checkout = checkoutScreen(at)
			await checkout.openOverview()
			await checkout.acceptAndOrder()
			await bankScreen(at).pay()
			const bookingId = await checkout.bookingId()
			await database`
				update orders set policy = null, terms_version = '2026-11-26' where public_id = ${bookingId}`
			const [row] = await database<{ number: string }[]>`
				select number from orders where public_id = ${bookingId}`
			return { number: row?.number ?? '', bookingId }
		})
		await window.close()
	},
})

type Tap = { (what: Locator): Promise<void>; count: () => number }

/** Clicks, and counts the clicks. */
function tapping(): Tap {
	let taps = 0
	const tap = async (what: Locator) => {
		taps += 1
		await what.click()
	}
	return Object.assign(tap, { count: () => taps })
}

/** Claims a day within a year after a day of a weekend that costs less, as no holidays are. */
async function claimCheaperDayAfter(day: string): Promise<string> {
	const demo = await readVenue('venue')
	const calendar = demo.ok ? demo.venue.calendar : null
	const after = Array.from({ length: 365 }, (_, index) => addDays(day, index + 1))
	const isCheaper = (it: string) => {
		const opening = calendar && openingOn(calendar, it)
		return opening?.class === 'weekday' && opening.hours !== null
	}
	return claimOneOf(after.filter(isCheaper))
}

test('N155: nine of ten came, and the rest is noted in at most five steps @both', async ({
	page,
	booked,
	signedInDesk,
	looksRight,
	database,
	expectStatus,
}) => {
	expectStatus(422)
	const tap = tapping()
	const { number, bookingId } = await booked()
	await signedInDesk('counter')
	await page.goto(`/bookings/${number}`)
	await expect(page.getByRole('heading', { level: 1 })).toContainText('Byron')
	await expect(page.getByRole('link', { name: 'Verschieben' })).toHaveCount(0)
	await expect(page.getByText(/^Ändern, verschieben, stornieren: /)).toBeVisible()
	await looksRight(page)

	// The visit is ahead, so the counter notes the money alone (faults N376).
	await page.goto(`/bookings/${number}/rest`)
	await expect(page.getByLabel('Nummer des Bons')).toBeVisible()
	await expect(page.getByLabel('Gekommen von 10', { exact: true })).toHaveCount(0)
	await signedInDesk('shift')
	await page.goto(`/bookings/${number}`)
	await tap(page.getByRole('link', { name: 'Rest notieren' }))
	await tap(page.getByRole('button', { name: 'Gekommen: einer weniger' }))
	await expect(page.getByLabel('Gekommen von 10', { exact: true })).toHaveValue('9')
	await looksRight(page)
	await page.getByLabel('Nummer des Bons').fill('4711-0238')
	await tap(page.getByRole('button', { name: / für Byron notieren$/ }))
	await expect(page.getByRole('status')).toContainText('Noch offen: 0,00')
	expect(tap.count()).toBeLessThanOrEqual(5)
	await looksRight(page)

	const [order] = await database`
		select revision, (select string_agg(receipt, ',') from on_site_payments where order_id = orders.id) as receipts
		from orders where public_id = ${bookingId}`
	expect(order).toMatchObject({ revision: 2, receipts: '4711-0238' })

	await page.getByRole('link', { name: /^Zurücknehmen/ }).click()
	const undo = page.getByRole('button', { name: /zurücknehmen$/ })
	await undo.click()
	await expect(page.getByRole('alert')).toContainText('Der Grund fehlt')
	await page.getByLabel('Grund').fill('falsches Kind')
	await undo.click()
	await expect(page.getByRole('status')).toContainText('Zurückgenommen')
	await expect(page.getByText(/Notiz zurückgenommen: .* – falsches Kind/)).toBeVisible()
})

test('N332: a code that is mistyped leaves the guests as they were booked; typed again, both are noted', async ({
	page,
	booked,
	signedInDesk,
	database,
	expectStatus,
}) => {
	expectStatus(422)
	const { number, bookingId } = await booked()
	await signedInDesk('shift')
	await page.goto(`/bookings/${number}/rest`)
	await page.getByRole('button', { name: 'Gekommen: einer weniger' }).click()
	await expect(page.getByLabel('Gekommen von 10', { exact: true })).toHaveValue('9')
	await page.getByLabel('Nummer des Bons').fill('4711-0300')
	await page.getByLabel('Karte', { exact: true }).fill('')
	await page.getByLabel('Gutschein', { exact: true }).fill('5')
	await page.getByLabel('Code des Gutscheins').fill('VERTIPPT')
	const note = page.getByRole('button', { name: / für Byron notieren$/ })
	await note.click()
	await expect(page.getByRole('alert')).toContainText('Gutschein')
	await expect(page.getByLabel('Gekommen von 10', { exact: true })).toHaveValue('9')
	const revision = async () => {
		const [row] = await database`select revision from orders where public_id = ${bookingId}`
		return row?.['revision']
	}
	expect(await revision()).toBe(1)

	await page.getByLabel('Gutschein', { exact: true }).fill('')
	await page.getByLabel('Code des Gutscheins').fill('')
	await page.getByLabel('Bar', { exact: true }).fill('5')
	await note.click()
	await expect(page.getByRole('status')).toContainText('Notiert')
	expect(await revision()).toBe(2)
})

test('N333: a headcount that leaves nothing to pay is noted without an amount', async ({
	page,
	booked,
	signedInDesk,
	looksRight,
	database,
}) => {
	const { number, bookingId } = await booked()
	await signedInDesk('shift')
	await page.goto(`/bookings/${number}/rest`)
	const came = page.getByLabel('Gekommen von 10', { exact: true })
	const card = page.getByLabel('Karte', { exact: true })
	await page.getByRole('button', { name: 'Gekommen: einer weniger' }).click()
	await expect(came).toHaveValue('9')
	const forNine = await card.inputValue()
	await page.getByRole('button', { name: 'Gekommen: einer mehr' }).click()
	await expect(came).toHaveValue('10')
	await card.fill(forNine)
	await page.getByLabel('Nummer des Bons').fill('4711-0301')
	await page.getByRole('button', { name: / für Byron notieren$/ }).click()
	await expect(page.getByRole('status')).toContainText('Notiert')

	await page.getByRole('link', { name: 'Rest notieren' }).click()
	await page.getByRole('button', { name: 'Gekommen: einer weniger' }).click()
	const count = page.getByRole('button', { name: '9 Gäste für Byron notieren' })
	await expect(count).toBeVisible()
	await looksRight(page)
	await count.click()
	await expect(page.getByRole('status')).toContainText('Noch offen: 0,00')
	const [row] = await database`
		select revision, (select count(*)::int from on_site_payments where order_id = orders.id) as notes
		from orders where public_id = ${bookingId}`
	expect(row).toEqual({ revision: 2, notes: 1 })
})

test('L3: two take the same rest: the second reads who did and when, and keeps what was typed', async ({
	page,
	context,
	booked,
	signedInDesk,
	expectStatus,
}) => {
	expectStatus(422)
	const { number } = await booked()
	await signedInDesk('counter')
	await page.goto(`/bookings/${number}/rest`)
	const other = await context.newPage()
	await other.goto(`/bookings/${number}/rest`)
	await other.getByLabel('Nummer des Bons').fill('A-1')
	await other.getByRole('button', { name: / für Byron notieren$/ }).click()
	await expect(other.getByRole('status')).toContainText('Noch offen: 0,00')

	await page.getByLabel('Nummer des Bons').fill('B-2')
	await page.getByRole('button', { name: / für Byron notieren$/ }).click()
	await expect(page.getByRole('alert')).toContainText('Inzwischen ist der Rest ein anderer')
	await expect(page.getByRole('alert')).toContainText('Emilia Empfang')
	await expect(page.getByRole('alert')).toContainText('Bon A-1')
	await expect(page.getByLabel('Nummer des Bons')).toHaveValue('B-2')
})

test('N156: two more children in at most six steps, before beside after', async ({
	page,
	booked,
	signedInDesk,
	looksRight,
	database,
}) => {
	const tap = tapping()
	const { number, bookingId } = await booked(8)
	await signedInDesk('shift')
	await page.goto(`/bookings/${number}`)
	await tap(page.getByRole('link', { name: 'Ändern', exact: true }))
	const more = page.getByRole('button', { name: 'Kometen-Party: eins mehr' })
	await tap(more)
	await expect(page.getByRole('textbox', { name: /^Kometen-Party/ })).toHaveValue('9')
	await tap(more)
	await expect(page.getByRole('textbox', { name: /^Kometen-Party/ })).toHaveValue('10')
	await expect(page.getByRole('table', { name: 'Vorher und nachher' })).toBeVisible()
	await looksRight(page)
	await page.getByLabel('Grund').fill('zwei Kinder mehr')
	await tap(page.getByRole('button', { name: 'So ändern' }))
	await expect(page.getByRole('status')).toContainText('Geändert')
	expect(tap.count()).toBeLessThanOrEqual(6)
	const [order] = await database`
		select (select quantity from order_lines where order_id = orders.id and product_id = 'kometen-party'),
			(select actor from order_revisions where order_id = orders.id and number = 2)
		from orders where public_id = ${bookingId}`
	expect(order?.['quantity']).toBe(10)
	expect(order?.['actor']).toMatch(/^staff:/)
})

test('N157: a booking is moved, noted for colleagues and cancelled by the terms with a reason', async ({
	page,
	booked,
	signedInDesk,
	looksRight,
	expectStatus,
}) => {
	expectStatus(422)
	const { number } = await booked(8)
	await signedInDesk('owner')
	await page.goto(`/bookings/${number}/move`)
	await looksRight(page)
	await page.locator('main a[href*="time="]:not([aria-current])').last().click()
	await page.getByLabel('Grund').fill('Oma kommt später')
	await page.getByRole('button', { name: 'So verschieben' }).click()
	await expect(page.getByRole('status')).toContainText('Verschoben')

	await page.getByRole('link', { name: 'Notiz', exact: true }).click()
	await page.getByRole('textbox', { name: 'Neue Notiz' }).fill('bringt Sekt mit')
	await page.getByRole('button', { name: 'Notiz festhalten' }).click()
	await expect(page.getByText('bringt Sekt mit')).toBeVisible()

	await page.getByRole('link', { name: 'Stornieren' }).click()
	await looksRight(page)
	await page.getByLabel('Grund').fill('Kind krank')
	await page.locator('#own').fill('10')
	await page.getByRole('button', { name: /stornieren$/ }).click()
	await expect(page.getByRole('alert')).toContainText('eingetragen, aber nicht gewählt')
	await looksRight(page)
	await page.locator('#own').fill('')
	await page.getByRole('button', { name: /stornieren$/ }).click()
	await expect(page.getByRole('status')).toContainText('Storniert')
	await expect(page.getByText(/^storniert.* – Kind krank/)).toBeVisible()
	await expect(page.getByRole('link', { name: 'Ändern', exact: true })).toHaveCount(0)
	await looksRight(page)
})

test('N190: the agreed price stays with a reason, and the history says from which day to which', async ({
	page,
	booked,
	weekend,
	signedInDesk,
	looksRight,
	database,
}) => {
	const { number, bookingId } = await booked(8)
	const totalOf = async () => {
		const [row] = await database`select total, revision from orders where public_id = ${bookingId}`
		return row
	}
	const before = await totalOf()
	await signedInDesk('shift')
	await page.goto(`/bookings/${number}/move?day=${await claimCheaperDayAfter(weekend)}`)
	await page.locator('main a[href*="time="]').first().click()
	const prices = page.getByRole('group', { name: 'Am neuen Tag gilt ein anderer Preis' })
	const chosen = prices.getByRole('button', { pressed: true })
	// The terms of this booking keep the price of a move.
	await expect(chosen).toContainText('Alter Preis bleibt')
	await looksRight(page)
	await prices.getByRole('button', { name: /^Preis am neuen Tag/ }).click()
	await expect(chosen).toContainText('Preis am neuen Tag')
	await expect(page.getByText(/^Zum Vorlesen: Byron: .+ weniger als bisher/)).toBeVisible()
	await prices.getByRole('button', { name: /^Alter Preis bleibt/ }).click()
	await expect(chosen).toContainText('Alter Preis bleibt')
	await expect(page.getByText(/^Zum Vorlesen: Byron: /)).toBeVisible()
	await page.getByLabel('Grund').fill('aus Kulanz')
	await page.getByRole('button', { name: 'So verschieben' }).click()
	await expect(page.getByRole('status')).toContainText('Verschoben')
	expect(await totalOf()).toEqual({ ...before, revision: 2 })
	await expect(page.getByText(/^verschoben: .+ → .+ – aus Kulanz/)).toBeVisible()
})

test('N191: the child’s name, the age and a wish are changed, and the letter and the history say so', async ({
	page,
	booked,
	signedInDesk,
	looksRight,
	expectStatus,
}) => {
	expectStatus(422)
	const { number } = await booked(8)
	await signedInDesk('shift')
	await page.goto(`/bookings/${number}/change`)
	await page.getByText('Angaben zur Feier', { exact: false }).click()
	const child = page.getByLabel('Geburtstagskind, Firma oder Gruppe')
	await child.fill('')
	await page.getByRole('button', { name: 'Ansehen' }).click()
	await expect(page.getByRole('alert')).toContainText('Es fehlt, wer feiert')
	await looksRight(page)
	await child.fill('Ada')
	await page.getByLabel('wird', { exact: true }).fill('7')
	await page.getByLabel('Allergien, Wünsche').fill('keine Nüsse')
	await page.getByRole('button', { name: 'Ansehen' }).click()
	const table = page.getByRole('table', { name: 'Vorher und nachher' })
	await expect(table.getByRole('row', { name: /Byron Ada$/ })).toBeVisible()
	await expect(table.getByRole('row', { name: /^wird – 7$/ })).toBeVisible()
	await page.getByRole('button', { name: 'So ändern' }).click()
	await expect(page.getByRole('alert')).toContainText('Der Grund fehlt')
	await page.getByLabel('Grund').fill('Name war falsch')
	await page.getByRole('button', { name: 'So ändern' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada')
	await expect(page.getByText('keine Nüsse')).toBeVisible()
	await expect(page.getByText('Angaben zur Feier geändert – Name war falsch')).toBeVisible()
})

test('N197: where no room is free for one more child, the page leads to times that are, and keeps what was typed', async ({
	page,
	booked,
	weekend,
	signedInDesk,
	looksRight,
	database,
}) => {
	const { number, bookingId } = await booked(8)
	const [taken] = await database<{ from: string; until: string }[]>`
		select to_char(lower(blocked) at time zone 'Europe/Berlin', 'HH24:MI') as from,
			to_char(upper(blocked) at time zone 'Europe/Berlin', 'HH24:MI') as until
		from allocations where resource_id = 'mercury' and state = 'confirmed'
			and order_id = (select id from orders where public_id = ${bookingId})`
	for (const room of ['venus', 'mars', 'saturn', 'jupiter']) {
		const { from = '', until = '' } = taken ?? {}
		const other = { day: weekend, lastName: 'Nebenan', child: 'Nora', guests: 6, rest: 0 }
		await book(database, { ...other, room, from, until })
	}
	await signedInDesk('shift')
	await page.goto(`/bookings/${number}/change`)
	await page.getByRole('button', { name: 'Kometen-Party: eins mehr' }).click()
	await expect(page.getByRole('alert')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Räume an diesem Tag ansehen' })).toBeVisible()
	await looksRight(page)
	const sameDay = page.getByRole('group', { name: 'Frei am selben Tag' })
	await sameDay.getByRole('button').first().click()
	await expect(page.getByText(/^Neuer Termin: /)).toBeVisible()
	await expect(page.getByRole('textbox', { name: /^Kometen-Party/ })).toHaveValue('9')
	await looksRight(page)
	await page.getByLabel('Grund').fill('ein Kind mehr')
	await page.getByRole('button', { name: 'So verschieben' }).click()
	await expect(page.getByRole('status')).toContainText('Verschoben')
	await expect(
		page.getByText(/^verschoben: Uhrzeit .+ Kometen-Party 8 → 9; .+ein Kind mehr/),
	).toBeVisible()
	const [order] = await database`select day::text from orders where public_id = ${bookingId}`
	expect(order?.['day']).toBe(weekend)
})

test('N198: the till took more than is due, and what it gives back is noted with its receipt, once', async ({
	page,
	booked,
	signedInDesk,
	looksRight,
	expectStatus,
}) => {
	expectStatus(422)
	const { number } = await booked(8)
	await signedInDesk('shift')
	await page.goto(`/bookings/${number}/rest`)
	await page.getByLabel('Nummer des Bons').fill('K-1')
	await page.getByRole('button', { name: / für Byron notieren$/ }).click()
	await expect(page.getByRole('status')).toContainText('Noch offen: 0,00')
	await page.getByRole('link', { name: 'Stornieren' }).click()
	await page.getByRole('radio', { name: /^Alles/ }).check()
	await page.getByLabel('Grund').fill('die Heizung ist ausgefallen')
	await page.getByRole('button', { name: /stornieren$/ }).click()
	await expect(page.getByText('Die Kasse hat 145,04 € zu viel').first()).toBeVisible()

	await page.getByRole('link', { name: 'Zurückgeben' }).click()
	await looksRight(page)
	const note = page.getByRole('button', { name: 'Rückgabe an Byron notieren' })
	await note.click()
	await expect(page.getByRole('alert')).toContainText('Die Nummer des Bons fehlt')
	await page.getByLabel('Betrag').fill('200')
	await page.getByLabel('Nummer des Bons').fill('K-2')
	await note.click()
	await expect(page.getByRole('alert')).toContainText('nicht so viel zu viel')
	await looksRight(page)
	await page.getByLabel('Betrag').fill('145,04')
	await note.click()
	await expect(page.getByRole('status')).toContainText('Noch zurückzugeben: 0,00')
	await expect(page.getByText(/zurückgegeben, Bon K-2/)).toBeVisible()
	await expect(page.getByRole('link', { name: 'Zurückgeben' })).toHaveCount(0)
	await looksRight(page)
})

test('N199: no paper, no letter and no address are said to be what they are not', async ({
	page,
	booked,
	signedInDesk,
	looksRight,
	database,
	expectStatus,
}) => {
	expectStatus(404)
	const { number, bookingId } = await booked(8)
	await signedInDesk('shift')
	await page.goto(`/bookings/${number}`)
	const download = page.waitForEvent('download')
	await page.getByRole('link', { name: /^Anzahlungsrechnung / }).click()
	expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
	await page.goto(`/bookings/${number}/papers/nothing.pdf`)
	await expect(page.getByText('Diesen Beleg gibt es nicht')).toBeVisible()
	await looksRight(page)

	await page.goto(`/bookings/${number}`)
	await page.getByText('Andere Adresse').click()
	await page.getByLabel('E-Mail-Adresse').fill('richtig@example.com')
	await page.getByRole('button', { name: 'Adresse berichtigen' }).click()
	await expect(page.getByRole('status')).toContainText('Die Adresse ist berichtigt')
	await expect(page.getByText('an richtig@example.com')).toBeVisible()
	await expect(page.getByText('Name oder E-Mail-Adresse berichtigt')).toBeVisible()
	const again = page.getByRole('button', { name: 'noch einmal senden: Bestätigung' })
	await expect(async () => {
		await page.reload()
		await expect(again).toBeVisible({ timeout: 1000 })
	}).toPass()
	await again.click()
	await expect(page.getByRole('status')).toContainText('geht noch einmal hinaus')
	await expect(page.getByText('eine Mail noch einmal gesendet')).toBeVisible()

	await database`update orders set state = 'completed' where public_id = ${bookingId}`
	await page.goto(`/bookings/${number}/email`)
	await expect(page.getByText('bleibt die Adresse, wie sie ist')).toBeVisible()
	await looksRight(page)
})
