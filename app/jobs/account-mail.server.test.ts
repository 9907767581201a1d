import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import { accounts } from '#app/db/schema.ts'
import { proofOf } from '#testing/proof.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let directory: string
let mailAccount: typeof import('#app/jobs/account-mail.server.ts').mailAccount
let requestUsername: typeof import('#app/models/visitor/username.server.ts').requestUsername
beforeAll(async () => {
	directory = await mkdtemp(path.join(tmpdir(), 'raumzeit-mail-'))
	Object.assign(process.env, { DATA_DIR: directory, APP_ORIGIN: 'https://shop.example' })
	shop = await openTestShop()
	await prepareQueues(shop.db)
	;({ requestUsername } = await import('#app/models/visitor/username.server.ts'))
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

/** Lists the kinds of the letters that were written to an address. */
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
	'%s: holds a link to verify the address, unless it is verified by now',
	async (letter) => {
		await mailAccount(await account(`${letter}@example.org`, null), letter)
		expect(await lettersTo(`${letter}@example.org`)).toEqual([letter])
		await mailAccount(await account(`done-${letter}@example.org`, new Date()), letter)
		expect(await lettersTo(`done-${letter}@example.org`)).toEqual([])
	},
)

test.each(['welcome', 'verify'] as const)(
	'%s: sends no useless link to an address that another account has verified',
	async (letter) => {
		const username = `taken-${letter}@example.org`
		await account(username, new Date())
		await mailAccount(await account(username, null), letter)
		expect(await lettersTo(username)).toEqual(['taken'])
	},
)

/** Runs the jobs of an account's letters to its new username. */
async function writeToNewUsername(accountId: string): Promise<void> {
	const jobs = await raw(
		shop.db,
		`delete from pgboss.job where data ->> 'accountId' = $1 and data ->> 'letter' = 'changeUsername'
		returning data ->> 'to' as to`,
		[accountId],
	)
	for (const job of jobs) await mailAccount(accountId, 'changeUsername', String(job['to']))
}

test('a new username: the letter goes only to the address that it was counted for (F10)', async () => {
	const own = { id: await account('own@example.org', new Date()), username: 'own@example.org' }
	await requestUsername(await proofOf(shop.db, own.id), own, 'new@example.org')
	await writeToNewUsername(own.id)
	expect(await lettersTo('new@example.org')).toEqual(['changeUsername'])

	const others = await Promise.all(
		['a', 'b', 'c'].map(async (name) => {
			const username = `${name}@example.org`
			return { id: await account(username, new Date()), username }
		}),
	)
	for (const other of others)
		await requestUsername(await proofOf(shop.db, other.id), other, 'victim@example.org')
	await requestUsername(await proofOf(shop.db, own.id), own, 'mine@example.org')
	await requestUsername(await proofOf(shop.db, own.id), own, 'victim@example.org')
	await writeToNewUsername(own.id)
	expect(await lettersTo('victim@example.org')).toEqual([])
	expect(await lettersTo('mine@example.org'), 'which is no longer wanted').toEqual([])

	for (const { id } of others) await writeToNewUsername(id)
	expect(await lettersTo('victim@example.org')).toHaveLength(3)
})

test('a new username: a job of an older build, which names no address, is written all the same', async () => {
	const own = { id: await account('older@example.org', new Date()), username: 'older@example.org' }
	await requestUsername(await proofOf(shop.db, own.id), own, 'younger@example.org')
	await mailAccount(own.id, 'changeUsername')
	expect(await lettersTo('younger@example.org')).toEqual(['changeUsername'])
})

test('notices of an account: three letters an hour go to an unverified address (F10)', async () => {
	const strangers = [
		await account('noticed@example.org', null),
		await account('noticed@example.org', null),
	]
	const owner = await account('owner@example.org', new Date())
	for (const letter of ['passwordChanged', 'passkeyAdded', 'usernameWanted'] as const)
		for (const id of [...strangers, owner, owner]) await mailAccount(id, letter)
	expect(await lettersTo('noticed@example.org')).toHaveLength(3)
	expect(await lettersTo('owner@example.org'), 'its owner is told everything').toHaveLength(6)
	await mailAccount(strangers[0] ?? '', 'reset')
	expect(await lettersTo('noticed@example.org')).toContain('reset')
})
