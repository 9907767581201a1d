import type { Sql } from 'postgres'

import { addDays, claimWorkdays, HORIZON_DAYS, longDay, today } from './days.ts'
import { expect, test } from './fixtures.ts'
import type { ShopScreen } from './screens/shop.ts'
import { isSound } from './screens/sound.ts'

const restDay = 'An diesem Tag ist Ruhetag. Bitte wählen Sie ein anderes Datum'

test('a rest day says so and offers other days as links that work @journeys @javascript', async ({
	shop,
}) => {
	const monday = await nextRestDay(shop)
	await shop.typeDay(monday, 6)
	await expect(shop.dayArea).toContainText(restDay)
	await expect(shop.dayArea).toContainText('inkl. MwSt.')
	await expect(shop.timeArea).toHaveCount(0)
	await expect(shop.ways).toHaveCount(3)
	// So many free places that the number helps no visitor.
	for (const way of await shop.ways.all()) await expect(way).not.toContainText('frei')

	const way = (await shop.ways.first().innerText()).replaceAll(/\s+/g, ' ')
	await shop.ways.first().click()
	await expect(shop.timeArea).toBeVisible()
	const time = /\d\d:\d\d/.exec(way)?.[0] ?? 'no time'
	await expect(shop.slot(time)).toHaveAttribute('aria-current', 'time')
	await expect(shop.number('Erwachsenenticket')).toBeVisible()
})

for (const [kind, thing] of [
	['party', 'Kometen-Party'],
	['place', 'Partyraum Mars'],
] as const) {
	test(`on a rest day every ${kind} can be chosen for another day @journeys @javascript`, async ({
		page,
		shop,
	}) => {
		const day = await nextRestDay(shop)
		await shop.open({ kind, day })
		await expect(shop.dayArea).toContainText(restDay)
		await expect(shop.ways).toHaveCount(3)
		await expect(shop.card(thing)).toBeVisible()

		await shop.lookAt(thing)
		await expect(shop.dayArea).toContainText(restDay)
		await expect(shop.dayArea.getByRole('button', { name: /^\d\d:\d\d/ })).toHaveCount(0)
		await expect(shop.strip).toContainText('Ruhetag')
		await expect(shop.dayArea).toContainText('inkl. MwSt.')
		await expect(shop.ways).toHaveCount(3)
		await shop.ways.first().click()
		await page.waitForURL((url) => url.searchParams.get('day') !== day)
		await expect(shop.dayArea.getByRole('button', { name: /^\d\d:\d\d/ }).first()).toBeVisible()
		await shop.typeDay(day)
		await expect(shop.dayArea).toContainText(restDay)
	})
}

test('the open questions of a party are asked on its own day, also from a rest day @journeys @javascript', async ({
	page,
	shop,
	day,
}) => {
	await shop.open({ kind: 'party', day, guests: 8 })
	await shop.choose('Kometen-Party')
	await shop.open({ kind: 'party', day: await nextRestDay(shop) })
	await expect(shop.choices).toHaveCount(0)
	await shop.obstacles.first().click()
	await expect(shop.group('Ein Menü')).toBeVisible()
	expect(new URL(page.url()).searchParams.get('day')).toBe(day)
})

test('a day without free places has the sentence, the marks and other days @journeys @javascript', async ({
	shop,
	database,
}) => {
	// The days after it are free, and no other test fills them.
	const day = await claimWorkdays(4)
	await fillPark(database, day)
	await shop.open({ day, guests: 4, duration: 120, time: '14:00' })
	await expect(shop.timeArea).toContainText('Keine freien Plätze')
	await expect(shop.slots.getByRole('link')).toHaveCount(0)
	await expect(shop.slots).toContainText('voll')
	await expect(shop.dayInStrip(longDay(day))).toContainText('ausgebucht')
	await expect(shop.card('Erwachsenenticket')).toContainText('Keine freien Plätze an diesem Tag')

	await expect(shop.alternatives).toHaveCount(3)
	await shop.alternatives.first().click()
	await expect(shop.number('Erwachsenenticket')).toBeVisible()
	await expect(shop.timeArea).not.toContainText('Keine freien Plätze')
})

test('a time that is sold out has nothing to take, and no button that takes it @journeys @javascript', async ({
	shop,
	day,
	database,
}) => {
	await fillPark(database, day, { from: '13:00', until: '16:00' })
	await shop.open({ day, guests: 4, duration: 90, time: '14:00' })
	await expect(shop.card('Erwachsenenticket')).toContainText('Zu dieser Uhrzeit nicht frei')
	await expect(shop.tickets.getByRole('spinbutton')).toHaveCount(0)
	await expect(shop.tickets.getByRole('button')).toHaveCount(0)
})

test('a time with too few places says how many; another time is one click away @journeys @javascript', async ({
	shop,
	day,
	database,
}) => {
	await fillPark(database, day, { units: 248, from: '13:00', until: '16:00' })
	await shop.open({ day, guests: 4, duration: 90, time: '14:00' })
	await expect(shop.slots).toContainText('nur 2 frei')
	await expect(shop.timeArea).toContainText('Bitte wählen Sie einen anderen Zeitraum')
	await shop.chooseTime('17:30')
	await shop.add('Erwachsenenticket', 4)
})

test('a suggestion names no button that is not there yet @journeys @javascript', async ({
	shop,
	day,
}) => {
	await shop.open({ day })
	await expect(shop.suggestion).toContainText('noch nicht reserviert')
	await expect(shop.tickets).not.toContainText(/In den Warenkorb|Anzahl übernehmen/)
})

test('days that are invalid, past or too far ahead are explained in words, and the page works @journeys @javascript', async ({
	shop,
}) => {
	const date = shop.dayArea.getByRole('textbox', { name: 'Datum' })
	await shop.open({ day: '2026-02-30' })
	await expect(shop.dayArea).toContainText('Ungültiges Datum')
	await expect(shop.dayArea.getByRole('textbox', { name: 'Datum' })).toHaveValue(
		/^\d{4}-\d\d-\d\d$/,
	)
	await shop.open({ day: addDays(today(), -31) })
	await expect(shop.dayArea).toContainText(
		'Dieser Tag liegt in der Vergangenheit. Bitte wählen Sie ein anderes Datum',
	)
	const far = beyondHorizon()
	await shop.open({ day: far })
	await expect(shop.dayArea).toContainText(
		'Dieser Tag ist noch nicht buchbar. Bitte wählen Sie ein früheres Datum',
	)
	await expect(date).toHaveValue(far)
	await expect(date).toHaveAccessibleDescription(/^Dieser Tag ist noch nicht buchbar/)
	await expect(shop.ways.or(shop.strip.getByRole('link')).first()).toBeVisible()
})

test('an invalid number of guests gets our sentence at the field, and the page is shown @journeys @javascript', async ({
	page,
	shop,
	day,
}) => {
	await shop.open({ day })
	await shop.guests.fill('')
	await shop.guests.press('Enter')
	await expect(shop.guests).toHaveAccessibleDescription('Bitte geben Sie eine Anzahl an')
	await expect(shop.timeArea).toBeVisible()

	await page.goto(`/?day=${day}&guests=0`)
	await expect(shop.guests).toHaveAccessibleDescription('Muss größer oder gleich 1 sein')
	await expect(shop.guests).toHaveValue('0')
	await page.goto(`/?day=${day}&guests=400`)
	await expect(shop.guests).toHaveAccessibleDescription('Muss kleiner oder gleich 60 sein')
	await expect(shop.guests).toHaveValue('400')
	await expect(shop.suggestion).toHaveCount(0)
	await expect(shop.number('Kinderticket')).toHaveValue('0')
	await shop.typeDay(day, 12)
	await expect(shop.guests).toHaveAccessibleDescription('')
	await expect(shop.guests).toHaveValue('12')
})

test('parties and rooms show the same day and guests before one is chosen @journeys @javascript', async ({
	page,
	shop,
	day,
}) => {
	const date = shop.dayArea.getByRole('textbox', { name: 'Datum' })
	for (const kind of ['party', 'place'] as const) {
		await shop.open({ kind, day: '2026-02-30' })
		await expect(shop.dayArea).toContainText('Ungültiges Datum')
		await shop.open({ kind, day: addDays(today(), -31) })
		await expect(date).toHaveAccessibleDescription(/^Dieser Tag liegt in der Vergangenheit/)
		await shop.open({ kind, day: beyondHorizon() })
		await expect(date).toHaveAccessibleDescription(/^Dieser Tag ist noch nicht buchbar/)
		await page.goto(`/?kind=${kind}&guests=abc`)
		await expect(shop.guests).toHaveAccessibleDescription('Bitte geben Sie eine Anzahl an')
		await shop.typeDay(day, 8)
		await expect(shop.dayArea).toHaveCount(0)
	}
})

test('a party for fewer guests than it takes: the number says so before a time is pressed @journeys @javascript', async ({
	shop,
	day,
}) => {
	await shop.open({ kind: 'party', day, guests: 4 })
	await shop.lookAt('Kometen-Party')
	await expect(shop.guests).toHaveValue('6')
	await shop.typeGuests(4)
	await expect(shop.dayArea).toContainText('Berechnet werden mindestens 6 Gäste')
	await shop.typeGuests(7)
	await expect(shop.dayArea).not.toContainText('Berechnet werden')
	await shop.typeGuests(12)
	await expect(shop.dayArea).toContainText('Für 12 Gäste zu klein: höchstens 10')
})

test('strip, month calendar and "Heute" lead to days @javascript', async ({ shop, day }) => {
	await shop.open({ day })
	await expect(shop.strip.getByRole('listitem').nth(1)).toContainText(longDay(addDays(day, -1)))
	await shop.goTo('weekAfter')
	await expect(shop.dayInStrip(longDay(addDays(day, 7)))).toHaveAttribute('aria-current', 'date')
	await shop.goTo('weekBefore')
	await shop.pickDay(longDay(day))
	await expect(shop.dayArea.getByRole('textbox', { name: 'Datum' })).toHaveValue(day)

	await shop.goTo('showMonth')
	const month = new Intl.DateTimeFormat('de-DE', {
		month: 'long',
		year: 'numeric',
		timeZone: 'UTC',
	})
	await expect(shop.month).toHaveAccessibleName(month.format(new Date(day)))
	await expect(shop.month.getByRole('columnheader').first()).toHaveText('Mo')
	for (const cell of await shop.month.getByRole('link').all())
		await expect(cell).toHaveAccessibleName(/: (frei, ab \d+,\d\d\s€|wenige Plätze|ausgebucht)$/)
	await expect(shop.strip).toHaveCount(0)
	await shop.month.getByRole('link', { name: longDay(day) }).click()
	await expect(shop.month).toHaveCount(0)
	await expect(shop.strip.getByRole('link', { name: longDay(day) })).toContainText(/\d,\d\d\s€/)

	const before = today()
	await shop.goTo('today')
	// It may be midnight at this moment.
	await expect(shop.dayArea.getByRole('textbox', { name: 'Datum' })).toHaveValue(
		new RegExp(`^(${before}|${today()})$`),
	)
	await expect(shop.dayArea.getByRole('link', { name: 'Heute', exact: true })).toHaveAttribute(
		'aria-current',
		'date',
	)
})

test('a strip that was scrolled shows the day that was tapped @javascript', async ({
	page,
	shop,
	day,
}) => {
	await page.setViewportSize({ width: 360, height: 740 })
	await shop.open({ kind: 'play', day })
	const other = shop.dayInStrip(longDay(addDays(day, 8)))
	await other.scrollIntoViewIfNeeded()
	const place = await shop.strip.boundingBox()
	await shop.pickDay(longDay(addDays(day, 8)))
	await expect(other).toBeInViewport({ ratio: 1 })
	await expect.poll(() => shop.strip.boundingBox()).toEqual(place)
})

test('the calendar of one product marks only the days taken for it @journeys @javascript', async ({
	shop,
	day,
	database,
}) => {
	const all = `["${day} 00:00 Europe/Berlin","${day} 23:59 Europe/Berlin")`
	await database`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		values ('mars', ${day}, ${all}::tstzrange, ${all}::tstzrange, 1, true, 'confirmed')`
	await shop.open({ kind: 'place', day, guests: 8, duration: 120 })
	const ofDay = shop.month.getByRole('link', { name: longDay(day) })
	await shop.lookAt('Partyraum Mars')
	await shop.goTo('showMonth')
	await expect(ofDay).toHaveAccessibleName(/: ausgebucht$/)
	await shop.lookAt('Partyraum Venus')
	await shop.goTo('showMonth')
	await expect(ofDay).toHaveAccessibleName(/: frei, ab \d/)
})

test('the address keeps day, guests, duration and time: it can be reloaded and gone back to @javascript', async ({
	page,
	shop,
	day,
}) => {
	await shop.open({ day })
	await shop.typeDay(day, 7)
	await shop.chooseDuration('3 Std.')
	await shop.chooseTime('14:30')
	await page.reload()
	await expect(shop.dayArea.getByRole('spinbutton', { name: 'Gäste' })).toHaveValue('7')
	await expect(shop.slot('14:30')).toHaveAttribute('aria-current', 'time')
	await expect(shop.duration('3 Std.')).toHaveAttribute('aria-current', /./)
	await page.goBack()
	await expect(shop.slot('14:30')).not.toHaveAttribute('aria-current', /./)
})

test('the start page shows hours, announcement and prices of the day @journeys @javascript', async ({
	shop,
	weekend,
}) => {
	await shop.open({ day: weekend, duration: 120 })
	await expect(shop.everything).toContainText('01.03.2025')
	await expect(shop.dayArea).toContainText('10:00–20:00 Uhr')
	await expect(shop.card('Erwachsenenticket')).toContainText('8,90 €')
	await expect(shop.everything).toContainText('inkl. MwSt.')
	await expect(shop.cart).toContainText('PayPal, Karte und mehr')
})

test('the language switch changes page and cookie and keeps the place @javascript', async ({
	page,
	context,
	shop,
	day,
}) => {
	await shop.open({ day, guests: 5 })
	await expect(shop.document).toHaveAttribute('lang', /^de\b/)
	await shop.switchLanguage()
	await expect(shop.document).toHaveAttribute('lang', /^en\b/)
	expect(new URL(page.url()).searchParams.get('day')).toBe(day)
	await expect(page.getByRole('spinbutton', { name: 'Guests', exact: true })).toHaveValue('5')
	const cookie = (await context.cookies()).find(({ name }) => name === 'locale')
	expect(cookie).toMatchObject({ value: 'en-EN', path: '/', sameSite: 'Lax' })
	const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
	expect(Math.round(days)).toBe(365)

	await page.goto('/pages/anfahrt')
	await expect(shop.document).toHaveAttribute('lang', /^en\b/)
	await page.getByRole('button', { name: 'Deutsch (DE)' }).click()
	await expect(shop.document).toHaveAttribute('lang', /^de\b/)
	expect(new URL(page.url()).pathname).toBe('/pages/anfahrt')
})

/** Returns a day that stays too far ahead when midnight comes during the test. */
function beyondHorizon(): string {
	return addDays(today(), HORIZON_DAYS + 2)
}

/** Finds the first coming Monday that is a rest day: not in the school holidays, when the venue is open. */
async function nextRestDay(shop: ShopScreen): Promise<string> {
	const start = today()
	const daysToMonday = (8 - new Date(start).getUTCDay()) % 7 || 7
	for (let ahead = daysToMonday; ahead < 170; ahead += 7) {
		const monday = addDays(start, ahead)
		await shop.open({ day: addDays(monday, 1) })
		const entry = shop.strip.getByRole('listitem').filter({ hasText: longDay(monday) })
		await expect(entry).toBeVisible()
		if ((await entry.innerText()).includes('Ruhetag')) return monday
	}
	throw new Error('no Monday is a rest day')
}

/** Books the park for other visitors, for the whole day by default. */
async function fillPark(
	sql: Sql,
	day: string,
	{ units = 250, from = '00:00', until = '23:59' } = {},
) {
	const span = [`${day} ${from} Europe/Berlin`, `${day} ${until} Europe/Berlin`] as const
	await sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		select 'park', ${day}, span, span, ${units}, false, 'confirmed'
		from (select tstzrange(${span[0]}::text::timestamptz, ${span[1]}::text::timestamptz) as span) as spans`
}

test('the kind is asked first, and then only that is shown; old addresses lead where they led @journeys @javascript', async ({
	page,
	shop,
	day,
}) => {
	await shop.open()
	await expect(shop.intents).toHaveText([/Spielen/i, /Geburtstag/, /Raum/, /Gutschein/])
	await expect(shop.timeArea).toBeVisible()
	const isToday = (await shop.date.inputValue()) === today()
	await expect(shop.intents.first()).toHaveText(isToday ? /^Heute spielen/ : /^Spielen/)
	await shop.open({ day })
	await expect(shop.intents.first()).toHaveText(/^Spielen/)
	await shop.open()
	await shop.intents.nth(1).click()
	await expect(page).toHaveURL(/kind=party/)
	await shop.open({ kind: 'party', day, time: '14:00', guests: 8 })
	await expect(shop.card('Kometen-Party')).toBeVisible()
	await expect(shop.card('Erwachsenenticket')).toHaveCount(0)

	await shop.goFor('place')
	await expect(shop.card('Partyraum Mars')).toBeVisible()
	await expect(shop.card('Kometen-Party')).toHaveCount(0)
	await shop.goFor('gift')
	await expect(shop.card('Gutschein 50 € per E-Mail')).toBeVisible()
	await expect(shop.dayArea).toHaveCount(0)
	await shop.goFor('play')
	await expect(shop.slot('14:00')).toHaveAttribute('aria-current', 'time')
	await expect(shop.card('Erwachsenenticket')).toBeVisible()

	await page.goto(`/?product=kometen-party&day=${day}`)
	await expect(shop.card('Kometen-Party')).toBeVisible()
	await page.goto(`/?product=room-mars&month=${day.slice(0, 7)}`)
	await expect(shop.card('Partyraum Mars').getByRole('link')).toHaveAttribute('aria-current', /./)
	await expect(shop.month).toBeVisible()
	await page.goto('/#party')
	await expect(shop.intents.nth(1)).toBeInViewport()
})

test('a party for fewer guests than come asks about it, and is never booked in silence (faults N6)', async ({
	page,
	shop,
	day,
}) => {
	await shop.open({ kind: 'party', day, guests: 14 })
	await shop.lookAt('Kometen-Party')
	await shop.dayArea.getByRole('link', { name: /^15:00/ }).click()
	const question = shop.dayArea.locator('#fewer')
	await expect(question).toContainText(/Kometen-Party: höchstens \d+ Gäste/)
	await expect(question).toContainText('Sie haben 14 Gäste angegeben')
	await expect(question).toBeInViewport()
	await isSound(page)
	await expect(shop.cartLines).toHaveCount(0)

	await question.getByRole('button', { name: /^Für \d+ Gäste buchen, 15:00–17:00 Uhr$/ }).click()
	await expect(shop.cartLines).toContainText('Kometen-Party')
	await expect(question).toHaveCount(0)
})
