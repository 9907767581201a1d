import { expect, test } from './fixtures.ts'
import { newEmail } from './new-email.ts'
import { isSound } from './screens/sound.ts'
import { alive } from './screens/visit.ts'

// Law: withdrawing from a gift voucher in two steps (§ 356a BGB).

test('a contract is withdrawn from any page, without signing in, in two steps, with a receipt @both', async ({
	page,
	outbox,
	database,
	expectStatus,
}) => {
	expectStatus(422)
	const email = newEmail()
	await page.goto('/cart')
	await page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vertrag widerrufen')
	await isSound(page)

	const first = page.getByRole('button', { name: 'Vertrag widerrufen', exact: true })
	await page.getByLabel('Ihr Name').fill('Ada Lovelace')
	await first.click()
	await expect(page.getByRole('alert')).toBeVisible()
	await expect(page.getByLabel('Ihr Name')).toHaveValue('Ada Lovelace')

	await page.getByLabel('Bestellnummer').fill('2026-999999')
	await page.getByLabel('E-Mail für die Eingangsbestätigung').fill(email)
	await first.click()
	const second = page.getByRole('button', { name: 'Widerruf bestätigen', exact: true })
	await expect(second).toBeVisible()
	await isSound(page)
	expect(await database`select id from withdrawals where email = ${email}`).toHaveLength(0)

	await page.getByRole('button', { name: 'Angaben ändern' }).click()
	await expect(page.getByLabel('Bestellnummer')).toHaveValue('2026-999999')
	await page.getByLabel(/Nur einen Teil/).fill('nur den zweiten')
	await first.click()
	await second.click()
	await expect(page.getByText('Ihr Widerruf ist bei uns eingegangen')).toBeVisible()

	const [noted] = await database`select * from withdrawals where email = ${email}`
	expect(noted).toMatchObject({
		name: 'Ada Lovelace',
		contract: '2026-999999',
		note: 'nur den zweiten',
	})
	const receipt = await outbox.accountLetter(email, 'sender')
	expect(receipt.subject).toBe('Ihr Widerruf ist eingegangen')
	for (const word of ['Ada Lovelace', '2026-999999', 'nur den zweiten', 'Uhr'])
		expect(receipt.text).toContain(word)
	const told = await outbox.accountLetter('hallo@raumzeit.example', 'operator')
	expect(told.subject).toMatch(/^Widerruf eingegangen/)
})

test('each step of a withdrawal takes the focus with it @javascript', async ({ page }) => {
	await page.goto('/withdrawal')
	await alive(page)
	await page.getByLabel('Ihr Name').fill('Ada Lovelace')
	await page.getByLabel('Bestellnummer').fill('2026-999999')
	await page.getByLabel('E-Mail für die Eingangsbestätigung').fill('ada@example.org')
	await page.getByRole('button', { name: 'Vertrag widerrufen', exact: true }).click()
	const focused = page.locator(':focus')
	await expect(focused).toContainText('Widerruf bestätigen')
	await page.getByRole('button', { name: 'Widerruf bestätigen', exact: true }).click()
	await expect(focused).toContainText('Ihr Widerruf ist bei uns eingegangen')
})
