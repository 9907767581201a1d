import { holdAnswer } from '../screens/slow-line.ts'
import { unusedNumber } from '../unused-number.ts'
import { bookRoom } from './booked-room.ts'
import { expect, test } from './fixtures.ts'

// Faults L7: closing a day with twelve bookings at the desk.

const rooms = ['mercury', 'venus', 'mars', 'saturn', 'jupiter', 'planetarium']

test('L7: a day with twelve bookings is closed in eight steps, each with its own fate', async ({
	page,
	signedInDesk,
	weekend,
	database,
	looksRight,
}) => {
	const numbers: string[] = []
	for (const [index, room] of [...rooms, ...rooms].entries()) {
		const number = unusedNumber()
		numbers.push(number)
		const [from, until] = index < 6 ? ['11:00', '12:30'] : ['15:00', '16:30']
		await bookRoom(database, { day: weekend, room, from, until, name: `Gast${index}`, number })
	}
	await signedInDesk('shift')
	await page.goto(`/day/${weekend}/rooms`)
	await page.getByRole('link', { name: 'Tag schließen' }).click()
	await expect(page.getByText('betroffen: 12 Buchungen')).toBeVisible()
	await page.getByRole('textbox', { name: /^Grund/ }).fill('Heizung ausgefallen')
	await page.getByRole('textbox', { name: /^Steht über/ }).fill('Unsere Heizung ist ausgefallen.')
	await page.getByRole('button', { name: 'absagen, alles zurück' }).click()
	const first = page.getByRole('group', { name: /Gast0,/ })
	await expect(first.getByRole('radio', { name: 'absagen, alles zurück' })).toBeChecked()
	await first.getByRole('radio', { name: 'stehen lassen' }).check()
	await page
		.getByRole('group', { name: /Gast1,/ })
		.getByRole('radio', { name: 'Link zum Umbuchen' })
		.check()
	await expect(first.getByRole('radio', { name: 'stehen lassen' })).toBeChecked()
	await expect(page.getByRole('row', { name: /Gast1 / })).toContainText('Venus')
	await looksRight(page)
	await page.getByRole('button', { name: /schließen$/ }).click()
	await expect(page.getByText('Dieser Tag ist geschlossen: Heizung ausgefallen')).toBeVisible()

	const rows = await database<{ number: string; what: string }[]>`
		select number, what from order_events join orders on orders.id = order_id
		where number = any(${numbers}) and what like 'day closed%'`
	const fateOf = (number: string | undefined) => rows.find((it) => it.number === number)?.what
	expect(numbers.slice(0, 3).map(fateOf)).toEqual([
		'day closed: leave',
		'day closed: move',
		'day closed: cancel',
	])
	expect(rows).toHaveLength(12)

	await page.getByRole('link', { name: 'Schließung ändern' }).click()
	const calls = page.getByRole('region', { name: /^Anzurufen/ }).getByRole('listitem')
	await expect(calls.first().getByRole('link', { name: '+49 171 5550311' })).toHaveAttribute(
		'href',
		'tel:+491715550311',
	)
	await page.getByRole('button', { name: 'Wieder öffnen wie im Kalender' }).click()
	await expect(page.getByText('Dieser Tag ist geschlossen')).toHaveCount(0)
})

test('N144: a booking that comes while the page is open is named before anything happens', async ({
	page,
	signedInDesk,
	weekend,
	database,
	expectStatus,
}) => {
	expectStatus(422)
	await signedInDesk('shift')
	await page.goto(`/day/${weekend}/close`)
	const number = unusedNumber()
	const at = { room: 'mars', from: '11:00', until: '12:30' }
	await bookRoom(database, { day: weekend, ...at, name: 'Krämer', number })
	await page.getByRole('textbox', { name: /^Grund/ }).fill('Heizung ausgefallen')
	await page.getByRole('button', { name: /schließen$/ }).click()
	await expect(page.getByRole('alert')).toContainText(`Krämer (${number})`)
	await expect(page.getByRole('textbox', { name: /^Grund/ })).toHaveValue('Heizung ausgefallen')
	await expect(page.getByRole('row', { name: /Krämer/ })).toContainText('neu')
	const [row] = await database`select override from days where day = ${weekend}`
	expect(row?.['override'] ?? null).toBeNull()
})

test('N331: an old page does not undo what a colleague decided; it says who, and keeps what was typed', async ({
	page,
	context,
	signedInDesk,
	weekend,
	database,
	expectStatus,
	javaScriptEnabled,
}) => {
	expectStatus(422)
	const number = unusedNumber()
	const at = { room: 'mars', from: '11:00', until: '12:30' }
	await bookRoom(database, { day: weekend, ...at, name: 'Krämer', number })
	await signedInDesk('shift')
	await page.goto(`/day/${weekend}/close`)
	const colleague = await context.newPage()
	await colleague.goto(`/day/${weekend}/close`)
	await colleague.getByRole('textbox', { name: /^Grund/ }).fill('Heizung ausgefallen')
	await colleague.getByRole('button', { name: /schließen$/ }).click()
	await expect(colleague).toHaveURL(`/day/${weekend}/rooms`)

	await page.getByRole('textbox', { name: /^Grund/ }).fill('Wasserschaden')
	const row = page.getByRole('group', { name: /Krämer,/ })
	await row.getByRole('radio', { name: 'absagen, alles zurück' }).check()
	// Scripts show the refusal before they read the page anew, and a press may come in between.
	const reading = javaScriptEnabled ? await holdAnswer(page, '**/close.data*') : undefined
	await page.getByRole('button', { name: /schließen$/ }).click()
	await expect(page.getByRole('alert')).toContainText(
		/^Jana Wirth hat am .+ diesen Tag schon geschlossen .+: Heizung ausgefallen\. Es ist nichts geschehen/,
	)
	await expect(page.getByRole('textbox', { name: /^Grund/ })).toHaveValue('Wasserschaden')
	await expect(row.getByRole('radio', { name: 'absagen, alles zurück' })).toBeChecked()
	const closings = () => database`
		select reason from day_overrides where day = ${weekend} order by made_at desc`
	expect((await closings())[0]).toEqual({ reason: 'Heizung ausgefallen' })

	await reading?.isThere
	await page.getByRole('button', { name: /schließen$/ }).click()
	await expect(page.getByText('Dieser Tag ist geschlossen: Wasserschaden')).toBeVisible()
	expect((await closings())[0]).toEqual({ reason: 'Wasserschaden' })
	await page.getByRole('link', { name: 'Schließung ändern' }).click()
	await page.getByRole('button', { name: 'Wieder öffnen wie im Kalender' }).click()
	await expect(page).toHaveURL(`/day/${weekend}/rooms`)
})

test('N382: a closing that is refused keeps what was typed, and says at the field what is wrong', async ({
	page,
	signedInDesk,
	weekend,
	database,
	looksRight,
	expectStatus,
}) => {
	expectStatus(422)
	const number = unusedNumber()
	const at = { room: 'mars', from: '11:00', until: '12:30' }
	await bookRoom(database, { day: weekend, ...at, name: 'Krämer', number })
	await signedInDesk('shift')
	await page.goto(`/day/${weekend}/close`)
	const reason = page.getByRole('textbox', { name: /^Grund/ })
	const words = page.getByRole('textbox', { name: /^Steht über/ })
	const fate = page
		.getByRole('group', { name: /Krämer,/ })
		.getByRole('radio', { name: 'Link zum Umbuchen' })
	await reason.fill('Heizung ausgefallen')
	await words.fill('Unsere Heizung \u{10330} ist ausgefallen.')
	await fate.check()
	await page.getByRole('button', { name: /schließen$/ }).click()
	await expect(page.getByRole('alert')).toContainText(
		'Diese Zeichen können wir nicht drucken: \u{10330}',
	)
	await expect(page.getByRole('alert')).toBeFocused()
	await expect(words).toHaveAccessibleDescription(/^Diese Zeichen können wir nicht drucken/)
	await expect(words).toHaveAttribute('aria-invalid', 'true')
	await expect(words).toHaveValue('Unsere Heizung \u{10330} ist ausgefallen.')
	await expect(reason).toHaveValue('Heizung ausgefallen')
	await expect(reason).not.toHaveAttribute('aria-invalid')
	await expect(fate).toBeChecked()
	await looksRight(page)

	// As long as the field takes: browsers without scripts send two characters for a line break.
	await words.fill(`${'x\n'.repeat(499)}xx`)
	await page.getByRole('button', { name: /schließen$/ }).click()
	await expect(page.getByText('Dieser Tag ist geschlossen: Heizung ausgefallen')).toBeVisible()
})
