import { expect, test } from '@playwright/test'

import { claimDay } from '../days.ts'
import { details, order, versionIn } from './funnel.ts'
import { newVisitor } from './visitor.ts'

const origin = process.env['SHOP_URL'] ?? ''

test('every step from the cart to the provider has a way back and a way on', async () => {
	const visitor = newVisitor(origin)
	const wish = { product: 'ticket-adult', quantity: 2, time: '14:00', duration: 120 }
	const day = await claimDay('any')
	await visitor.post('/cart', { intent: 'add', version: 0, day, ...wish })
	/** Lists the links that the page offers, beside its header, its footer and the row of steps. */
	async function waysOf(path: string): Promise<string> {
		const { status, text } = await visitor.get(path)
		expect(status).toBe(200)
		return /<main[\s\S]*<\/main>/.exec(text)?.[0].replace(/<nav[\s\S]*?<\/nav>/g, '') ?? ''
	}
	const link = (to: string) => expect.stringContaining(`href="${to}"`)
	const button = (value: string) => expect.stringContaining(`value="${value}"`)

	expect(await waysOf('/cart')).toEqual(link('/checkout/sign-in'))
	const signIn = await waysOf('/checkout/sign-in')
	expect(signIn).toEqual(link('/cart'))
	expect(signIn).toEqual(link('/checkout/address'))
	const address = await waysOf('/checkout/address')
	expect(address).toEqual(button('back'))
	expect(address).toContain('Weiter zur Übersicht')
	await visitor.post('/checkout/address', details)
	const overview = await waysOf('/checkout/overview')
	expect(overview).toEqual(link('/checkout/address'))
	expect(overview).toContain('zahlungspflichtig bestellen')

	const payment = await order(visitor, versionIn(overview))
	const leaving = await waysOf(payment)
	expect(leaving).toEqual(link('/checkout/overview'))
	expect(leaving).toEqual(link(`${payment}?go=1`))
	const running = await waysOf('/checkout/overview')
	expect(running).toEqual(button('giveUp'))
	expect(running).toEqual(button('continue'))
})
