import { expect, test } from './fixtures.ts'
import { newEmail } from './new-email.ts'
import { accountScreen } from './screens/account.ts'
import { isSound } from './screens/sound.ts'

const password = 'drei Sterne und ein Mond'
const sizes = [320, 768, 1280]

test('after a sign-out in another tab, the personal data form says so and loses nothing (F23) @javascript', async ({
	page,
	context,
	visit,
	account,
}) => {
	const { t } = visit
	const email = newEmail('ada')
	await account.begin({ email, password })
	await account.openPersonalData()
	await account.fill(t('person.firstName'), 'Augusta')
	await account.main.getByLabel(t('address.city')).fill('Ockham')

	const other = accountScreen({ page: await context.newPage(), t })
	await other.page.goto('/account')
	await other.press(t('auth.signOut'))
	await other.told(t('account.signedOut'))

	await account.press(t('account.personalData.save'))
	await account.told(t('account.endedMeanwhile'))
	await expect(page).toHaveURL('/login?callbackUrl=%2Faccount%2Fpersonal-data')
	expect(await page.content()).not.toContain('Ockham')
	await account.signIn({ email, password })
	await account.told(t('account.typedBefore'))
	await expect(account.main.getByLabel(t('person.firstName'))).toHaveValue('Augusta')
	await expect(account.main.getByLabel(t('address.city'))).toHaveValue('Ockham')
	await isSound(page, sizes)
	await account.press(t('account.personalData.save'))
	await account.told(t('account.saved'))
	await account.openPersonalData()
	await expect(account.main.getByLabel(t('address.city'))).toHaveValue('Ockham')
	await expect(account.main.getByText(t('account.typedBefore'))).toHaveCount(0)
})

test('after a sign-in as another account in another tab, the first account’s form is not saved for it (F23) @journeys @javascript', async ({
	page,
	context,
	visit,
	account,
}) => {
	const { t } = visit
	await account.begin({ email: newEmail('ada'), password })
	await account.openPersonalData()
	await account.main.getByLabel(t('address.city')).fill('Ockham')

	const other = accountScreen({ page: await context.newPage(), t })
	await other.page.goto('/account')
	await other.press(t('auth.signOut'))
	await other.told(t('account.signedOut'))
	await other.begin({ email: newEmail('eva'), password })

	await account.press(t('account.personalData.save'))
	await account.told(t('account.otherMeanwhile'))
	await expect(page).toHaveURL('/account')
	await account.openPersonalData()
	await expect(account.main.getByLabel(t('address.city'))).toHaveValue('')
})

test('after a sign-out in another tab, the checkout says so and loses nothing (F23) @journeys @javascript', async ({
	page,
	context,
	visit,
	account,
	given,
	checkout,
	day,
}) => {
	const { t } = visit
	const email = newEmail('ada')
	await account.begin({ email, password })
	await given.tickets(day)
	await checkout.openAddress()
	await checkout.enter({ street: 'Sternweg 1', postcode: '80331', city: 'Ockham' })
	const other = accountScreen({ page: await context.newPage(), t })
	const signOut = async () => {
		await other.page.goto('/account')
		await other.press(t('auth.signOut'))
		await other.told(t('account.signedOut'))
	}
	await signOut()

	await checkout.next()
	await account.told(t('account.endedMeanwhile'))
	await account.signIn({ email, password })
	await account.told(t('account.typedBefore'))
	await expect(page).toHaveURL('/checkout/address')
	await expect(checkout.field('city')).toHaveValue('Ockham')
	await expect(checkout.field('email')).toHaveValue(email)
	await checkout.next()
	await expect(checkout.overviewHeading).toBeVisible()

	await page.goto('/cart')
	await page.getByRole('button', { name: t('cart.holdAgain') }).click()
	await expect(page.getByRole('link', { name: t('cart.toCheckout') }).first()).toBeVisible()
	await checkout.openOverview()
	await expect(checkout.terms).toBeVisible()
	await signOut()
	await checkout.acceptAndOrder('paypal')
	await account.told(t('account.endedMeanwhile'))
	await account.signIn({ email, password })
	await expect(checkout.overviewHeading).toBeVisible()
	await expect(checkout.wayToPay('paypal')).toBeChecked()
})
