import { expect, type APIRequestContext } from '@playwright/test'

import { ada, type Details } from './screens/checkout.ts'

/** A product by its id in the catalogue of the demo venue. */
export type Wish = { product: string; quantity?: number; time?: string; duration?: number }

export type Given = ReturnType<typeof givenBy>

/**
 * Sets up the state before a test by posting the forms of pages, in the name of the page's visitor, without opening
 * them.
 */
export function givenBy(request: APIRequestContext, origin: string) {
	async function post(path: string, form: Record<string, string | number>): Promise<void> {
		const headers = { Origin: origin }
		const answer = await request.post(path, { form, headers, maxRedirects: 0 })
		expect(answer.status()).toBe(303)
	}

	async function version(): Promise<string> {
		const html = await (await request.get('/')).text()
		return /name="version"[^>]*value="(\d+)"/.exec(html)?.[1] ?? '0'
	}

	async function inCart(day: string, ...wishes: Wish[]): Promise<void> {
		for (const { product, quantity = 1, time = '14:00', duration = 120 } of wishes) {
			const wish = { product, quantity, day, time, duration }
			await post('/cart', { intent: 'add', version: await version(), ...wish })
		}
	}

	/** A Kometen-Party with all that it needs. */
	async function party(day: string, guests = 8, time = '14:00'): Promise<void> {
		await inCart(day, { product: 'kometen-party', quantity: guests, time })
		const html = await (await request.get('/cart')).text()
		await post('/cart', {
			intent: 'set',
			version: await version(),
			line: /name="line"[^>]*value="([0-9a-f-]{36})"/.exec(html)?.[1] ?? '',
			guests,
			day,
			'pieces.menu-pasta': guests,
			'pieces.jug-juice': 2,
			'choices.motto': 'decor-astronauts',
		})
	}

	return {
		inCart,
		party,
		tickets: (day: string, quantity = 4) => inCart(day, { product: 'ticket-adult', quantity }),
		/** A party is asked about only where something exclusive lies in the cart. */
		details: (details: Details = ada) =>
			post('/checkout/address', {
				...details,
				'party.type': 'birthday',
				'party.birthday': 'Byron',
			}),
	}
}
