import type { Locator, Page } from '@playwright/test'

import { addDays, claimWeekends } from '../../e2e/days.ts'
import { givenBy } from '../../e2e/given.ts'
import { codeIn, openOutbox } from '../../e2e/outbox.ts'
import type { Walker } from './walker.ts'

/**
 * The depths at which the button that keeps a choice and the one that orders end, in screens from the top of the page.
 */
export type Depths = { screens?: number; overview?: number }

/** `limits`: the most that a journey may need. */
export type Journey = {
	name: string
	limits: { taps?: number; tapsScripted?: number; scrolled?: number; stops?: number } & Depths
	walk: (page: Page, walker: Walker) => Promise<Depths>
}

const ada = {
	Nachname: 'Lovelace',
	'E-Mail': 'ada@example.org',
	'E-Mail wiederholen': 'ada@example.org',
	'Straße und Hausnummer': 'Sternweg 1',
	PLZ: '80331',
	Ort: 'München',
}

/** Returns the first open day after today in the list of days, or the one so many open days later. */
function nextOpenDay(page: Page, later = 0): Locator {
	const days = page.getByRole('list', { name: 'Die nächsten Tage' }).getByRole('link')
	return days.filter({ hasText: '€' }).nth(1 + later)
}

function field(page: Page, name: string): Locator {
	return page.getByRole('textbox', { name, exact: true })
}

function button(page: Page, name: string): Locator {
	return page.getByRole('button', { name, exact: true })
}

/** Types name and address: browsers fill them in on most phones; here all of it is typed. */
async function tellAddress(page: Page, walker: Walker, first: Locator, name: string) {
	await walker.type(first, name)
	const rest = Object.entries(ada)
	for (const [label, text] of rest) await walker.typeNext(field(page, label), text)
}

/** Orders; returns the depth at which the order button ends. */
async function order(page: Page, walker: Walker): Promise<number> {
	const submit = button(page, 'zahlungspflichtig bestellen')
	await submit.waitFor({ state: 'visible' })
	const overview = await walker.screensUntil(submit)
	await walker.tap(page.getByRole('radio', { name: /Stripe|Karte/ }).first())
	await walker.tap(page.getByRole('checkbox', { name: /AGB|Geschäftsbedingungen/ }))
	await walker.tap(submit)
	return overview
}

/** Returns the link 'Zur Kasse', on the bar where there is one, else in the panel. */
function toCheckout(page: Page): Locator {
	return page
		.getByRole('region', { name: 'Warenkorb in Kürze' })
		.getByRole('link', { name: 'Zur Kasse' })
}

async function birthday(page: Page, walker: Walker) {
	const isScripted = await page.evaluate(() => matchMedia('(scripting: enabled)').matches)
	await walker.open('/')
	await walker.tap(page.getByRole('link', { name: /Geburtstag feiern/ }))
	await walker.tap(page.getByRole('link', { name: 'Kometen-Party', exact: true }))
	await walker.type(page.getByRole('spinbutton', { name: 'Gäste' }), '10', {
		last: !isScripted,
		itself: isScripted,
	})
	await walker.tap(nextOpenDay(page))
	await walker.tap(page.getByRole('button', { name: /^1\d:\d\d–/ }).first())
	await walker.tap(page.getByRole('button', { name: /^Für alle: Menü/ }).first())
	await walker.tap(page.getByRole('radio', { name: /^Motto/ }).first(), { itself: isScripted })
	await walker.tap(button(page, 'Raketentorte: eins mehr'), { itself: isScripted })
	const save = button(page, 'Auswahl übernehmen')
	const screens = await walker.screensUntil(save)
	if (!isScripted) await walker.tap(save)
	await walker.type(page.getByRole('textbox', { name: 'Gutscheincode' }), 'KOMET10', {
		last: true,
	})
	await walker.tap(toCheckout(page))
	await walker.tap(page.getByRole('link', { name: 'Als Gast bestellen' }))
	await walker.type(page.getByRole('textbox', { name: /Geburtstagskind/ }), 'Grace')
	await walker.typeNext(field(page, 'Vorname'), 'Ada')
	for (const [label, text] of Object.entries(ada)) await walker.typeNext(field(page, label), text)
	await walker.tap(button(page, 'Weiter zur Übersicht'))
	return { screens, overview: await order(page, walker) }
}

/** Puts two tickets into the cart; returns how far down the button ends that does so. */
async function reserve(page: Page, walker: Walker): Promise<number> {
	await walker.open('/?kind=play')
	await walker.tap(nextOpenDay(page))
	await walker.tap(page.getByRole('link', { name: /^1[4-6]:\d\d/ }).first())
	await walker.type(page.getByRole('spinbutton', { name: 'Kinderticket' }), '1')
	const save = page.getByRole('button', { name: /reservieren ·|^In den Warenkorb/ })
	const screens = await walker.screensUntil(save)
	await walker.tap(save)
	return screens
}

async function tickets(page: Page, walker: Walker) {
	const screens = await reserve(page, walker)
	await walker.tap(toCheckout(page))
	await walker.tap(page.getByRole('link', { name: 'Als Gast bestellen' }))
	await tellAddress(page, walker, field(page, 'Vorname'), 'Ada')
	await walker.tap(button(page, 'Weiter zur Übersicht'))
	return { screens }
}

async function anotherDay(page: Page, walker: Walker) {
	await reserve(page, walker)
	walker.begin()
	const cart = page.getByRole('region', { name: 'Warenkorb', exact: true })
	const day = await cart.getByText(/^\p{L}+, \d+\. /u).innerText()
	await walker.tap(nextOpenDay(page, 1))
	await walker.tap(page.getByRole('button', { name: /mitnehmen/ }))
	await cart.getByText(day).waitFor({ state: 'detached' })
	await toCheckout(page).waitFor()
	return {}
}

/** Moves the keyboard past the head of a new document; where scripts run, a page begins at its content by itself. */
async function toContent(page: Page, walker: Walker) {
	const isScripted = await page.evaluate(() => matchMedia('(scripting: enabled)').matches)
	if (isScripted && walker.effort.stops > 0) return
	await walker.stopAt(page.getByRole('link', { name: 'Zum Inhalt springen' }))
}

async function byKeyboard(page: Page, walker: Walker) {
	await walker.open('/?kind=play')
	await toContent(page, walker)
	await walker.stopAt(nextOpenDay(page))
	await walker.stopAt(page.getByRole('link', { name: /^1\d:\d\d/ }).first())
	await walker.stopAt(page.getByRole('spinbutton', { name: 'Kinderticket' }), null)
	await walker.write('1')
	await page.keyboard.press('Enter')
	await page.getByRole('list', { name: 'Einträge im Warenkorb' }).waitFor()
	await walker.stopAt(page.getByRole('link', { name: 'Zur Kasse' }))
	await toContent(page, walker)
	await walker.stopAt(page.getByRole('link', { name: 'Als Gast bestellen' }))
	await toContent(page, walker)
	for (const [label, text] of Object.entries({ Vorname: 'Ada', ...ada })) {
		await walker.stopAt(field(page, label), null)
		await walker.write(text)
	}
	await page.keyboard.press('Enter')
	await page.waitForURL(/overview/)
	await toContent(page, walker)
	await walker.stopAt(page.getByRole('radio').first(), 'Space')
	await walker.stopAt(page.getByRole('checkbox', { name: /AGB|Geschäftsbedingungen/ }), 'Space')
	await walker.stopAt(button(page, 'zahlungspflichtig bestellen'))
	return {}
}

/** Books two tickets, then pays what is left from the booking's page, at the pretend provider. */
async function restOnline(page: Page, walker: Walker) {
	await tickets(page, walker)
	await order(page, walker)
	await walker.tap(button(page, 'Bezahlen'))
	const toRest = page.getByRole('link', { name: 'Rest jetzt bezahlen', exact: true })
	await toRest.waitFor()
	walker.begin()
	await walker.tap(toRest)
	await walker.tap(page.getByRole('radio', { name: /Stripe|Karte/ }).first())
	await walker.tap(button(page, 'zahlungspflichtig bestellen'))
	await walker.tap(button(page, 'Bezahlen'))
	await page.getByRole('heading', { level: 1, name: 'Der Rest ist bezahlt' }).waitFor()
	return {}
}

/** Books a party for eight, pays its deposit, and opens its page in another browser by the key of its letter. */
async function openOwnPage(page: Page, walker: Walker) {
	const day = await claimWeekends(1)
	await walker.open('/')
	const given = givenBy(page.context().request, new URL(page.url()).origin)
	await given.party(day)
	await given.details()
	await walker.open('/checkout/overview')
	await order(page, walker)
	await walker.tap(button(page, 'Bezahlen'))
	await page.waitForURL(/\/checkout\/success\/(?!stripe|paypal)/)
	const bookingId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
	const { text } = await openOutbox().confirmationOf(bookingId)
	await page.context().clearCookies()
	await walker.open(/\/booking\/[\w-]{43}/.exec(text)?.[0] ?? '')
	await walker.tap(button(page, 'Zur Buchung'))
	await page.waitForURL(`**/booking/${bookingId}`)
	walker.begin()
	return { bookingId, day }
}

async function twoMoreGuests(page: Page, walker: Walker) {
	const isScripted = await page.evaluate(() => matchMedia('(scripting: enabled)').matches)
	await openOwnPage(page, walker)
	await walker.tap(page.getByRole('link', { name: /^Gäste und Essen ändern/ }))
	for (const counted of ['Wie viele Gäste?', 'Menü Spaghettinebel']) {
		for (const wanted of ['9', '10']) {
			await walker.tap(button(page, `${counted}: eins mehr`), { itself: isScripted })
			const number = page.getByRole('spinbutton', { name: counted, exact: true })
			if ((await number.inputValue()) !== wanted) throw new Error(`${counted}: not ${wanted}`)
		}
	}
	await walker.tap(button(page, 'Änderung prüfen'), { another: true })
	await walker.tap(button(page, 'zahlungspflichtig bestellen'))
	await page.getByText('Ihre Änderung ist notiert').waitFor()
	return {}
}

async function movedByWeek(page: Page, walker: Walker) {
	const { day } = await openOwnPage(page, walker)
	await walker.tap(page.getByRole('link', { name: /^Umbuchen/ }))
	await walker.tap(page.locator(`a[href*='day=${addDays(day, 7)}'][href*='#times']`))
	await walker.tap(page.getByRole('link', { name: /^14:00/ }))
	await walker.tap(button(page, 'Kostenfrei umbuchen'))
	await page.getByText('Umgebucht', { exact: true }).waitFor()
	return {}
}

/** The taps begin at the booking's page; to type the code of the mail is one. */
async function cancelled(page: Page, walker: Walker) {
	const { bookingId } = await openOwnPage(page, walker)
	await walker.tap(page.getByRole('link', { name: /^Stornieren/ }))
	await walker.tap(button(page, 'Weiter: Stornierung prüfen'))
	await walker.tap(button(page, 'Code schicken'), { another: true })
	const letter = await openOutbox().bookingLetterOf(bookingId, 'code')
	await walker.type(field(page, 'Code aus der E-Mail'), codeIn(letter))
	await walker.tap(button(page, 'Weiter'))
	await walker.tap(button(page, 'Jetzt stornieren'))
	await page.getByRole('heading', { level: 1, name: 'Ihre Buchung ist storniert' }).waitFor()
	return {}
}

export const journeys: Journey[] = [
	{
		name: 'birthday for ten, until it is ordered',
		limits: { taps: 18, tapsScripted: 17, scrolled: 5000, screens: 4.3, overview: 2.2 },
		walk: birthday,
	},
	{
		name: 'two tickets for tomorrow, until the overview',
		limits: { taps: 8, screens: 2.5 },
		walk: tickets,
	},
	{
		name: 'two tickets, taken along to another day',
		limits: { taps: 2 },
		walk: anotherDay,
	},
	{
		name: 'the rest of a booking, from its page until it is paid',
		limits: { taps: 5, scrolled: 1500 },
		walk: restOnline,
	},
	{
		name: 'two more guests, from the page of a booking until they are ordered',
		limits: { taps: 8 },
		walk: twoMoreGuests,
	},
	{
		name: 'moved by a week, from the page of a booking',
		limits: { taps: 9 },
		walk: movedByWeek,
	},
	{
		name: 'cancelled with the code of a mail, from the page of a booking',
		limits: { taps: 6 },
		walk: cancelled,
	},
	{
		name: 'two tickets by keyboard, until they are ordered',
		limits: { stops: 60 },
		walk: byKeyboard,
	},
]
