import { expect, test } from './fixtures.ts'

test('a company finds its party: named on the start page, chosen by a link, preselected in the details @journeys @javascript', async ({
	page,
	shop,
	checkout,
	day,
}) => {
	await shop.open()
	await expect(shop.intents.nth(1)).toContainText('Auch für Firmen, Teams und')
	await page.goto('/pages/faq')
	await page.getByRole('link', { name: 'mit Firma oder Abteilung', exact: true }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mit der Firma feiern')
	const occasions = page.getByRole('list', { name: 'Was wird gefeiert?' })
	const company = occasions.getByRole('link', { name: 'Firma oder Abteilung' })
	await expect(company).toHaveAttribute('aria-current', 'true')
	const team = occasions.getByRole('link', { name: 'Team oder Verein' })
	await team.click()
	await expect(team).toHaveAttribute('aria-current', 'true')
	await expect(company).not.toHaveAttribute('aria-current')
	await company.click()
	await expect(company).toHaveAttribute('aria-current', 'true')

	// The occasion stays through links, the form of day and guests, and the form that books.
	await shop.lookAt('Kometen-Party')
	await shop.typeDay(day, 8)
	await expect(page).toHaveURL(/occasion=company/)
	await shop.wishFor('Kometen-Party', '14:00')
	await expect(shop.group('Ihr Motto')).toBeVisible()
	await expect(company).toHaveAttribute('aria-current', 'true')

	await checkout.openAddress()
	const chosen = page.getByRole('radio', { name: 'Firma oder Abteilung', exact: true })
	await expect(chosen).toBeChecked()
	await expect(checkout.partyName('company')).toBeVisible()
	await expect(checkout.partyName('birthday')).toBeHidden()
})
