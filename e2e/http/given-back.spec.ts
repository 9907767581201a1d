import { expect, test } from '@playwright/test'

import { claimDay } from '../days.ts'
import { openOutbox } from '../outbox.ts'
import { bookingOf, leave, order, pay, readyToOrder } from './funnel.ts'
import { venue } from './operator.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// Orders that the operator takes back, and what their customers see afterwards.

const origin = process.env['SHOP_URL'] ?? ''
const outbox = openOutbox()

type Bought = { visitor: Visitor; page: string; number: string }

/** Orders, pays and waits for the letter. */
async function bought(
	quantity: number,
	more: Record<string, string> = {},
	on?: string,
): Promise<Bought> {
	const day = on ?? (await claimDay('any'))
	const ready = await readyToOrder(origin, day, quantity, more)
	const { visitor, version } = ready
	const provider = await leave(visitor, await order(visitor, version))
	await pay(provider)
	const bookingId = await bookingOf(provider, 'confirmed')
	// The letter's job issues the papers; an order that is given back before it never gets any.
	await outbox.confirmationOf(bookingId)
	const page = `/checkout/success/${bookingId}`
	const { text } = await visitor.get(page)
	return { visitor, page, number: /\d{4}-\d{6}/.exec(text)?.[0] ?? '' }
}

test('gift vouchers that were withdrawn and refunded: no code pays or is shown any more', async () => {
	const { visitor, page, number } = await bought(2, { product: 'gift-25-mail' })
	const sheets = `${page}/gift-vouchers`
	const code = /[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}/.exec((await visitor.get(sheets)).text)
	expect(code).not.toBeNull()
	expect((await visitor.get(page)).text).toContain('Gutscheine ansehen und ausdrucken')

	const refunded = await venue('refund', number)
	expect(refunded.code, refunded.said).toBe(0)
	expect(refunded.said).toContain('Gift vouchers that are void from now on: 2.')

	for (const path of [sheets, `${sheets}.pdf`])
		expect((await visitor.get(path)).status, path).toBe(404)
	const { text } = await visitor.get(page)
	expect(text).toContain('Ihre Bestellung ist widerrufen.')
	expect(text).toContain('Widerrufene Gutscheine: 2')
	expect(text).not.toContain('Gutscheine ansehen und ausdrucken')
	expect(text).not.toContain('unterwegs')

	const other = await readyToOrder(origin, await claimDay('any'), 2)
	const redeem = { intent: 'redeem', version: other.version, code: code?.[0] ?? '' }
	const refused = await other.visitor.post('/cart', redeem)
	expect(refused.status).toBe(422)
	expect(refused.text).toContain('Der Gutschein wurde widerrufen und gilt nicht mehr')
})

test('a cancelled booking: every page says so, none asks for money, and the room is free', async () => {
	const day = await claimDay('any')
	const party = { product: 'room-mercury', 'party.type': 'birthday', 'party.birthday': 'Byron' }
	const { visitor, page, number } = await bought(1, party, day)
	expect((await visitor.get(page)).text).toContain('Später vor Ort')
	const invited = await visitor.post(`${page}/invitation`, { intent: 'invite' })
	const invitation = invited.location ?? ''
	expect(invitation).toMatch(/^\/invitation\//)

	expect(await venue('cancel', number, '--keep', '999')).toMatchObject({ code: 1 })
	const cancelled = await venue('cancel', number)
	expect(cancelled.code, cancelled.said).toBe(0)
	expect(cancelled.said).toContain('is cancelled, its places are free')
	const twice = await venue('cancel', number)
	expect(twice).toMatchObject({ code: 1, said: expect.stringContaining('cancelled already') })

	const { text } = await visitor.get(page)
	expect(text).toContain('Ihre Bestellung ist storniert.')
	expect(text).not.toMatch(
		/Später vor Ort|Vor Ort zu zahlen|Gäste einladen|Ihre Bestellung ist bestätigt/,
	)
	const file = await visitor.get(`${page}/calendar.ics`)
	expect(file.text).toContain('STATUS:CANCELLED')
	expect(file.text).not.toContain('zu zahlen')

	const guest = newVisitor(origin)
	expect((await guest.get(invitation)).text).toContain('Dieser Termin ist storniert.')
	expect((await guest.get(`${invitation}/calendar.ics`)).text).toContain('STATUS:CANCELLED')
	expect((await visitor.post(`${page}/invitation`, { intent: 'invite' })).status).toBe(404)

	const shown = async () => (await visitor.get(page)).text.replaceAll('\u00AD', '')
	await expect.poll(shown).toContain('Stornorechnung')
	expect(await shown()).toContain('Erstattet')
	await bought(1, party, day)
})

test('payments on site and refunds are shown, and are not asked for again', async () => {
	const { visitor, page, number } = await bought(4)
	const amountOf = async (label: string) => {
		const { text } = await visitor.get(page)
		return new RegExp(`<dt[^>]*>${label}.*?</dt><dd[^>]*>(.*?)</dd>`).exec(text)?.[1] ?? null
	}
	const due = await amountOf('Später vor Ort')
	const cents = Number(due?.replace(/\D/g, ''))
	expect(cents).toBeGreaterThan(500)
	expect((await visitor.get(page)).text).toContain('Vor Ort zu zahlen')

	expect(await venue('paid', number, '1.00', 'cash', 'K1')).toMatchObject({ code: 0 })
	expect(await amountOf('Vor Ort bezahlt')).toContain('1,00')
	expect(Number((await amountOf('Später vor Ort'))?.replace(/\D/g, ''))).toBe(cents - 100)

	const rest = ((cents - 100) / 100).toFixed(2)
	expect(await venue('paid', number, rest, 'card', 'K2')).toMatchObject({ code: 0 })
	expect(await venue('refund', number, '2.00')).toMatchObject({ code: 0 })
	expect(await amountOf('Vor Ort bezahlt')).toBe(due)
	expect(await amountOf('Später vor Ort')).toBeNull()
	expect(await amountOf('Erstattet')).toContain('2,00')
	const { text } = await visitor.get(page)
	expect(text).not.toContain('Vor Ort zu zahlen')
	expect(text).toContain('Vor Ort ist nichts mehr zu zahlen.')
	const file = await visitor.get(`${page}/calendar.ics`)
	expect(file.text.replaceAll('\r\n ', '')).toContain('Vor Ort zu zahlen: 0\\,00')
})
