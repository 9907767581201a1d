import { expect, type Locator } from '@playwright/test'

import { alive, open, termsOf, type Visit } from './visit.ts'

export type CartScreen = ReturnType<typeof cartScreen>

/**
 * The page of the cart and the page that warns before the day changes. Voucher, reservation and sums are read in the
 * same way on every page.
 */
export function cartScreen(visit: Visit) {
	const { page, t } = visit
	const line = (product: string) => page.getByRole('article', { name: product, exact: true })
	const button = (name: string, within: Locator | typeof page = page) =>
		within.getByRole('button', { name, exact: true })
	const code = page.getByRole('textbox', { name: t('cart.voucherCode') })

	/** Waits for the cart's own page: a link has the new address before the page before it is gone. */
	async function shown(): Promise<void> {
		await expect(page.getByRole('heading', { level: 1, name: t('cart.title') })).toBeVisible()
	}

	return {
		line,
		/** The message of a refusal. */
		refusal: page.getByRole('alert'),
		/** The message that comes with the page and goes by itself. */
		notice: page.getByRole('list', { name: t('layout.notifications') }),
		body: page.getByRole('main'),
		voucherCode: code,
		checkoutLink: page.getByRole('main').getByRole('link', { name: t('cart.toCheckout') }),
		counter: (count: number) =>
			page.getByRole('banner').getByRole('link', { name: t('layout.cartWithCount', { count }) }),

		/** The next free times, shown where the cart is empty. */
		freeTimes: page.getByRole('main').getByRole('link', { name: /\d\d:\d\d/ }),

		open: () => open(visit, '/cart'),
		openDayChange: (day: string) =>
			open(visit, `/cart?${new URLSearchParams({ day, returnTo: '/cart' })}`),
		shown,
		async change(product: string, quantity: number | string) {
			await shown()
			const number = line(product).getByRole('spinbutton').first()
			await number.fill(String(quantity))
			const change = button(t('cart.changeOf', { product }))
			await ((await change.isVisible()) ? change.click() : number.press('Enter'))
		},
		remove: (product: string) => button(t('cart.removeOf', { product })).click(),
		async redeem(voucher: string) {
			await alive(page)
			const other = page.getByRole('group').filter({ hasText: t('cart.voucherOther') })
			await expect(code.or(other).filter({ visible: true }).first()).toBeVisible()
			if (!(await code.isVisible())) await other.click()
			await code.fill(voucher)
			await button(t('cart.voucherRedeem')).click()
		},
		redeemed: (voucher: string) => page.getByText(t('cart.voucherRedeemed', { code: voucher })),
		removeVoucher: () => button(t('cart.voucherRemove')).click(),
		renew: () => button(t('cart.renewOf')).click(),
		holdAgain: () => button(t('cart.holdAgain')).click(),
		heldUntil: page.getByText(t('cart.heldUntil', { time: '' }).split('  ')[0] ?? ''),

		/** The sum of all lines. */
		total: page.getByRole('definition').first(),
		/** Returns the sums by their names: { Gesamt: '64,80 €', 'Jetzt online': ... }. */
		async sums(): Promise<Record<string, string>> {
			const names = [
				'sums.lines',
				'sums.discount',
				'sums.shipping',
				'sums.total',
				'sums.voucher',
				'sums.voucherRest',
				'sums.online',
				'sums.paidOnline',
				'sums.onSite',
			] as const
			const known = new Set<string>(names.map((name) => t(name)))
			return Object.fromEntries(
				(await termsOf(page)).flatMap(([term, amount]) => {
					const name = term.replace(t('sums.vatIncluded'), '').trim()
					return known.has(name) ? [[name, amount.replaceAll('\u00A0', ' ')]] : []
				}),
			)
		},
		async shows(sums: Record<string, string>) {
			await expect.poll(() => this.sums()).toMatchObject(sums)
		},

		dayChange: {
			heading: page.getByRole('heading', { level: 1, name: t('cart.dayChange.title') }),
			/** Returns the lists of what goes and what stays, line by line. */
			async lists(): Promise<string[][]> {
				const lists = await page.getByRole('main').getByRole('list').all()
				return Promise.all(lists.map((list) => list.getByRole('listitem').allInnerTexts()))
			},
			/**
			 * The button that takes along what can come: '5 Tickets auf Do., 26. November, 16:30 mitnehmen · 48,50 €'.
			 */
			take: page.getByRole('main').getByRole('button', { name: / mitnehmen · / }),
			confirm: () => button(t('cart.dayChange.confirm')).click(),
			cancel: () => page.getByRole('link', { name: t('cart.dayChange.cancel') }).click(),
		},
	}
}
