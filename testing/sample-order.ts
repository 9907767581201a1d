import { cents } from '#app/models/money.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { venueSchema } from '#app/models/venue/venue.ts'

/** A small venue and an order with something of everything, for the tests of mails and files. */

const hours = { opens: '10:00', closes: '20:00' }
const priced = (price: number) => ({ prices: { weekday: price, weekend: price } })

const products = [
	{ id: 'birthday', kind: 'package', due: 'deposit', ...priced(24.9) },
	{ id: 'pizza', kind: 'addon', due: 'deposit', ...priced(12.5) },
	{ id: 'socks', kind: 'addon', due: 'onSite', ...priced(2.45) },
	{
		id: 'gift-50',
		kind: 'giftVoucher',
		due: 'online',
		vat: 'none',
		delivery: 'post',
		...priced(50),
	},
].map((product) => ({
	...product,
	name: { de: product.id, en: product.id },
	summary: { de: '-', en: '-' },
	picture: '/pictures/sample.svg',
}))

export const sampleVenue = venueSchema.parse({
	name: 'Raumzeit',
	claim: { de: '-', en: '-' },
	intro: { de: '-', en: '-' },
	announcement: { de: '-', en: '-' },
	contact: {
		company: 'Raumzeit Spielwelten GmbH',
		street: 'Planetenring 7',
		postcode: '85000',
		city: 'Sternhausen',
		phone: '+49 89 99998 123',
		email: 'hallo@raumzeit.example',
		website: 'https://raumzeit.example',
	},
	legal: {
		vatId: 'DE123456789',
		taxNumber: '143/123/45678',
		register: 'Amtsgericht Sternhausen, HRB 4711',
		management: 'Stella Morgenroth, Orion Lichtblau',
	},
	arrival: {
		de: 'Am besten sind Sie 15 Minuten vor Beginn da; Parkplätze gibt es vor der Tür.',
		en: 'Please arrive 15 minutes before your time; there is parking outside.',
	},
	bring: {
		de: 'Bequeme Kleidung, Stoppersocken und Ihre Bestellnummer.',
		en: 'Comfortable clothes, non-slip socks and your order number.',
	},
	deadlines: [
		{
			before: { days: 7 },
			text: {
				de: 'Bis 7 Tage vorher sagen Sie kostenfrei ab.',
				en: 'Up to 7 days before you can cancel free of charge.',
			},
		},
	],
	changes: { de: 'Schreiben Sie an', en: 'Write to' },
	termsVersion: '2025-03-01',
	depositShare: 30,
	vat: [{ from: '2007-01-01', standard: 19, reduced: 7 }],
	shipping: { price: 3.9, vat: 'standard' },
	hold: {
		minutes: 15,
		maxMinutes: 60,
		cartsPerAddress: 30,
		newCartsPerAddress: 100,
		exclusivePerCart: 3,
		exclusivePerAddress: 9,
		placesPerAddress: 80,
	},
	keep: { carts: 30, webhooks: 90, paymentTokens: 1 },
	entry: { resource: 'park', raster: 30, durations: [90, 'day'], guests: 4, fewPlaces: 25 },
	calendar: {
		openingDate: '2025-03-01',
		horizonDays: 180,
		federalState: 'BY',
		weekdays: {
			monday: null,
			tuesday: hours,
			wednesday: hours,
			thursday: hours,
			friday: hours,
			saturday: hours,
			sunday: hours,
		},
		publicHolidays: hours,
		schoolHolidays: hours,
		schoolHolidayRanges: [],
		weekendPrices: [],
		overrides: [],
	},
	resources: [{ id: 'park', name: { de: 'Park', en: 'Park' }, capacity: 250 }],
	products,
	pages: {
		agb: {
			title: { de: 'AGB', en: 'Terms' },
			html: { de: '<h1>AGB des Hauses</h1>', en: '<h1>Terms of the venue</h1>' },
		},
		widerruf: {
			title: { de: 'Widerruf', en: 'Withdrawal' },
			html: { de: '<h1>Widerrufsbelehrung</h1>', en: '<h1>Withdrawal</h1>' },
		},
		impressum: {
			title: { de: 'Impressum', en: 'Legal notice' },
			html: {
				de: '<h1>Raumzeit Spielwelten GmbH</h1><p>Planetenring 7<br>85000 Sternhausen</p><p>Amtsgericht Sternhausen HRB 4711</p>',
				en: '<h1>Raumzeit Spielwelten GmbH</h1><p>Planetenring 7<br>85000 Sternhausen</p><p>Amtsgericht Sternhausen HRB 4711</p>',
			},
		},
	},
})

const day = '2026-11-28'
const base = {
	parentPosition: null,
	detail: null,
	included: 0,
	startsAt: null,
	endsAt: null,
	gift: null,
}
const lines: OrderLine[] = [
	{
		...base,
		position: 1,
		productId: 'birthday',
		title: { de: 'Kindergeburtstag Kosmos', en: 'Children’s birthday Cosmos' },
		detail: { de: 'Raum Mars', en: 'Room Mars' },
		quantity: 10,
		unitPrice: cents(2490),
		amount: cents(24_900),
		vatRate: 19,
		vatClass: 'standard',
		due: 'deposit',
		startsAt: instantAt(day, '14:00'),
		endsAt: instantAt(day, '16:30'),
	},
	{
		...base,
		position: 2,
		parentPosition: 1,
		productId: 'pizza',
		title: { de: 'Pizza', en: 'Pizza' },
		quantity: 3,
		included: 2,
		unitPrice: cents(1250),
		amount: cents(1250),
		vatRate: 19,
		vatClass: 'standard',
		due: 'deposit',
	},
	{
		...base,
		position: 3,
		productId: 'socks',
		title: { de: 'Stoppersocken', en: 'Non-slip socks' },
		quantity: 4,
		unitPrice: cents(245),
		amount: cents(980),
		vatRate: 19,
		vatClass: 'standard',
		due: 'onSite',
		startsAt: instantAt(day, '15:00'),
		endsAt: instantAt(day, '17:30'),
	},
	{
		...base,
		position: 4,
		productId: 'gift-50',
		title: { de: 'Geschenkgutschein per Post', en: 'Gift voucher by post' },
		quantity: 1,
		unitPrice: cents(5000),
		amount: cents(5000),
		vatRate: 0,
		vatClass: null,
		due: 'online',
		gift: { delivery: 'post', validMonths: 36 },
	},
]

export const sampleOrder: Order = {
	id: '5f0c8e0e-0f7b-4d7c-9a51-111111111111',
	publicId: 'Ab-c_1',
	number: '2026-000042',
	state: 'confirmed',
	revision: 1,
	locale: 'de-DE',
	day,
	person: {
		salutation: null,
		firstName: 'Ada',
		lastName: 'Lovelace',
		email: 'ada@example.com',
		phone: null,
		mobile: null,
		dateOfBirth: null,
		street: 'Sternweg 1',
		supplement: null,
		postcode: '85001',
		city: 'Sternhausen',
	},
	recipient: null,
	party: { type: 'birthday', name: 'Byron', contactPerson: null },
	answers: {},
	termsVersion: '2025-03-01',
	voucherCode: 'SPACE25',
	linesTotal: cents(32_130),
	discount: cents(1000),
	shipping: cents(390),
	shippingVatRate: 19,
	total: cents(31_520),
	voucher: cents(0),
	online: cents(8964),
	onSite: cents(22_556),
	vat: [
		{ rate: 19, gross: cents(26_520), net: cents(22_286), vat: cents(4234) },
		{ rate: 0, gross: cents(5000), net: cents(5000), vat: cents(0) },
	],
	paidOnSite: cents(0),
	refunded: cents(0),
	createdAt: instantAt('2026-11-01', '09:00'),
	confirmedAt: instantAt('2026-11-01', '09:05'),
	cancelledAt: null,
	kept: cents(0),
	fee: cents(0),
	feeOfVoucher: cents(0),
	feeVat: 'consideration',
	lines,
}
