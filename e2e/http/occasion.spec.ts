import { expect, test } from '@playwright/test'

import { claimDay } from '../days.ts'
import { ada } from '../screens/checkout.ts'
import { newVisitor } from './visitor.ts'

// The chosen type of party travels in addresses and forms, and begins the details (record 037).

const origin = process.env['SHOP_URL'] ?? ''

test('the occasion begins the details until they are saved; an unknown one is ignored', async () => {
	const day = await claimDay('any')
	const wish = { product: 'kometen-party', day, time: '14:00', duration: 120, quantity: 8 }
	const book = { intent: 'book', version: 0, returnTo: '/', ...wish }
	for (const [occasion, begun] of [
		['company', 'company'],
		['wedding', undefined],
		['', undefined],
		['bride', 'bride'],
	] as const) {
		const visitor = newVisitor(origin)
		const booked = await visitor.post('/cart', { ...book, occasion })
		expect(booked.status).toBe(303)
		expect(visitor.cookies.has('occasion')).toBe(begun !== undefined)
		expect(chosenIn((await visitor.get('/checkout/address')).text)).toBe(begun)

		// Signed, so that only the shop sets it; and only a known type of party counts.
		visitor.cookies.set('occasion', 'team')
		expect(chosenIn((await visitor.get('/checkout/address')).text)).toBeUndefined()
		if (begun) {
			const again = await visitor.post('/cart', { ...book, version: 1, occasion })
			expect(again.status).toBe(303)
			const party = { 'party.type': 'birthday', 'party.birthday': 'Mia' }
			const saved = await visitor.post('/checkout/address', { ...ada, ...party })
			expect(saved.location).toBe('/checkout/overview')
			expect(visitor.cookies.get('occasion')).toBe('')
			expect(chosenIn((await visitor.get('/checkout/address')).text)).toBe('birthday')
		}
	}
})

function chosenIn(page: string): string | undefined {
	const radios = page.match(/<input[^>]*type="radio"[^>]*>/g) ?? []
	const checked = radios.find((radio) => radio.includes('checked=""'))
	return checked && /value="(\w+)"/.exec(checked)?.[1]
}
