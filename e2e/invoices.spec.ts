import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { readPdf } from '#testing/read-pdf.ts'

import { expect, test } from './fixtures.ts'
import { newEmail } from './new-email.ts'
import { isSound } from './screens/sound.ts'

async function download(page: Page, name: string) {
	const link = page.getByRole('link', { name, exact: true })
	const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
	const content = await readFile(await file.path())
	return { name: file.suggestedFilename(), ...(await readPdf(new Uint8Array(content))) }
}

test('the invoice is downloaded from the confirmation, and later from the account @journeys', async ({
	page,
	visit,
	account,
	given,
	checkout,
	bank,
	day,
}) => {
	const { t } = visit
	const title = t('invoices.title.deposit')
	const link = t('invoices.file', { title })
	const email = newEmail()
	await account.openRegister()
	await account.register({ email, password: 'drei Sterne und ein Mond' })
	await expect(account.heading(t('account.greeting', { name: 'Ada' }))).toBeVisible()
	await given.tickets(day)
	await given.details()
	await checkout.openOverview()
	await checkout.acceptAndOrder()
	await bank.pay()
	await checkout.bookingId()

	await expect(page.getByRole('heading', { name: t('invoices.files'), exact: true })).toBeVisible()
	const file = await download(page, link)
	expect(file.name).toMatch(new RegExp(`^${title}-RE-\\d{4}-\\d{6}\\.pdf$`))
	expect(file.text).toContain(`${title} RE-`)
	expect(file).toMatchObject({ isTagged: true, lang: 'de-DE' })
	await isSound(page, [320, 768, 1280])

	await account.openOrders()
	await account.orderLink.click()
	await expect(page.getByRole('heading', { name: t('invoices.files'), exact: true })).toBeVisible()
	expect((await download(page, link)).text).toBe(file.text)
	await isSound(page, [320, 768, 1280])
})
