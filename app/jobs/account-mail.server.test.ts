import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { accounts } from '#app/db/schema.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let directory: string
let mailAccount: typeof import('#app/jobs/account-mail.server.ts').mailAccount
beforeAll(async () => {
	directory = await mkdtemp(path.join(tmpdir(), 'raumzeit-mail-'))
	Object.assign(process.env, { DATA_DIR: directory, APP_ORIGIN: 'https://shop.example' })
	shop = await openTestShop()
	;({ mailAccount } = await import('#app/jobs/account-mail.server.ts'))
})
afterAll(async () => {
	await shop?.close()
	await rm(directory, { recursive: true })
})

async function account(username: string, verifiedAt: Date | null): Promise<string> {
	const { email: _, ...person } = sampleOrder.person
	const [row] = await shop.db
		.insert(accounts)
		.values({
			username,
			usernameKey: username,
			passwordHash: 'argon',
			locale: 'de-DE',
			person,
			verifiedAt,
		})
		.returning({ id: accounts.id })
	return row?.id ?? ''
}

/** What was written to an address: the kinds of the letters. */
async function lettersTo(address: string) {
	const folder = path.join(directory, 'mail')
	const names = await readdir(folder).catch(() => [])
	const written = await Promise.all(
		names.map(async (name) => ({ name, text: await readFile(path.join(folder, name), 'utf8') })),
	)
	return written
		.filter(({ text }) => text.includes(`To: ${address}`))
		.map(({ name }) => name.split('.')[1]?.split('@')[0])
}

test.each(['welcome', 'verify'] as const)(
	'%s: a link to verify the address, unless it is verified by now',
	async (letter) => {
		await mailAccount(await account(`${letter}@example.org`, null), letter)
		expect(await lettersTo(`${letter}@example.org`)).toEqual([letter])
		await mailAccount(await account(`done-${letter}@example.org`, new Date()), letter)
		expect(await lettersTo(`done-${letter}@example.org`)).toEqual([])
	},
)

test.each(['welcome', 'verify'] as const)(
	'%s: no link that cannot work to an address that another account has verified',
	async (letter) => {
		const username = `taken-${letter}@example.org`
		await account(username, new Date())
		await mailAccount(await account(username, null), letter)
		expect(await lettersTo(username)).toEqual(['taken'])
	},
)
