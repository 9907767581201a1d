import { expect, test } from '@playwright/test'

import { claimDay } from '../days.ts'
import { bookingOf, leave, order, pay, readyToOrder } from './funnel.ts'
import { venue } from './operator.ts'
import type { Visitor } from './visitor.ts'

// What the operator takes back, and what its customer sees of it afterwards.

const origin = process.env['SHOP_URL'] ?? ''

type Bought = { visitor: Visitor; page: string; number: string }

/** Ordered and paid. */
async function bought(quantity: number, more: Record<string, string> = {}): Promise<Bought> {
	const ready = await readyToOrder(origin, await claimDay('any'), quantity, more)
	const { visitor, version } = ready
	const provider = await leave(visitor, await order(visitor, version))
	await pay(provider)
	const page = `/checkout/success/${await bookingOf(provider, 'confirmed')}`
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
	expect(text).toContain('2 Gutscheine dieser Bestellung sind widerrufen')
	expect(text).not.toContain('Gutscheine ansehen und ausdrucken')
	expect(text).not.toContain('unterwegs')

	const other = await readyToOrder(origin, await claimDay('any'), 2)
	const redeem = { intent: 'redeem', version: other.version, code: code?.[0] ?? '' }
	const refused = await other.visitor.post('/cart', redeem)
	expect(refused.status).toBe(422)
	expect(refused.text).toContain('Der Gutschein wurde widerrufen und gilt nicht mehr')
})
