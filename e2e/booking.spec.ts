import { beyondHorizon, setPolicy, takeToTomorrow } from './booked-policy.ts'
import { expect, test as base } from './fixtures.ts'
import { codeIn } from './outbox.ts'
import { bookingScreen, type BookingScreen } from './screens/booking.ts'
import { isSound } from './screens/sound.ts'
import { tabTo } from './screens/tab-to.ts'

// A booking's own page and its cancelling: plain forms, with scripts and without, on a phone.
// No second try: a failure that comes once in a hundred runs is what these tests look for.
base.describe.configure({ retries: 0 })

const test = base.extend<{ booking: BookingScreen; booked: () => Promise<string> }>({
	viewport: { width: 360, height: 740 },
	booking: async ({ visit }, use) => use(bookingScreen(visit)),
	/** Books a planetarium show, which is a party; returns the bookingId. */
	booked: async ({ given, checkout, bank, day, database }, use) => {
		await use(async () => {
			await given.inCart(day, { product: 'planetarium-show' })
			await given.details()
			await checkout.openOverview()
			await checkout.acceptAndOrder()
			await bank.pay()
			const bookingId = await checkout.bookingId()
			await setPolicy(database, bookingId, 1)
			return bookingId
		})
	},
})

test('the confirmation leads to the booking, which says until when what can be done @journeys @javascript', async ({
	page,
	booked,
	booking,
}) => {
	const bookingId = await booked()
	await page.reload()
	await booking.link.click()
	await expect(page).toHaveURL(new RegExp(`/booking/${bookingId}$`))
	await expect(booking.changes).toBeVisible()
	for (const row of [booking.change, booking.move, booking.cancel])
		await expect(row).toContainText(/bis \S+, \d+\. \S+( \d{4})?, 18 Uhr/)
	await expect(booking.cancel).toContainText('alles zurück')
	await isSound(page, [360, 1280])
})

test('cancelled from the letter with six taps: key, row, rule, code, code typed, button @both', async ({
	page,
	context,
	booked,
	booking,
	outbox,
	visit,
}) => {
	const bookingId = await booked()
	const { text } = await outbox.confirmationOf(bookingId)
	await context.clearCookies()
	let taps = 0
	const tap = async (what: { click: () => Promise<void> }) => {
		taps += 1
		await what.click()
	}
	await page.goto(new URL(/\/booking\/[\w-]{43}/.exec(text)?.[0] ?? '', page.url()).href)
	await isSound(page)
	await tap(booking.byKey)
	await expect(page).toHaveURL(new RegExp(`/booking/${bookingId}$`))
	await tap(booking.cancel)
	await expect(booking.rule).toBeVisible()
	await isSound(page, [360, 1280])
	await tap(booking.next)
	await expect(booking.sendCode).toBeVisible()
	await isSound(page)
	await tap(booking.sendCode)
	await expect(booking.code).toBeVisible()
	const letter = await outbox.bookingLetterOf(bookingId, 'code')
	await booking.code.fill(codeIn(letter))
	await tap(booking.useCode)
	await expect(booking.sure).toBeVisible()
	await expect(booking.keep).toBeVisible()
	await isSound(page, [360, 1280])
	await tap(booking.cancelNow)
	await expect(booking.done).toBeVisible()
	expect(taps).toBeLessThanOrEqual(6)
	await expect(booking.main).toContainText(visit.t('success.cancelledText'))
	await isSound(page, [360, 1280])
	await page.getByRole('link', { name: visit.t('booking.toBooking'), exact: true }).click()
	await expect(booking.main).toContainText(visit.t('success.cancelled'))
	for (const way of ['change', 'move']) {
		await page.goto(`/booking/${bookingId}/${way}`)
		await expect(page).toHaveURL(new RegExp(`/booking/${bookingId}$`))
	}
	await expect(booking.main).toContainText(visit.t('success.cancelled'))
	await expect(booking.cancel).toHaveCount(0)
})

test('cancelled by keyboard alone @journeys @javascript', async ({ page, booked, booking }) => {
	const bookingId = await booked()
	await booking.open(bookingId)
	await tabTo(page, booking.cancel)
	await page.keyboard.press('Enter')
	await expect(booking.rule).toBeVisible()
	await tabTo(page, booking.next)
	await page.keyboard.press('Enter')
	await expect(booking.sure).toBeVisible()
	await tabTo(page, booking.cancelNow)
	await page.keyboard.press('Enter')
	await expect(booking.done).toBeVisible()
})

test('a deadline that goes by before the button shows the new sums and cancels nothing (K39) @journeys @javascript', async ({
	page,
	booked,
	booking,
	database,
	expectStatus,
}) => {
	expectStatus(422)
	const bookingId = await booked()
	await booking.open(bookingId)
	await booking.cancel.click()
	await booking.next.click()
	await expect(booking.sure).toBeVisible()
	await setPolicy(database, bookingId, beyondHorizon)
	await booking.cancelNow.click()
	await expect(booking.alert).toContainText('Inzwischen gelten andere Beträge')
	await expect(booking.main).toContainText('Das behalten wir')
	const rows = await database`select state from orders where public_id = ${bookingId}`
	expect(rows[0]?.['state']).toBe('confirmed')
	await booking.keep.click()
	await expect(page).toHaveURL(new RegExp(`/booking/${bookingId}$`))
	await expect(booking.cancel).toContainText('bleiben bei uns')
})

test('the evening before the telephone comes first, and closed rows stay without a link @journeys @javascript', async ({
	page,
	booked,
	booking,
	database,
}) => {
	const bookingId = await booked()
	await takeToTomorrow(database, bookingId)
	await setPolicy(database, bookingId, 3)
	await booking.open(bookingId)
	await expect(booking.telephone).toBeVisible()
	await expect(booking.changesOver).toBeVisible()
	await expect(booking.move).toHaveCount(0)
	await expect(booking.main).toContainText('online ging es bis')
	await expect(booking.cancel).toContainText('bleiben bei uns')
	await isSound(page, [360, 1280])
})

test('a stranger sees what, when and where, and has the link sent again @journeys @javascript', async ({
	page,
	context,
	booked,
	booking,
	outbox,
}) => {
	const bookingId = await booked()
	await context.clearCookies()
	await booking.open(bookingId)
	await expect(booking.foreign).toBeVisible()
	await isSound(page, [360, 1280])
	await booking.sendLink.click()
	await expect(booking.main).toContainText('Der Link ist unterwegs')
	await outbox.bookingLetterOf(bookingId, 'link')
})
