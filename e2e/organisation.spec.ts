import { expect, test } from './fixtures.ts'
import { ada } from './screens/checkout.ts'
import { isSound } from './screens/sound.ts'

const name = 'Städtische Kita Sonnenschein'
const leitwegId = '04011000-1234512345-06'

test('an organisation and a country are typed, refused, kept and shown @journeys @javascript', async ({
	page,
	visit,
	cart,
	checkout,
	given,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	const { t } = visit
	await given.tickets(day)
	await checkout.openAddress()
	const field = (label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}`) })
	const country = page.getByRole('combobox', { name: t('address.country') })
	await expect(country).toHaveValue('DE')
	await expect(field(t('organisation.name'))).toBeHidden()
	await page
		.locator('summary')
		.filter({ hasText: t('organisation.title') })
		.click()
	await field(t('organisation.name')).fill(name)
	await field(t('organisation.reference')).fill('Ausflug Igelgruppe')
	await field(t('organisation.leitwegId')).fill('04011000-1234512345-07')
	await checkout.enter({ ...ada, postcode: '1010', city: 'Wien' })
	await country.selectOption('AT')
	await checkout.next()

	await expect(checkout.problems).toContainText(t('organisation.leitwegId'))
	await expect(checkout.main).toContainText(t('validation.leitwegIdCheck'))
	await expect(field(t('organisation.name'))).toHaveValue(name)
	await expect(country).toHaveValue('AT')
	await isSound(page, [320, 360, 1280])

	// Fields that were refused are there after leaving the step and coming back.
	await cart.open()
	await checkout.openAddress()
	await expect(field(t('organisation.reference'))).toHaveValue('Ausflug Igelgruppe')
	await expect(country).toHaveValue('AT')
	await field(t('organisation.leitwegId')).fill(leitwegId)
	await checkout.next()

	await expect(checkout.overviewHeading).toBeVisible()
	const typed = checkout.main.locator('address')
	await expect(typed).toContainText(name)
	await expect(typed).toContainText(/1010.Wien, Österreich/)
	await expect(checkout.main).toContainText(`${t('organisation.leitwegId')}: ${leitwegId}`)
	await isSound(page, [320, 1280])
	await page.getByRole('link', { name: t('checkout.overview.editDetails') }).click()
	await expect(field(t('organisation.name'))).toHaveValue(name)
	await expect(country).toHaveValue('AT')
})
