import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { connect, raw, type Database } from '#app/db/connect.server.ts'
import { queues } from '#app/db/job-list.server.ts'
import { enqueue, findJobState } from '#app/db/queue.server.ts'
import { invoices, orderLines, orders, payments, venueVersions } from '#app/db/schema.ts'
import { ok } from '#app/models/result.ts'
import { createTestDatabase } from '#testing/database.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'
import { visitDay } from '#testing/visit-day.ts'

/** The year of the invoices that are issued here; their numbers begin anew each year. */
const year = DateTime.now().setZone('Europe/Berlin').year

let db: Database
const cleanUp: (() => Promise<unknown>)[] = []

beforeAll(async () => {
	const database = await createTestDatabase()
	const directory = await mkdtemp(path.join(tmpdir(), 'raumzeit-mail-'))
	Object.assign(process.env, {
		DATABASE_URL: database.url,
		DATA_DIR: directory,
		APP_ORIGIN: 'https://shop.example',
	})
	db = connect(database.url)
	cleanUp.push(
		database.drop,
		() => db.close(),
		() => rm(directory, { recursive: true }),
	)

	const later = { ...sampleVenue, termsVersion: '2027-01-01', pages: {} }
	for (const [hash, document] of Object.entries({ first: sampleVenue, later })) {
		await db.insert(venueVersions).values({ hash, document })
	}
	const { lines, ...order } = sampleOrder
	await db.insert(orders).values({ ...order, cartId: order.id, cartVersion: 1 })
	await db.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: order.id })))
	await db.insert(payments).values({
		orderId: order.id,
		provider: 'stripe',
		state: 'paid',
		returnToken: order.id,
		amount: order.online,
		paidAmount: order.online,
		expiresAt: order.createdAt,
	})
})
afterAll(async () => {
	for (const step of cleanUp.toReversed()) await step()
})

test('an order has one letter, with the terms it accepted, however often the job runs', async () => {
	const { mailConfirmation } = await import('#app/jobs/order-mail.server.ts')
	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	await loadVenue()
	await mailConfirmation(sampleOrder.id)
	await mailConfirmation(sampleOrder.id)

	const directory = path.join(String(process.env['DATA_DIR']), 'mail')
	expect(await readdir(directory)).toEqual(['Ab-c_1.confirmation@shop.example.eml'])
	const letter = await readFile(
		path.join(directory, 'Ab-c_1.confirmation@shop.example.eml'),
		'utf8',
	)
	expect(letter).toContain('To: ada@example.com')
	expect(letter).toContain('From: Raumzeit <hallo@raumzeit.example>')
	expect(letter).toContain('filename=AGB-2025-03-01.html')
	expect(letter).toContain('filename=2026-000042.ics')
	expect(letter).toContain(`filename=Kaufbeleg-RE-${year}-000001.pdf`)
	expect(letter).toContain(`filename=Anzahlungsrechnung-RE-${year}-000002.pdf`)
	expect(letter.match(/application\/pdf/g)).toHaveLength(2)
	const { findHistory } = await import('#app/models/payment/history.server.ts')
	const history = await findHistory(sampleOrder.number)
	expect(history?.events.map(({ what }) => what)).toContain('mailed confirmation')
	expect(history?.letters).toEqual([])
	expect(letter).not.toMatch(/^(In-Reply-To|References):/m)
})

test('the invoice after the visit is sent while the order has an address', async () => {
	const { mailInvoice } = await import('#app/jobs/order-mail.server.ts')
	const { noteOnSite } = await import('#app/models/invoice/on-site.server.ts')
	const taken = { amount: sampleOrder.onSite, method: 'cash' as const, receipt: 'K1' }
	const answer = await noteOnSite(sampleOrder.number, taken, DateTime.utc())
	expect(answer).toEqual(ok({ left: 0, invoices: [`RE-${year}-000003`] }))
	const [final] = await db.select().from(invoices).where(eq(invoices.kind, 'final'))
	await mailInvoice(final?.id ?? '')

	const file = `Ab-c_1.RE-${year}-000003@shop.example.eml`
	const letterFile = path.join(String(process.env['DATA_DIR']), 'mail', file)
	const letter = await readFile(letterFile, 'utf8')
	expect(letter).toContain(`Subject: Ihre Schlussrechnung RE-${year}-000003 von Raumzeit`)
	expect(letter).toContain(`filename=Schlussrechnung-RE-${year}-000003.pdf`)
	// One thread with the confirmation.
	const first = '<Ab-c_1.confirmation@shop.example>'
	expect(letter).toContain(`In-Reply-To: ${first}`)
	expect(letter).toContain(`References: ${first}`)

	await rm(letterFile)
	const person = { ...sampleOrder.person, email: 'deleted@example.invalid' }
	await db.update(orders).set({ person })
	await mailInvoice(final?.id ?? '')
	await expect(readFile(letterFile)).rejects.toThrow('ENOENT')
})

test('G4: a letter that cannot be written changes nothing of its order, and is logged', async () => {
	vi.resetModules()
	vi.doMock('#app/emails/order-confirmation.ts', () => ({
		orderConfirmation: () => {
			throw new TypeError('a word is missing')
		},
	}))
	const { handlers } = await import('#app/jobs/jobs.server.ts')
	const { startWorker } = await import('#app/jobs/worker.server.ts')
	const { log } = await import('#app/gateways/log.server.ts')
	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	await loadVenue()
	const told = vi.spyOn(log, 'error')
	const quick = { ...queues.mailConfirmation, tries: 2, firstRetry: 0.02, longestRetry: 0.02 }
	const worker = await startWorker(handlers, {
		database: db,
		settings: { ...queues, mailConfirmation: quick },
		lookEvery: 0.05,
	})
	const { id } = sampleOrder
	// In the future: a visit that is over would be completed by another job.
	await db.update(orders).set({ day: visitDay, person: sampleOrder.person })
	await db.transaction(async (tx) => {
		await enqueue(tx, 'mailConfirmation', { orderId: id }, { id })
		await raw(tx, 'update pgboss.job set retry_limit = 1')
	})
	await expect.poll(() => findJobState(db, 'mailConfirmation', id)).toBe('parked')
	await worker.stop()

	expect(told).toHaveBeenCalledWith(
		expect.objectContaining({ job: 'mailConfirmation' }),
		'job parked',
	)
	const [order] = await db.select().from(orders).where(eq(orders.id, id))
	expect(order?.state).toBe(sampleOrder.state)
	const { findHistory } = await import('#app/models/payment/history.server.ts')
	const letters = [{ name: 'mailConfirmation', isParked: true }]
	expect(await findHistory(sampleOrder.number)).toMatchObject({ letters })
})
