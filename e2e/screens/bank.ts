import { expect } from '@playwright/test'

import type { Visit } from './visit.ts'

export type BankScreen = ReturnType<typeof bankScreen>

const words = {
	de: {
		test: 'Testzahlung – es fließt kein Geld',
		pay: 'Bezahlen',
		payAndClose: 'Bezahlen und Fenster schließen',
		decline: 'Ablehnen',
		cancel: 'Abbrechen',
		done: 'Die Zahlung ist eingegangen',
		expired: 'Diese Zahlung ist abgelaufen',
		back: 'Zurück zum Shop',
	},
	en: {
		test: 'Test payment – no money moves',
		pay: 'Pay',
		payAndClose: 'Pay and close window',
		decline: 'Decline',
		cancel: 'Cancel',
		done: 'The payment has arrived',
		expired: 'This payment has expired',
		back: 'Back to the shop',
	},
}

/** The hosted page of the pretend payment provider. */
export function bankScreen({ page, t }: Visit) {
	const say = t('layout.cart') === 'Cart' ? words.en : words.de
	const banner = page.getByText(say.test, { exact: true })

	async function press(name: string) {
		await expect(banner).toBeVisible()
		await page.getByRole('button', { name, exact: true }).click()
	}

	async function session(): Promise<string> {
		await expect(banner).toBeVisible()
		return new URL(page.url()).pathname.split('/').at(-1) ?? ''
	}

	return {
		banner,
		main: page.getByRole('main'),
		alert: page.getByRole('alert'),
		/** The provider's own id of this payment. */
		session,
		pay: () => press(say.pay),
		decline: () => press(say.decline),
		cancel: () => press(say.cancel),
		/** Ends the time to pay. */
		async letExpire() {
			await fetch(new URL(`/test/sessions/${await session()}/expire`, page.url()), {
				method: 'POST',
			})
			await page.reload()
			await expect(page.getByRole('heading', { name: say.expired })).toBeVisible()
		},
		goBack: () => page.getByRole('link', { name: say.back, exact: true }).click(),
		async payAndClose() {
			await press(say.payAndClose)
			await expect(page.getByRole('heading', { name: say.done })).toBeVisible()
		},
	}
}
