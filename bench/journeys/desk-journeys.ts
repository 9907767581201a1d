import type { Locator, Page } from '@playwright/test'

import type { Hand } from './hand.ts'
import type { Scene } from './practice.ts'

/** A piece of work at the desk. `most`: the steps that it may take, apart from typing and ticks. */
export type DeskJourney = {
	name: string
	most: number
	walk: (page: Page, hand: Hand, scene: Scene) => Promise<void>
}

function link(page: Page, name: string | RegExp): Locator {
	return page.getByRole('main').getByRole('link', { name })
}

function button(page: Page, name: string | RegExp): Locator {
	return page.getByRole('main').getByRole('button', { name })
}

function field(page: Page, name: string | RegExp): Locator {
	return page.getByRole('main').getByRole('textbox', { name })
}

function area(page: Page, name: string): Locator {
	return page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name })
}

/** Opens the rooms of the busy day from its own page. */
async function openRooms(page: Page, hand: Hand, { busy }: Scene) {
	await hand.open(`/day/${busy}`)
	await hand.press(area(page, 'Räume'), 'r')
	await page.waitForURL(`**/day/${busy}/rooms`)
}

async function findCaller(page: Page, hand: Hand, { caller }: Scene) {
	await hand.open('/')
	await hand.write(page.getByRole('searchbox'), caller.name, { send: true, key: '/' })
	const heading = page.getByRole('heading', { level: 1 })
	await heading.waitFor()
	// One hit opens at once.
	const isFound = page.url().includes(caller.number)
	if (!isFound)
		await hand.pressIn(page.locator(`main a[href="/bookings/${caller.number}"]`), 'rows')
	await page.waitForURL(`**/bookings/${caller.number}`)
}

async function twoMore(page: Page, hand: Hand, { growing: { number, day, guests } }: Scene) {
	await hand.open(`/day/${day}`)
	await hand.pressIn(page.locator(`main a[href="/bookings/${number}"]`).first(), 'rows')
	await hand.press(link(page, /^Ändern$/))
	const counted = field(page, / Party|-Party/).first()
	const more = button(page, /Party: eins mehr$/).first()
	for (const wanted of [guests + 1, guests + 2]) {
		await hand.press(more)
		await until(page, async () => (await counted.inputValue()) === String(wanted))
	}
	await hand.skip(link(page, 'Vorher und nachher ansehen'))
	await hand.write(field(page, 'Grund'), 'zwei Kinder mehr')
	await hand.press(button(page, 'So ändern'))
	await page.getByRole('status').filter({ hasText: 'Geändert' }).waitFor()
}

async function nineOfTen(page: Page, hand: Hand, { busy, paying: { number, guests } }: Scene) {
	await hand.open(`/day/${busy}`)
	await hand.pressIn(page.locator(`main a[href^="/bookings/${number}/rest"]`).first(), 'rows')
	await hand.press(button(page, 'Gekommen: einer weniger'))
	const came = field(page, /^Gekommen/)
	await until(page, async () => (await came.inputValue()) === String(guests - 1))
	await hand.write(field(page, 'Nummer des Bons'), '4711-0238')
	await hand.press(button(page, / notieren$/))
	await page.getByRole('status').filter({ hasText: 'Noch offen: 0,00' }).waitFor()
}

async function birthdayByPhone(page: Page, hand: Hand, { free }: Scene) {
	await hand.open('/')
	await hand.press(area(page, 'Buchen'), 'n')
	const main = page.getByRole('main')
	await hand.choose(main.getByLabel('Tag', { exact: true }), free.label)
	await hand.write(field(page, /^Gäste/), '8', { send: true })
	await hand.press(
		page.getByRole('row', { name: /Kometen-Party/ }).getByRole('button', { name: /^14:00/ }),
	)
	await page.getByText(/^Gehalten bis/).waitFor()
	await hand.write(field(page, 'Vorname'), 'Sandra')
	await hand.next(field(page, 'Nachname'), 'Hofer')
	await hand.next(field(page, 'Telefon'), '0160 5550142')
	await hand.next(field(page, /^Geburtstagskind/), 'Theo')
	await hand.next(field(page, 'wird'), '8')
	await hand.write(field(page, /Mondbrocken/), '8')
	await hand.pick(page.getByRole('radio', { name: /Astronauten/ }))
	await hand.pick(page.getByRole('radio', { name: /^Alles vor Ort/ }))
	await hand.press(button(page, / buchen$/))
	await page.getByRole('heading', { name: 'Fest gebucht' }).waitFor()
}

async function blockRoom(page: Page, hand: Hand, scene: Scene) {
	await openRooms(page, hand, scene)
	const free = page.getByRole('row', { name: /^Mars/ }).getByRole('link', { name: /frei/ })
	await hand.pressIn(free.last(), 'rooms')
	await hand.press(page.locator('#free').getByRole('link', { name: 'Sperren' }))
	await hand.write(field(page, 'Grund'), 'Musikanlage defekt')
	await hand.press(button(page, 'Zeit sperren').last())
	await page
		.getByRole('status')
		.filter({ hasText: /^Gesperrt/ })
		.waitFor()
}

async function closeDay(page: Page, hand: Hand, { closing }: Scene) {
	await hand.open(`/day/${closing}`)
	await hand.press(area(page, 'Räume'), 'r')
	await hand.press(link(page, 'Tag schließen'))
	await page.getByText('betroffen: 12 Buchungen').waitFor()
	await hand.write(field(page, /^Grund/), 'Heizung ausgefallen')
	await hand.press(button(page, 'absagen, alles zurück').first())
	const cancelled = page.getByRole('radio', { name: 'absagen, alles zurück', checked: true })
	await until(page, async () => (await cancelled.count()) === 12)
	await hand.pick(page.getByRole('radio', { name: 'stehen lassen' }).first(), { isTick: true })
	await hand.pick(page.getByRole('radio', { name: 'Link zum Umbuchen' }).nth(1), { isTick: true })
	await hand.write(field(page, /^Steht über/), 'Unsere Heizung ist ausgefallen.')
	await hand.press(button(page, /schließen$/))
	await page.getByText('Dieser Tag ist geschlossen: Heizung ausgefallen').waitFor()
}

async function printSheet(page: Page, hand: Hand, { busy }: Scene) {
	await hand.open(`/day/${busy}`)
	await hand.press(link(page, 'Ablauf'), 'p')
	await page.getByRole('heading', { level: 1, name: /^Ablauf/ }).waitFor()
	if (!hand.isScripted) return hand.print()
	await hand.press(button(page, 'Drucken'), 'p')
	await until(page, () => page.evaluate(() => document.documentElement.dataset['printed'] === ''))
}

async function until(page: Page, holds: () => Promise<boolean>) {
	for (let tries = 0; tries < 1000; tries += 1) {
		if (await holds().catch(() => false)) return
		await page.waitForTimeout(20)
	}
	throw new Error(`what was awaited did not come at ${page.url()}`)
}

export const deskJourneys: DeskJourney[] = [
	{ name: "find a caller's booking by name", most: 3, walk: findCaller },
	{ name: 'two more children', most: 6, walk: twoMore },
	{ name: 'note a rest with nine of ten', most: 5, walk: nineOfTen },
	{ name: 'birthday by telephone', most: 14, walk: birthdayByPhone },
	{ name: 'block a room', most: 5, walk: blockRoom },
	{ name: 'close a day with twelve bookings', most: 8, walk: closeDay },
	{ name: 'print the sheet of the day', most: 2, walk: printSheet },
]
