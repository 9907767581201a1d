import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { connect, raw, type Database } from '#app/db/connect.server.ts'
import { orderLines, orders, payments, venueVersions, withdrawals } from '#app/db/schema.ts'
import { createTestDatabase } from '#testing/database.ts'
import { type Mail, readMail } from '#testing/read-mail.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

// What a mail server gets of a letter and its copy for the archive (faults N178).

const { id, person } = sampleOrder
const archive = 'archive@raumzeit.example'
const withdrawalId = crypto.randomUUID()

let db: Database
let handlers: typeof import('#app/jobs/jobs.server.ts').handlers
/** The letters that the mail server took. */
let taken: Mail[] = []
/** The recipient that the mail server refuses. */
let refused = ''
const cleanUp: (() => Promise<unknown>)[] = []

const mailServer = new SMTPServer({
	disabledCommands: ['STARTTLS', 'AUTH'],
	onRcptTo: ({ address }, _session, done) =>
		done(address === refused ? Object.assign(new Error('no'), { responseCode: 550 }) : null),
	onData(stream, _session, done) {
		void text(stream).then((message) => {
			taken.push(readMail(message))
			done()
		})
	},
})

beforeAll(async () => {
	const socket = mailServer.listen(0, '127.0.0.1')
	await once(socket, 'listening')
	const database = await createTestDatabase()
	const directory = await mkdtemp(path.join(tmpdir(), 'raumzeit-archive-'))
	Object.assign(process.env, {
		DATABASE_URL: database.url,
		DATA_DIR: directory,
		APP_ORIGIN: 'https://shop.example',
		SMTP_URL: `smtp://127.0.0.1:${(socket.address() as AddressInfo).port}`,
	})
	db = connect(database.url)
	cleanUp.push(
		() => new Promise<void>((resolve) => mailServer.close(resolve)),
		database.drop,
		() => rm(directory, { recursive: true }),
		() => db.close(),
	)
	;({ handlers } = await import('#app/jobs/jobs.server.ts'))

	const { lines, ...order } = sampleOrder
	await db.insert(venueVersions).values({ hash: 'of the terms', document: sampleVenue })
	await db.insert(orders).values({ ...order, cartId: id, cartVersion: 1 })
	await db.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: id })))
	await db.insert(payments).values({
		orderId: id,
		provider: 'stripe',
		state: 'paid',
		returnToken: id,
		amount: order.online,
		paidAmount: order.online,
		expiresAt: order.createdAt,
	})
	await db.insert(withdrawals).values({
		id: withdrawalId,
		locale: 'de-DE',
		name: 'Ada Lovelace',
		contract: order.number,
		email: person.email,
		receivedAt: order.createdAt,
	})
	await useVenue({ archive })
})
afterAll(async () => {
	for (const step of cleanUp.toReversed()) await step()
})
beforeEach(() => {
	taken = []
	refused = ''
})

/** Puts a venue with other terms than those of the order in force. */
async function useVenue(settings: { archive?: string }): Promise<void> {
	const document = { ...sampleVenue, termsVersion: '2027-01-01', ...settings }
	await db.insert(venueVersions).values({ hash: crypto.randomUUID(), document })
	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	await loadVenue()
}

test('a confirmation is sent to the customer and, without key and terms, to the archive', async () => {
	await handlers.mailConfirmation({ orderId: id })
	expect(taken.map(({ to }) => to)).toEqual([person.email, archive])
	const [letter, copy] = taken
	expect(copy?.subject).toBe(letter?.subject)
	expect(copy?.text).toContain('Lovelace')
	expect(letter?.text).toMatch(/shop\.example\/booking\//)
	expect(copy?.text).not.toMatch(/shop\.example\//)
	const names = (mail?: Mail) => mail?.files.map(({ name }) => name) ?? []
	expect(names(letter)).toContain('AGB-2025-03-01.html')
	expect(names(copy)).toEqual(names(letter).filter((name) => name.includes('-RE-')))
	expect(names(copy).length).toBeGreaterThan(0)
})

test('a receipt of a withdrawal is copied, and the notice of it to the venue is not', async () => {
	await handlers.mailWithdrawal({ withdrawalId, to: 'sender' })
	await handlers.mailWithdrawal({ withdrawalId, to: 'operator' })
	const { email } = sampleVenue.contact
	expect(taken.map(({ to }) => to)).toEqual([person.email, archive, email])
})

test('a letter with a code has no copy', async () => {
	await handlers.mailBookingCode({ orderId: id })
	expect(taken.map(({ to }) => to)).toEqual([person.email])
})

test('a copy that is refused is logged, and the letter is done', async () => {
	const { log } = await import('#app/gateways/log.server.ts')
	const told = vi.spyOn(log, 'error')
	refused = archive
	await handlers.mailConfirmation({ orderId: id })
	await handlers.mailWithdrawal({ withdrawalId, to: 'sender' })
	expect(taken.map(({ to }) => to)).toEqual([person.email, person.email])
	const words = 'a copy for the archive was not delivered'
	expect(told.mock.calls).toEqual([
		[expect.objectContaining({ orderId: id }), words],
		[expect.objectContaining({ withdrawalId }), words],
	])
	expect(JSON.stringify(told.mock.calls)).not.toContain('@')
	told.mockRestore()
})

test('negative control: a letter that is refused itself fails, and has no copy', async () => {
	refused = person.email
	const mailed = handlers.mailConfirmation({ orderId: id })
	await expect(mailed).rejects.toMatchObject({ name: 'MailRefused' })
	expect(taken).toEqual([])
})

test('without an archive each letter is sent once', async () => {
	await useVenue({})
	await handlers.mailConfirmation({ orderId: id })
	await handlers.mailWithdrawal({ withdrawalId, to: 'sender' })
	expect(taken.map(({ to }) => to)).toEqual([person.email, person.email])
	const events = `select what from order_events where what = 'mailed confirmation'`
	expect(await raw(db, events)).toHaveLength(3)
})
