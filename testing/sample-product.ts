import { cents } from '#app/models/money.ts'
import type { Product } from '#app/models/venue/catalogue.ts'

/** Makes a plain product; a test adds only what it is about. */
export function sampleProduct(id: string, more: Partial<Product> = {}): Product {
	const text = { de: 'Text', en: 'Text' }
	return {
		id,
		kind: 'ticket',
		name: text,
		summary: text,
		includes: [],
		picture: '/x.webp',
		popular: false,
		mandatoryOnSite: false,
		vat: 'standard',
		due: 'deposit',
		prices: { weekday: cents(1000), weekend: cents(1000) },
		periods: [],
		uses: [],
		quantity: { min: 1, max: 99 },
		perGuest: false,
		conditions: [],
		requires: [],
		excludes: [],
		...more,
	}
}
