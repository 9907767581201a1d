import { createHash } from 'node:crypto'

import { expect, test as base, type BrowserContext } from '@playwright/test'
import postgres, { type Sql } from 'postgres'

import { translator } from '#app/i18n/translator.ts'

import { claimDay } from './days.ts'
import { givenBy, type Given } from './given.ts'
import { issueVoucher } from './issued-voucher.ts'
import { openOutbox, type Outbox } from './outbox.ts'
import { accountScreen, type AccountScreen } from './screens/account.ts'
import { bankScreen, type BankScreen } from './screens/bank.ts'
import { cartScreen, type CartScreen } from './screens/cart.ts'
import { checkoutScreen, type CheckoutScreen } from './screens/checkout.ts'
import { shopScreen, type ShopScreen } from './screens/shop.ts'
import { type Visit, watchRequests } from './screens/visit.ts'

export { expect }

/* oxlint-disable no-empty-pattern -- Playwright reads from the pattern what a fixture needs. */

type Fixtures = {
	/** The window and the texts of its language; `t` finds what the screens look for. */
	visit: Visit
	shop: ShopScreen
	cart: CartScreen
	checkout: CheckoutScreen
	bank: BankScreen
	account: AccountScreen
	outbox: Outbox
	given: Given
	/** Fills the cart with tickets and all details: the visitor stands before the order button. */
	readyToOrder: () => Promise<void>
	/** A day of this test alone, open from 14:00 at the latest; `otherDay` is another such. */
	day: string
	otherDay: string
	/** A Saturday or Sunday of this test alone: prices of the weekend. */
	weekend: string
	/** Makes a value voucher of so many cents for this test alone; returns its code. */
	issueVoucher: (amount: number) => Promise<string>
	/** Allows answers that the browser complains about and that this test causes on purpose. */
	expectStatus: (status: number) => void
	/** Allows further complaints that begin with this text. */
	expectComplaint: (text: string) => void
	expected: Expected
}
type Expected = { statuses: Set<number>; complaints: string[] }
type WorkerFixtures = { database: Sql }

export const test = base.extend<Fixtures, WorkerFixtures>({
	// Each test is a visitor with an address of its own for the shop's limits by address.
	extraHTTPHeaders: async ({}, use, { testId, retry }) => {
		await use({ 'X-Forwarded-For': addressOf(`${testId} ${retry}`) })
	},
	visit: async ({ page, locale }, use) => {
		await use({ page, t: translator(locale?.startsWith('en') ? 'en-EN' : 'de-DE') })
	},
	shop: async ({ visit }, use) => use(shopScreen(visit)),
	cart: async ({ visit }, use) => use(cartScreen(visit)),
	checkout: async ({ visit }, use) => use(checkoutScreen(visit)),
	bank: async ({ visit }, use) => use(bankScreen(visit)),
	account: async ({ visit }, use) => use(accountScreen(visit)),
	outbox: async ({}, use) => use(openOutbox()),
	given: async ({ context, baseURL }, use) => use(givenBy(context.request, baseURL ?? '')),
	readyToOrder: async ({ given, checkout, day }, use) => {
		await use(async () => {
			await given.tickets(day)
			await given.details()
			await checkout.openOverview()
		})
	},
	day: async ({}, use) => use(await claimDay('any')),
	otherDay: async ({}, use) => use(await claimDay('any')),
	weekend: async ({}, use) => use(await claimDay('weekend')),
	issueVoucher: async ({ database }, use) => use((amount) => issueVoucher(database, amount)),

	expected: [
		async ({ context }, use) => {
			watchRequests(context)
			const expected: Expected = { statuses: new Set(), complaints: [] }
			const complaints = listen(context)
			await use(expected)
			expect(complaints.filter((complaint) => !isExpected(complaint, expected))).toEqual([])
		},
		{ auto: true },
	],
	expectStatus: async ({ expected }, use) => use((status) => expected.statuses.add(status)),
	expectComplaint: async ({ expected }, use) => use((text) => expected.complaints.push(text)),
	database: [
		async ({}, use) => {
			const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 2, onnotice: () => {} })
			await use(sql)
			await sql.end()
		},
		{ scope: 'worker' },
	],
})

/** Collects everything that the browser calls an error, in all windows of the test. */
function listen(context: BrowserContext): string[] {
	const complaints: string[] = []
	context.on('console', (message) => {
		if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
	})
	context.on('weberror', (event) => complaints.push(String(event.error())))
	return complaints
}

function isExpected(complaint: string, { statuses, complaints }: Expected): boolean {
	const status = /^Failed to load resource: .* status of (\d{3})/.exec(complaint)?.[1]
	if (status !== undefined) return statuses.has(Number(status))
	return complaints.some((text) => complaint.startsWith(text))
}

function addressOf(name: string): string {
	const [one = 0, two = 0, three = 0] = createHash('sha256').update(name).digest()
	return `10.${one}.${two}.${three}`
}
