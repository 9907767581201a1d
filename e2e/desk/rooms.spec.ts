import { addDays } from '#app/models/venue/day.ts'

import { claimWeekends } from '../days.ts'
import { unusedNumber } from '../unused-number.ts'
import { bookRoom } from './booked-room.ts'
import { expect, test } from './fixtures.ts'

// Faults L6, N149: rooms by time, and a block in five steps.

test('N149: a free time is blocked in five steps, and lifted in one @both', async ({
	page,
	signedInDesk,
	weekend,
	looksRight,
}) => {
	await signedInDesk('shift')
	await page.goto(`/day/${weekend}/rooms`)
	await looksRight(page)
	await page
		.getByRole('row', { name: /^Mars/ })
		.getByRole('link', { name: /^18:00/ })
		.click()
	await page.locator('#free').getByRole('link', { name: 'Sperren' }).click()
	await expect(page.getByLabel('Was')).toHaveValue('mars')
	await expect(page.getByLabel('Von')).toHaveValue('18:00')
	await page.getByLabel('Grund').fill('Musikanlage defekt')
	await looksRight(page)
	await page.getByRole('button', { name: 'Zeit sperren' }).last().click()
	await expect(page.getByRole('status')).toHaveText(/^Gesperrt: Mars, .* 18:00–20:00\.$/)
	await expect(page.getByRole('row', { name: /^Mars/ }).first()).toContainText('Musikanlage defekt')

	await page.getByRole('button', { name: /^aufheben: Mars/ }).click()
	await expect(page.getByRole('status')).toHaveText(/^Wieder frei: Mars/)
	await expect(
		page.getByRole('row', { name: /^Mars/ }).getByRole('link', { name: /^18:00/ }),
	).toBeVisible()
})

test('L6: a block over a booking names it, and offers the times that are free', async ({
	page,
	signedInDesk,
	weekend,
	database,
	looksRight,
	expectStatus,
}) => {
	expectStatus(422)
	const number = unusedNumber()
	await bookRoom(database, {
		day: weekend,
		room: 'venus',
		from: '15:30',
		until: '17:00',
		name: 'Reiter',
		number,
	})
	await signedInDesk('shift')
	await page.goto(`/day/${weekend}/block?room=venus&from=16:00`)
	await page.getByLabel('Grund').fill('Schloss klemmt')
	await page.getByRole('button', { name: 'Zeit sperren' }).last().click()
	await expect(page.getByRole('alert')).toContainText(`Reiter (${number}), 15:30–17:00`)
	await expect(page.getByLabel('Grund')).toHaveValue('Schloss klemmt')
	await looksRight(page)
	await page.getByRole('button', { name: '17:00–20:00 sperren' }).click()
	await expect(page.getByRole('status')).toContainText('17:00–20:00')
})

test('N149, N200: arrow keys move between the cells of the table, and Enter leads into the free time @javascript', async ({
	page,
	signedInDesk,
	weekend,
}) => {
	await signedInDesk('shift')
	await page.goto(`/day/${weekend}/rooms`)
	const begin = page.getByRole('row', { name: /^Mars/ }).getByRole('link', { name: /^14:00/ })
	const beside = page.getByRole('link', { name: '14:30 frei, Mars' })
	// Keys work as soon as the scripts have come.
	await expect(async () => {
		await begin.focus()
		await page.keyboard.press('ArrowRight')
		await expect(beside).toBeFocused({ timeout: 1000 })
	}).toPass()
	await page.keyboard.press('ArrowDown')
	await expect(page.getByRole('link', { name: '14:30 frei, Saturn' })).toBeFocused()
	await expect(page).toHaveURL(`/day/${weekend}/rooms`)

	await page.keyboard.press('Enter')
	await expect(page.locator('#free')).toBeFocused()
	await expect(page.locator('#free')).toBeInViewport()
	await page.keyboard.press('Tab')
	await expect(page.locator('#free').getByRole('button').first()).toBeFocused()
})

test('L2: the counter reads rooms, and who can block a time or close the day', async ({
	page,
	signedInDesk,
	weekend,
	expectStatus,
}) => {
	expectStatus(403)
	await signedInDesk('shift')
	await signedInDesk('counter')
	await page.goto(`/day/${weekend}/rooms`)
	await expect(page.getByRole('link', { name: 'Tag schließen' })).toHaveCount(0)
	await page
		.getByRole('row', { name: /^Mars/ })
		.getByRole('link', { name: /^18:00/ })
		.click()
	await expect(page.locator('#free')).toContainText('Buchen und sperren')
	for (const path of ['block', 'close']) {
		const answer = await page.goto(`/day/${weekend}/${path}`)
		expect(answer?.status()).toBe(403)
		await expect(page.getByRole('main')).toContainText(/Das geht mit: .*Jana Wirth.* \(Schicht\)\./)
		await expect(page.getByRole('button', { name: /sperren|schließen/ })).toHaveCount(0)
	}
})

test('N182: a product that fits a free time begins a call in that room and at that time @journeys', async ({
	page,
	signedInDesk,
	weekend,
	looksRight,
}) => {
	await signedInDesk('shift')
	await page.goto(`/day/${weekend}/rooms`)
	await page
		.getByRole('row', { name: /^Jupiter/ })
		.getByRole('link', { name: /^15:00/ })
		.click()
	const free = page.locator('#free')
	await expect(free.getByRole('button', { name: /^Jupiter, 15:00/ }).first()).toBeVisible()
	await looksRight(page)
	await free.getByRole('button', { name: /^Kometen-Party, 14:30/ }).click()
	const summary = page.getByRole('complementary', { name: 'Zusammenfassung' })
	await expect(summary).toContainText('Partyraum Jupiter')
	await expect(summary).toContainText('14:30–16:30')
	// More children stay in the room that was asked for.
	await page.getByRole('button', { name: 'Gäste: einer mehr' }).click()
	await expect(page.getByRole('textbox', { name: 'Gäste' })).toHaveValue('7')
	await expect(summary).toContainText('Partyraum Jupiter')
	await expect(summary).toContainText(/Kostenfrei absagen können Sie bis .*, umbuchen bis/)
	await page.getByRole('button', { name: 'Verwerfen' }).click()

	await page.goto(`/day/${weekend}/rooms?room=jupiter&at=15:00`)
	await page.locator('#free').getByRole('link', { name: 'Buchung beginnen' }).click()
	await expect(page.getByRole('button', { name: /^angefragt: 14:30/ })).toContainText('Jupiter')
})

test('N185: a block comes again each week, says what is in the way, and all of it is lifted at once', async ({
	page,
	signedInDesk,
	database,
	looksRight,
	expectStatus,
}) => {
	expectStatus(422)
	const weekend = await claimWeekends(2)
	const later = (weeks: number) => addDays(weekend, 7 * weeks)
	const number = unusedNumber()
	const at = { room: 'escape-capsule', from: '13:00', until: '13:30' }
	await bookRoom(database, { day: later(1), ...at, name: 'Reiter', number })
	await signedInDesk('shift')
	await page.goto(`/day/${weekend}/block?room=escape-capsule&from=13:00`)
	await page.getByLabel('Bis').selectOption('14:00')
	await page.getByRole('combobox', { name: /^Wiederholen/ }).selectOption('week')
	await page.getByLabel(/^Zuletzt am/).fill(later(2))
	await page.getByLabel('Grund').fill('Chorprobe')
	await page.getByRole('button', { name: 'Zeit sperren' }).last().click()
	await expect(page.getByRole('alert')).toContainText(`${later(1)}: Reiter (${number})`)
	await looksRight(page)
	await page.getByRole('button', { name: 'Nur die freien Tage sperren' }).click()
	await expect(page.getByRole('status')).toContainText('Ebenso an 1 weiteren Tag.')
	await page.getByRole('button', { name: /^alle 2 aufheben: Rettungskapsel/ }).click()
	await expect(page.getByRole('status')).toHaveText(/^Wieder frei: Rettungskapsel/)
	await expect(page.getByRole('button', { name: /aufheben: Rettungskapsel/ })).toHaveCount(0)
})

test('N382: a block that is refused says at the fields what is wrong, and keeps them', async ({
	page,
	signedInDesk,
	weekend,
	looksRight,
	expectStatus,
}) => {
	expectStatus(422)
	await signedInDesk('shift')
	await page.goto(`/day/${weekend}/block?room=venus&from=16:00`)
	const reason = page.getByRole('textbox', { name: /^Grund/ })
	await reason.fill('\u{10330}')
	await page.getByRole('button', { name: 'Zeit sperren' }).last().click()
	await expect(page.getByRole('alert')).toHaveText(
		'Grund: Diese Zeichen können wir nicht drucken: \u{10330}. Schreiben Sie es bitte mit anderen Buchstaben.',
	)
	await expect(page.getByRole('alert')).toBeFocused()
	await expect(reason).toHaveValue('\u{10330}')
	await expect(reason).toHaveAccessibleDescription(/^Diese Zeichen können wir nicht drucken/)
	await looksRight(page)
	await reason.fill('Schloss klemmt')
	await page.getByLabel(/^Wiederholen/).selectOption('jeden Tag')
	await page.getByRole('button', { name: 'Zeit sperren' }).last().click()
	await expect(page.getByLabel(/^Zuletzt am/)).toHaveAccessibleDescription(
		'Bitte wählen Sie den letzten Tag, an dem wieder gesperrt wird.',
	)
	await expect(reason).not.toHaveAttribute('aria-invalid')
})
