import type { BrowserContext, Page } from '@playwright/test'

import { hashPassword } from '#app/models/visitor/password.server.ts'

import { plugIn } from '../authenticator.ts'
import { newEmail } from '../new-email.ts'
import { expect, test as base } from './fixtures.ts'

// The ways into the desk: invitation, passkey, password, the link that works once, ten minutes, the end of an access.

const password = 'drei Sterne und ein Mond'

type Invited = { email: string; link: string }

const test = base.extend<{
	/** Opens another window at the desk, whose refusals the test expects. */
	another: () => Promise<Page>
	/** An owner at this window invites a person for the counter; returns the link of the letter. */
	invited: (name: string) => Promise<Invited>
}>({
	another: async ({ browser, baseURL, locale, javaScriptEnabled, extraHTTPHeaders }, use) => {
		const opened: BrowserContext[] = []
		await use(async () => {
			const window = await browser.newContext({
				...(baseURL && { baseURL }),
				...(locale && { locale }),
				...(extraHTTPHeaders && { extraHTTPHeaders }),
				...(javaScriptEnabled !== undefined && { javaScriptEnabled }),
			})
			opened.push(window)
			return window.newPage()
		})
		for (const window of opened) await window.close()
	},
	invited: async ({ page, signedInDesk, outbox }, use) => {
		await use(async (name) => {
			const email = newEmail('theke')
			await signedInDesk('owner')
			await page.goto('/staff')
			const aside = page.getByRole('complementary', { name: 'Bearbeiten' })
			await aside.getByLabel('Name').fill(name)
			await aside.getByLabel('E-Mail-Adresse').fill(email)
			await aside.getByRole('button', { name: 'Link schicken' }).click()
			await expect(aside.getByRole('heading', { name })).toBeVisible()
			const letter = await outbox.accountLetter(email, 'staff')
			const [link = ''] = /http\S+\/welcome\/[\w-]+/.exec(letter.text) ?? []
			expect(link).not.toBe('')
			return { email, link }
		})
	},
})

const usedUp = /^Dieser Link wurde schon benutzt/

test('N121: an invitation leads in by a passkey, which signs in again; its link works once @javascript', async ({
	invited,
	another,
	looksRight,
	database,
}) => {
	const { email, link } = await invited('Mina Aydın')
	const guest = await another()
	const device = await plugIn(guest)
	const late = await another()
	await late.goto(link)
	await expect(late.getByRole('heading', { level: 1 })).toHaveText('Willkommen, Mina Aydın')

	await guest.goto(link)
	await expect(guest.getByText(/^Leonie Leitung hat Sie eingeladen\. Ihre Stufe: /)).toBeVisible()
	await looksRight(guest)
	await guest.getByRole('button', { name: 'Passkey auf diesem Gerät anlegen' }).click()
	await expect(guest).toHaveURL('/')
	await expect(guest.getByText('Mina Aydın')).toBeVisible()

	await test.step('the link, opened again or still open elsewhere, is refused with a sentence', async () => {
		await plugIn(late)
		await late.getByRole('button', { name: 'Passkey auf diesem Gerät anlegen' }).click()
		await expect(late.getByText(/Passkey wurde nicht benutzt/)).toBeVisible()
		const answer = await late.goto(link)
		expect(answer?.status()).toBe(404)
		await expect(late.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' })).toBeVisible()
		await expect(late.getByText(usedUp)).toBeVisible()
		await looksRight(late)
	})
	await test.step('signed out, the passkey signs in, back on the page that was asked for', async () => {
		await signOut(guest)
		await guest.goto('/keys')
		await expect(guest).toHaveURL('/sign-in?next=%2Fkeys')
		await looksRight(guest)
		await guest.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
		await expect(guest).toHaveURL('/keys')
	})
	await test.step('who does not confirm at the device reads so, and may try again', async () => {
		await signOut(guest)
		await device.agree(false)
		const button = guest.getByRole('button', { name: 'Mit Passkey anmelden' })
		await button.click()
		await expect(guest.getByRole('status')).toContainText('Der Passkey wurde nicht benutzt')
		await device.agree(true)
		await button.click()
		await expect(guest).toHaveURL('/')
	})
	const rows = await database`
		select verb from staff_acts join staff on staff.id = staff_acts.staff_id where email = ${email} order by at`
	const verbs = rows.map(({ verb }) => String(verb))
	expect(verbs).toEqual([
		'invited',
		'joined',
		'signedIn',
		'signedOut',
		'signedIn',
		'signedOut',
		'signedIn',
	])
})

test('N121: an invitation leads in by a password; a strange device shows no name, a known one does', async ({
	invited,
	another,
	looksRight,
	javaScriptEnabled,
}) => {
	// The devices of all tests know those on duty.
	const name = javaScriptEnabled ? 'Jonas Öztürk' : 'Jonas Yıldız'
	const { email, link } = await invited(name)
	const guest = await another()
	await guest.goto(link)
	await guest.getByText('Lieber ein Passwort').click()
	await guest.getByLabel('Neues Passwort').fill(password)
	await guest.getByLabel('Noch einmal').fill('ein anderes langes Passwort')
	await guest.getByRole('button', { name: 'Passwort setzen' }).click()
	await expect(guest.getByRole('alert')).toContainText('beide Male dieselben')
	await looksRight(guest)
	await guest.getByLabel('Neues Passwort').fill(password)
	await guest.getByLabel('Noch einmal').fill(password)
	await guest.getByRole('button', { name: 'Passwort setzen' }).click()
	await expect(guest).toHaveURL('/')
	expect((await guest.goto(link))?.status()).toBe(404)
	await expect(guest.getByText(usedUp)).toBeVisible()

	const strange = await another()
	await strange.goto('/sign-in')
	await expect(strange.getByText('Dieses Gerät ist neu')).toBeVisible()
	await expect(strange.getByText(name)).toHaveCount(0)
	await strange.getByLabel('E-Mail-Adresse').fill(email)
	await strange.getByLabel('Passwort', { exact: true }).fill('falsch')
	await strange.getByLabel('Name dieses Geräts').fill('Tablet Eingang')
	await strange.getByRole('button', { name: 'Anmelden', exact: true }).click()
	await expect(strange.getByRole('alert')).toHaveText('Adresse und Passwort passen nicht zusammen')
	await expect(strange.getByLabel('E-Mail-Adresse')).toHaveValue(email)
	await looksRight(strange)
	await strange.getByLabel('Passwort', { exact: true }).fill(password)
	await strange.getByRole('button', { name: 'Anmelden', exact: true }).click()
	await expect(strange).toHaveURL('/')

	await signOut(strange)
	await expect(strange.getByRole('radio', { name: new RegExp(`^${name}`) })).toBeVisible()
	await looksRight(strange)
})

test('N125: after ten minutes the desk asks who is there, and what was sent waits for that person', async ({
	page,
	signedInDesk,
	looksRight,
	database,
}) => {
	const person = await signedInDesk('counter')
	const hash = await hashPassword(password)
	if (!hash.ok) throw new Error(hash.message.key)
	await database`update staff set password_hash = ${hash.value} where id = ${person.id}`
	await page.goto('/keys')
	await database`
		update desk_devices set touched_at = now() - interval '11 minutes' where staff_id = ${person.id}`
	await page.getByRole('button', { name: 'Tastenkürzel ausschalten' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wer sind Sie?')
	await expect(page.getByRole('radio', { name: /^Emilia Empfang/ }).first()).toBeChecked()
	await looksRight(page)

	await page.getByText('Mit Passwort anmelden').click()
	await page.getByLabel('Passwort', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Noch nicht gesendet' })).toBeVisible()
	await looksRight(page)
	await page.getByRole('button', { name: 'Jetzt senden' }).click()
	await expect(page.getByRole('heading', { level: 2 })).toHaveText(/ausgeschaltet/)

	// A page that is only read comes back after the sign-in, and nothing waits.
	await database`
		update desk_devices set touched_at = now() - interval '11 minutes' where staff_id = ${person.id}`
	await page.goto('/me')
	await expect(page).toHaveURL('/sign-in?next=%2Fme')
})

test('L2: a person who has gone reads so in an open tab, at the next touch', async ({
	another,
	signedInDesk,
	looksRight,
}) => {
	const owner = await another()
	await signedInDesk('owner', owner.context())
	const leaving = await another()
	const person = await signedInDesk('counter', leaving.context())
	await leaving.goto('/')
	await expect(leaving.getByRole('heading', { level: 1 })).toBeVisible()
	await owner.goto(`/staff/${person.id}`)
	await owner.getByRole('button', { name: `Zugang von ${person.name} beenden` }).click()
	await expect(owner.getByText(/^Zugang beendet|beendet/).first()).toBeVisible()

	await leaving.getByRole('link', { name: 'Räume' }).click()
	await expect(leaving.getByText('Ihr Zugang ist beendet. Fragen Sie die Leitung.')).toBeVisible()
	await looksRight(leaving)
	const answer = await leaving.goto('/')
	expect(answer?.status()).toBe(403)
})

test('N334: a tablet whose person has gone lets the next one sign in', async ({
	page,
	signedInDesk,
	looksRight,
	database,
	javaScriptEnabled,
	expectStatus,
}) => {
	const gone = await signedInDesk('counter')
	const name = javaScriptEnabled ? 'Ada Nachfolge' : 'Mila Nachfolge'
	const [email, hash] = [newEmail('theke'), await hashPassword(password)]
	if (!hash.ok) throw new Error(hash.message.key)
	const [next] = await database`
		insert into staff (name, email, email_key, level, locale, password_hash)
		values (${name}, ${email}, ${email}, 'counter', 'de-DE', ${hash.value}) returning id`
	const id = String(next?.['id'])
	await database`
		insert into staff_acts (actor, verb, staff_id) values (${`staff:${id}`}, 'signedIn', ${id})`
	await page.goto('/')
	await database`update staff set ended_at = now() where id = ${gone.id}`
	expectStatus(403)
	const answer = await page.goto('/')
	expect(answer?.status()).toBe(403)
	await expect(page.getByText('Ihr Zugang ist beendet. Fragen Sie die Leitung.')).toBeVisible()
	await looksRight(page)
	await page.getByRole('link', { name: 'Jemand anderes meldet sich an' }).click()

	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wer sind Sie?')
	await page.getByRole('radio', { name: new RegExp(`^${name}`) }).check()
	await page.getByText('Mit Passwort anmelden').click()
	await page.getByLabel('Passwort', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
	await expect(page).toHaveURL('/')
	await expect(page.locator('header summary')).toContainText(name)
})

test('N337: an owner who signed in long ago signs in again to invite, and the form goes on', async ({
	page,
	signedInDesk,
	looksRight,
	database,
}) => {
	const owner = await signedInDesk('owner')
	const hash = await hashPassword(password)
	if (!hash.ok) throw new Error(hash.message.key)
	await database`update staff set password_hash = ${hash.value} where id = ${owner.id}`
	await database`
		update desk_devices set signed_in_at = now() - interval '6 minutes' where staff_id = ${owner.id}`
	await page.goto('/staff')
	const aside = page.getByRole('complementary', { name: 'Bearbeiten' })
	await aside.getByLabel('Name').fill('Nuri Neu')
	await aside.getByLabel('E-Mail-Adresse').fill(newEmail('theke'))
	await aside.getByRole('button', { name: 'Link schicken' }).click()
	await expect(
		page.getByText('Zugang geben Sie binnen fünf Minuten nach der Anmeldung.'),
	).toBeVisible()
	await looksRight(page)

	await page.getByText('Mit Passwort anmelden').click()
	await page.getByLabel('Passwort', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Noch nicht gesendet' })).toBeVisible()
	await page.getByRole('button', { name: 'Jetzt senden' }).click()
	await expect(aside.getByRole('heading', { name: 'Nuri Neu' })).toBeVisible()
})

/** Signs out by the menu of the person. */
async function signOut(page: Page) {
	await page.locator('header summary').click()
	await page.getByRole('button', { name: 'Abmelden' }).click()
	await expect(page).toHaveURL('/sign-in')
}
