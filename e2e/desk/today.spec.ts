import type { Page } from '@playwright/test'

import { claimDay, longDay } from '../days.ts'
import { book } from './booked.ts'
import { expect, test } from './fixtures.ts'

/** The value of a figure. */
function figure(page: Page, name: string) {
	const group = page.locator('dl > div', { has: page.locator('dt', { hasText: name }) })
	return group.locator('dd').first()
}

test('N130: the figures of a day agree with its rows, and the strip with both', async ({
	page,
	signedInDesk,
	database,
	looksRight,
}) => {
	const day = await claimDay('weekend')
	const party = { day, from: '14:00', until: '16:00', child: 'Frieda', lastName: 'Sommer' }
	await book(database, { ...party, guests: 12, rest: 39_264, cake: 'Frieda, 11' })
	await book(database, { ...party, child: 'Noah', room: 'venus', guests: 6, rest: 0 })
	const tickets = { day, from: '14:30', until: '16:30', lastName: 'Albrecht' }
	await book(database, { ...tickets, guests: 3, rest: 1230, title: 'Erwachsenenticket' })
	await signedInDesk('counter')
	await page.goto(`/day/${day}`)

	await expect(page.getByRole('heading', { level: 1 })).toHaveText(longDay(day))
	await expect(figure(page, 'Gäste')).toHaveText('21')
	await expect(figure(page, 'Partys')).toHaveText('2')
	await expect(figure(page, 'Rest zu kassieren')).toHaveText('404,94 €')
	const current = page.getByRole('navigation', { name: 'Tage' }).locator('[aria-current="date"]')
	await expect(current).toContainText('2 P · 21 G')
	const rows = page.getByRole('table', { name: /Partys, die/ }).getByRole('row')
	await expect(rows).toHaveCount(3)
	const frieda = rows.filter({ hasText: 'Frieda, 11' })
	await expect(frieda).toContainText('Kometen-Party · Katharina Sommer')
	await expect(frieda).toContainText('Mars 14:00–16:00')
	await expect(frieda).toContainText('2 Pizza-Planet')
	await expect(frieda.getByRole('link', { name: /Rest 392,64 €/ })).toBeVisible()
	await expect(rows.filter({ hasText: 'Noah' })).toContainText('bezahlt')
	await expect(page.getByRole('table', { name: 'Küche nach Zeit' })).toContainText('4')
	await looksRight(page)

	// No step lies beyond the edge of its panel on a telephone.
	await page.setViewportSize({ width: 360, height: 768 })
	await page.getByText(/^1 Buchung später/).click()
	const step = page.getByRole('link', { name: /Rest 12,30 €/ })
	await step.scrollIntoViewIfNeeded()
	await expect(step).toBeInViewport({ ratio: 1 })
})

test('N132: changes since the morning that one person has read stay for the others', async ({
	page,
	browser,
	baseURL,
	signedInDesk,
	database,
}) => {
	const day = await claimDay('any')
	const booked = { day, from: '14:30', until: '16:30', lastName: 'Demir', guests: 2, rest: 0 }
	const { id } = await book(database, booked)
	await database`
		insert into order_events (order_id, who, what)
		values (${id}, 'visitor', 'placed'), (${id}, 'shop', 'confirmed')`
	await signedInDesk('shift')
	const other = await browser.newContext({ ...(baseURL && { baseURL }) })
	await signedInDesk('counter', other)
	const colleague = await other.newPage()
	await page.goto(`/day/${day}`)
	const summary = page.getByText(/1 Änderung seit/)
	await expect(summary).toContainText('Demir, 14:30: neu')
	await summary.click()
	await expect(page.getByText('von der Kundschaft')).toBeVisible()
	await page.getByRole('button', { name: 'Gelesen, ausblenden' }).click()
	await expect(summary).toHaveCount(0)
	await expect(page).toHaveURL(`/day/${day}`)
	await colleague.goto(`/day/${day}`)
	await expect(colleague.getByText(/1 (Änderung|change) /)).toBeVisible()
	await other.close()
})

test('N134: a caller is found by name, child and telephone, in three steps at most', async ({
	page,
	signedInDesk,
	database,
	looksRight,
	expectStatus,
}) => {
	// A booking's own page is no part of this.
	expectStatus(404)
	const day = await claimDay('weekend')
	const family = `Sömmer${Date.now().toString(36).replaceAll(/\d/g, 'q')}`
	const party = { day, lastName: family, from: '14:00', until: '16:00', guests: 8, rest: 100 }
	const phone = '0171 98 76 5 43'
	const { number } = await book(database, { ...party, phone, child: 'Ottilie' })
	await book(database, { ...party, firstName: 'Peter', lastName: `${family}-Groß` })
	await signedInDesk('counter')
	await page.goto('/')
	const search = page.getByRole('searchbox')
	const look = async (words: string) => {
		await search.fill(words)
		await search.press('Enter')
	}

	// Two of one name: a list, whose first hit is a link over its row.
	await look(family.replace('ö', 'oe').toUpperCase())
	await expect(page.getByRole('heading', { level: 1 })).toContainText('2 Treffer')
	await expect(page).toHaveURL('/bookings')
	await expect(page.getByRole('link', { name: 'Ottilie' })).toHaveAttribute(
		'href',
		`/bookings/${number}`,
	)
	await looksRight(page)

	// A hit found alone opens at once; its address has a number and no name.
	await look(`ottilie ${family}`)
	await expect(page).toHaveURL(`/bookings/${number}`)
	await page.goto(`/bookings?number=${number}`)
	await expect(page).toHaveURL(`/bookings/${number}`)

	await page.goto('/')
	await look(family.slice(0, -1) + 'zz')
	await expect(page.getByRole('heading', { level: 1 })).toContainText('Nichts gefunden')
})

test('N135: the sheet is printed in two steps, on one page, and names no telephone or mail', async ({
	page,
	signedInDesk,
	database,
	looksRight,
}) => {
	const day = await claimDay('weekend')
	const party = { day, from: '14:00', until: '16:00', child: 'Ida Moser', lastName: 'Moser' }
	await book(database, { ...party, phone: '0171 5550142', guests: 6, rest: 10_878, cake: 'Ida 5' })
	await book(database, { day, from: '14:30', until: '17:00', lastName: 'Weiß', guests: 2, rest: 0 })
	await signedInDesk('counter')
	await page.goto(`/day/${day}`)
	await page.getByRole('link', { name: 'Ablauf' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ablauf ${longDay(day)}`)
	const main = page.getByRole('main')
	await expect(main).toContainText('Ida Moser, 5')
	await expect(main).toContainText('108,78 €')
	await expect(main).toContainText('Weiß 2')
	const html = await page.content()
	expect(html).not.toContain('5550142')
	expect(html).not.toContain('@example.com')
	await looksRight(page)

	await page.emulateMedia({ media: 'print' })
	await expect(page.getByRole('searchbox')).toBeHidden()
	await expect(page.getByRole('link', { name: 'Zurück zum Tag' })).toBeHidden()
	expect(await pagesOf(page)).toBe(1)
	await page.emulateMedia({ media: null })

	await page.goto(`/day/${day}/signs`)
	await expect(main.getByRole('heading', { level: 2 })).toHaveText('Ida wird 5')
	await expect(main).toContainText('Partyraum Mars')
	await expect(main).not.toContainText('Moser')
	await looksRight(page)
	expect(await pagesOf(page)).toBe(1)
	// A line over the page, such as that of a shop for practice, takes no page of its own (N204).
	await page.evaluate(() => document.querySelector('main')?.before('Zum Üben'))
	expect(await pagesOf(page)).toBe(1)
})

test('N136: a day is run by keyboard: rows, days, sheet and back @javascript', async ({
	page,
	signedInDesk,
	database,
}) => {
	const day = await claimDay('weekend')
	const party = { day, from: '14:00', until: '16:00', lastName: 'Kaya', guests: 6, rest: 100 }
	await book(database, { ...party, child: 'Mia' })
	await book(database, { ...party, child: 'Ben', room: 'venus' })
	await signedInDesk('counter')
	await page.goto(`/day/${day}`)
	const links = page.getByRole('table', { name: /Partys, die/ }).getByRole('link')
	const heading = page.getByRole('heading', { level: 1 })
	const named = await heading.innerText()
	// Keys work as soon as the scripts have come.
	await expect(async () => {
		await page.keyboard.press('j')
		await expect(links.first()).toBeFocused({ timeout: 1000 })
	}).toPass()
	await page.keyboard.press('j')
	await expect(page.locator(':focus')).toHaveAttribute('href', /\/bookings\//)
	await page.keyboard.press('p')
	await expect(page).toHaveURL(`/day/${day}/sheet`)
	await expect(heading).toHaveText(/^Ablauf/)
	await page.keyboard.press('Escape')
	// The address changes before the page does, and a key presses a link of the page.
	await expect(page).toHaveURL(`/day/${day}`)
	await expect(heading).toHaveText(named)
	await expect(page.getByRole('link', { name: 'Ablauf' })).toBeVisible()
	await page.keyboard.press('ArrowRight')
	await expect(heading).not.toHaveText(named)
	await page.keyboard.press('ArrowLeft')
	await expect(page).toHaveURL(`/day/${day}`)
	await expect(heading).toHaveText(named)
	// The rooms of the day that is shown (N202).
	await page.keyboard.press('r')
	await expect(page).toHaveURL(`/day/${day}/rooms`)
	await expect(page.getByRole('table', { name: /Räume/ })).toBeVisible()
	await page.keyboard.press('t')
	await expect(page).toHaveURL('/')
})

test('an address that is no day is not found, and words in an address find nothing', async ({
	page,
	signedInDesk,
}) => {
	await signedInDesk('counter')
	for (const path of ['/day/2026-02-30', '/day/heute', '/day/2026-02-30/sheet'])
		expect((await page.request.get(path)).status(), path).toBe(404)
	const answer = await page.goto('/bookings?number=Sommer')
	expect(answer?.status()).toBe(200)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wonach suchen Sie?')
})

/** The number of pages that a page takes on paper. */
async function pagesOf(page: Page): Promise<number> {
	const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
	return pdf.match(/\/Type \/Page\b/g)?.length ?? 0
}
