import { longDay } from './days.ts'
import { expect, test } from './fixtures.ts'
import { ada } from './screens/checkout.ts'

const party = 'Kometen-Party'

test('books a party with tickets, an attraction and extras, redeems a voucher, pays the deposit as a guest @both', async ({
	shop,
	cart,
	checkout,
	bank,
	outbox,
	weekend,
	expectStatus,
}) => {
	expectStatus(422)

	await test.step('chooses the day, the guests, the time and the duration', async () => {
		await shop.open()
		await shop.typeDay(weekend, 8)
		await expect(shop.dayArea).toContainText(longDay(weekend))
		await shop.chooseDuration('2 Std.')
		await expect(shop.slot('14:00')).toHaveText('14:00')
		await shop.chooseTime('14:00')
	})

	await test.step('chooses a party and is guided through its questions', async () => {
		await shop.goFor('party')
		await shop.choose(party)
		await expect(shop.card(party)).toContainText('Gewählt')
		await expect(shop.dayArea).toContainText('8 Gäste')
		await expect(shop.choices).toContainText('1 von 3 fertig')
		await expect(shop.group('Ein Menü')).toContainText('noch 8 wählen')
		await expect(shop.group('Getränke')).toContainText('2 gewählt')
		await expect(shop.group('Ihr Motto')).toContainText('noch 1 wählen')
		await expect(shop.obstacles).toHaveText([
			'Ein Menü für jedes Kind: noch 8 wählen',
			'Ihr Motto: noch 1 wählen',
			'Noch 2 Angaben',
		])

		await shop.fulfil('Ein Menü', { 'Menü Mondbrocken': 5, 'Menü Spaghettinebel': 1 })
		await expect(shop.group('Ein Menü')).toContainText('noch 2 wählen')
		await shop.fulfil('Ein Menü', { 'Menü Spaghettinebel': 3 })
		await expect(shop.group('Ein Menü')).toContainText('8 von 8')
		await shop.fulfil('Getränke', {
			'Karaffe Apfelschorle': 2,
			'Karaffe Polarlicht-Limo': 1,
		})
		await expect(shop.group('Getränke')).toContainText('3 gewählt')
		await shop.pickOne('Ihr Motto', 'Motto Sternenstaub')
		await expect(shop.choices).toContainText('3 von 3 fertig')
		await expect(shop.obstacles).toHaveText(['Zur Kasse'])
	})

	await test.step('adds tickets, an attraction and extras', async () => {
		await shop.goFor('play')
		await shop.add('Erwachsenenticket', 3)
		await shop.goFor('place')
		await shop.choose('Rettungskapsel')
		await shop.add('Raketentorte', 1)
		await shop.add('Schließfach', 1)
		await cart.shows({
			Gesamt: '417,60 €',
			'Jetzt online': '124,68 €',
			'Später vor Ort': '292,92 €',
		})
	})

	await test.step('redeems ten percent', async () => {
		await cart.redeem('komet 10')
		await expect(cart.redeemed('KOMET10')).toBeVisible()
		await cart.shows({
			Zwischensumme: '417,60 €',
			Rabatt: '−41,76 €',
			Gesamt: '375,84 €',
			'Jetzt online': '112,21 €',
			'Später vor Ort': '263,63 €',
		})
	})

	await test.step('goes to the checkout as a guest; a missing value is reported at its field', async () => {
		await shop.toCheckout()
		await checkout.asGuest()
		await checkout.enter({
			lastName: 'Lovelace',
			email: 'ada@example.org',
			emailRepeat: 'eda@example.org',
		})
		await checkout.next()
		await expect(checkout.problems).toContainText('Name muss angegeben werden')
		await expect(checkout.field('firstName')).toHaveAccessibleDescription('Darf nicht leer sein')
		await expect(checkout.field('city')).toHaveAccessibleDescription('Darf nicht leer sein')
		await expect(checkout.field('lastName')).toHaveValue('Lovelace')

		await checkout.celebrate('birthday', '')
		await checkout.enter({ ...ada, emailRepeat: 'eda@example.org' })
		await checkout.next()
		await expect(checkout.partyName('birthday')).toHaveAccessibleDescription(
			'Name muss angegeben werden',
		)
		await expect(checkout.field('emailRepeat')).toHaveAccessibleDescription(
			'Die E-Mail-Adressen stimmen nicht überein',
		)
		await checkout.celebrate('birthday', 'Grace')
		await checkout.next()
		await expect(checkout.field('street')).toHaveValue('Sternweg 1')
		await expect(checkout.partyName('birthday')).toHaveValue('Grace')

		await checkout.enter({ emailRepeat: 'ada@example.org' })
		await checkout.next()
		await expect(checkout.overviewHeading).toBeVisible()
	})

	await test.step('sees everything once more, and cannot order without the terms', async () => {
		await expect(checkout.main).toContainText(longDay(weekend))
		await expect(checkout.main).toContainText('Geburtstag: Grace')
		await expect(checkout.main).toContainText('Kein Widerrufsrecht')
		await expect(checkout.main).toContainText('inkl. MwSt.')
		await cart.shows({
			Gesamt: '375,84 €',
			'Jetzt online': '112,21 €',
			'Später vor Ort': '263,63 €',
		})
		await expect(checkout.orderButton).toHaveText('zahlungspflichtig bestellen')
		await checkout.order()
		await expect(checkout.problems).toContainText('Bitte akzeptieren Sie die AGBs')
		await expect(checkout.problems).toContainText('Bitte wählen Sie, womit Sie bezahlen möchten')
		await expect(checkout.terms).toHaveAccessibleDescription('Bitte akzeptieren Sie die AGBs')
	})

	await test.step('orders and pays at the provider', async () => {
		await checkout.acceptAndOrder()
		await expect(bank.main).toContainText('112,21 €')
		await bank.pay()
	})

	const bookingId = await checkout.bookingId()
	const number = await checkout.fact('success.number')

	await test.step('reads the confirmation', async () => {
		expect(bookingId).toMatch(/^[\w-]{22,}$/)
		expect(number).toMatch(/^\d{4}-\d{6}$/)
		expect(await checkout.lines()).toEqual([
			['Position', 'Produkt', 'Einzelpreis', 'Anzahl', 'Betrag'],
			['1', expect.stringContaining(party), '25,90 €', '8', '207,20 €'],
			['2', expect.stringContaining('Karaffe Apfelschorle'), '', '2', 'inklusive'],
			['3', expect.stringContaining('Menü Mondbrocken'), '', '5', 'inklusive'],
			['4', expect.stringContaining('Menü Spaghettinebel'), '', '3', 'inklusive'],
			['5', expect.stringContaining('Karaffe Polarlicht-Limo'), '7,90 €', '1', '7,90 €'],
			['6', expect.stringContaining('Motto Sternenstaub'), '24,90 €', '1', '24,90 €'],
			['7', expect.stringContaining('Erwachsenenticket'), '8,90 €', '3', '26,70 €'],
			['8', expect.stringContaining('Rettungskapsel'), '109,00 €', '1', '109,00 €'],
			['9', expect.stringContaining('Raketentorte'), '39,90 €', '1', '39,90 €'],
			['10', expect.stringContaining('Schließfach'), '2,00 €', '1', '2,00 €'],
		])
		expect(await cart.sums()).toMatchObject({
			Gesamt: '375,84 €',
			'Online bezahlt': '112,21 €',
			'Später vor Ort': '263,63 €',
		})
		await expect(checkout.main).toContainText('Vielen Dank, Ada!')
		await expect(checkout.main).toContainText('Geburtstag: Grace')
	})

	await test.step('takes the calendar file', async () => {
		const { name, content } = await checkout.calendarFile()
		expect(name).toBe(`${number}.ics`)
		expect(content).toMatch(/^BEGIN:VCALENDAR\r\n/)
		expect(content.replaceAll(/\r\n[ \t]/g, '')).toContain(`Bestellnummer ${number}`)
		expect(startOf(content)).toEqual({ day: weekend, time: '14:00' })
	})

	await test.step('gets one mail: text, HTML, calendar file and the terms', async () => {
		const mail = await outbox.confirmationOf(bookingId)
		expect(mail.to).toBe('ada@example.org')
		expect(mail.subject).toBe(`Ihre Bestellung ${number} bei Raumzeit ist bestätigt`)
		for (const words of [mail.text, mail.html]) {
			expect(words).toContain(number)
			expect(words).toContain(party)
			expect(plain(words)).toContain('263,63 €')
			expect(words).toContain('Kein Widerrufsrecht')
		}
		expect(mail.html).toMatch(/<html lang="de/)
		expect(mail.files.map(({ type }) => type)).toContain('text/calendar')
		expect(mail.files.length).toBeGreaterThan(1)
	})

	await test.step('the cart is empty again', async () => {
		await cart.open()
		await expect(cart.body).toContainText('Darum ist Ihr Warenkorb leer.')
	})
})

test.describe('in English', () => {
	test.use({ locale: 'en-GB' })

	test('books, pays and gets page and mail in English @journeys @javascript', async ({
		shop,
		cart,
		checkout,
		bank,
		outbox,
		weekend,
	}) => {
		await shop.open({ day: weekend, duration: 120, time: '14:00' })
		await shop.add('Adult ticket', 2)
		await cart.shows({ Total: '€17.80', 'Now online': '€5.34', 'Later on site': '€12.46' })
		await shop.toCheckout()
		await checkout.tell()
		await expect(checkout.orderButton).toHaveText('order with obligation to pay')
		await checkout.acceptAndOrder()
		await expect(bank.main).toContainText('€5.34')
		await bank.pay()

		const bookingId = await checkout.bookingId()
		await expect(checkout.main).toContainText('Thank you, Ada!')
		const number = await checkout.fact('success.number')
		const mail = await outbox.confirmationOf(bookingId)
		expect(mail.subject).toContain(number)
		expect(mail.subject).toContain('confirmed')
		expect(mail.html).toMatch(/<html lang="en/)
		expect(mail.text).toContain('Adult ticket')
		expect(plain(mail.text)).toContain('€12.46')
	})
})

/** Returns day and time of the event's start by the venue's clock. */
function startOf(file: string): { day: string; time: string } {
	const [, year, month, day, hour, minute] =
		/DTSTART:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)00Z/.exec(file) ?? []
	const [date = '', time = ''] = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
		.toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' })
		.split(' ')
	return { day: date, time: time.slice(0, 5) }
}

function plain(text: string): string {
	return text.replaceAll(/&nbsp;|\u00A0|\u202F/g, ' ')
}
