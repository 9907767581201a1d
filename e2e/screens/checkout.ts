import { expect } from '@playwright/test'

import { open, termsOf, type Visit } from './visit.ts'

/** The fields of the address step. */
export type Details = {
	firstName: string
	lastName: string
	email: string
	emailRepeat: string
	street: string
	postcode: string
	city: string
}

export const ada: Details = {
	firstName: 'Ada',
	lastName: 'Lovelace',
	email: 'ada@example.org',
	emailRepeat: 'ada@example.org',
	street: 'Sternweg 1',
	postcode: '80331',
	city: 'München',
}

const labels = {
	firstName: 'person.firstName',
	lastName: 'person.lastName',
	email: 'person.email',
	emailRepeat: 'person.emailRepeat',
	street: 'address.street',
	postcode: 'address.postcode',
	city: 'address.city',
} as const satisfies Record<keyof Details, string>

export type PartyType = 'birthday' | 'company' | 'team' | 'bride'

export type CheckoutScreen = ReturnType<typeof checkoutScreen>

/** The four steps: sign in or guest, details, overview, confirmation; and the pages between order and provider. */
export function checkoutScreen(visit: Visit) {
	const { page, t } = visit
	const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
	const field = (name: keyof Details) =>
		page.getByRole('textbox', { name: t(labels[name]), exact: true })
	const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
	const terms = page.getByRole('checkbox', { name: t('checkout.overview.termsField') })
	const lines = page.getByRole('table', { name: t('success.lines') })
	const receipt = page.locator('summary').filter({ hasText: t('success.lines') })
	const confirmed = page.getByText(t('success.booked'))

	async function enter(details: Partial<Details>) {
		for (const name of Object.keys(labels) as (keyof Details)[]) {
			const value = details[name]
			if (value !== undefined) await field(name).fill(value)
		}
	}
	const wayToPay = (way: 'paypal' | 'stripe') =>
		page.getByRole('radio', { name: t(`cart.ways.${way}`) })
	/** Chooses a way to pay; where nothing is due online there is no choice. */
	async function chooseWay(way: 'paypal' | 'stripe') {
		await expect(terms).toBeVisible()
		const radio = wayToPay(way)
		if (await radio.isVisible()) await radio.check()
	}
	const next = () => press(t('checkout.address.next'))

	return {
		field,
		terms,
		confirmed,
		termsLink: page
			.getByRole('main')
			.getByRole('link', { name: t('checkout.overview.termsField') }),
		main: page.getByRole('main'),
		/** The messages above the form, with a link to each field. */
		problems: page.getByRole('alert'),
		orderButton: page.getByRole('button', { name: t('checkout.overview.submit'), exact: true }),
		overviewHeading: heading(t('checkout.overview.title')),
		pendingHeading: heading(t('success.pending.title')),
		unavailableHeading: heading(t('errors.paymentFailed')),
		partyName: (type: PartyType) =>
			page.getByRole('textbox', { name: t(`party.names.${type}`), exact: true }),

		openAddress: () => open(visit, '/checkout/address'),
		openOverview: () => open(visit, '/checkout/overview'),
		async asGuest() {
			await page.getByRole('link', { name: t('checkout.signIn.guest') }).click()
			await expect(heading(t('checkout.address.title'))).toBeVisible()
		},
		enter,
		next,
		async celebrate(type: PartyType, name: string) {
			await page.getByRole('radio', { name: t(`party.types.${type}`), exact: true }).check()
			await page.getByRole('textbox', { name: t(`party.names.${type}`), exact: true }).fill(name)
		},
		/** Goes from the choice between guest and account to the overview, with valid details. */
		async tell(details: Details = ada) {
			await page.getByRole('link', { name: t('checkout.signIn.guest') }).click()
			await expect(heading(t('checkout.address.title'))).toBeVisible()
			await enter(details)
			await next()
			await expect(heading(t('checkout.overview.title'))).toBeVisible()
		},
		order: () => press(t('checkout.overview.submit')),
		wayToPay,
		chooseWay,
		async acceptAndOrder(way: 'paypal' | 'stripe' = 'stripe') {
			await chooseWay(way)
			await terms.check()
			await press(t('checkout.overview.submit'))
		},
		goOn: () =>
			page
				.getByRole('button', { name: t('checkout.overview.continue'), exact: true })
				.first()
				.click(),
		giveUp: () => press(t('checkout.overview.giveUp')),
		verifyAgain: () => press('Erneut verifizieren'),
		tryAgain: () => page.getByRole('link', { name: 'Erneut versuchen' }).click(),

		/** Waits for the confirmation and unfolds its receipt; returns the bookingId of its address. */
		async bookingId(): Promise<string> {
			await page.waitForURL(/\/checkout\/success\/(?!stripe|paypal)[^/?]+/)
			await expect(confirmed).toBeVisible()
			if (!(await lines.isVisible())) await receipt.click()
			return new URL(page.url()).pathname.split('/').at(-1) ?? ''
		},
		openConfirmation: (bookingId: string) => open(visit, `/checkout/success/${bookingId}`),
		/** Returns head and rows of the order's table, cell by cell. */
		async lines(): Promise<string[][]> {
			const rows = await lines.getByRole('row').all()
			return Promise.all(
				rows.map(async (row) =>
					(
						await row
							.getByRole('columnheader')
							.or(row.getByRole('cell'))
							.or(row.getByRole('rowheader'))
							.allInnerTexts()
					).map((text) => text.replaceAll('\u00A0', ' ')),
				),
			)
		},
		/** Returns a value in a <dl> of the page: the order number, the place. */
		async fact(term: 'success.number' | 'success.what'): Promise<string> {
			const facts = await termsOf(page)
			return facts.find(([name]) => name === t(term))?.[1] ?? ''
		},
		async calendarFile(): Promise<{ name: string; content: string }> {
			const downloading = page.waitForEvent('download')
			await page.getByRole('link', { name: t('success.calendarFile') }).click()
			const download = await downloading
			const chunks: Buffer[] = []
			for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
			return { name: download.suggestedFilename(), content: Buffer.concat(chunks).toString('utf8') }
		},
	}
}
