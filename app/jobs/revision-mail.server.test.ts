import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { connect, raw, type Database } from '#app/db/connect.server.ts'
import { countRoundTrips } from '#app/db/round-trips.server.ts'
import {
	bookingTokens,
	invitations,
	onSitePayments,
	orderChanges,
	orderEvents,
	orderLines,
	orderRevisions,
	orders,
	payments,
	refunds,
	venueVersions,
} from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { sha256 } from '#app/models/token.server.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { createTestDatabase } from '#testing/database.ts'
import { readMail, type Mail } from '#testing/read-mail.ts'
import { revisionContent } from '#testing/revision-content.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

/*
 * The letters of a booking that is changed, moved or cancelled. Each is written from the rows of its own revision.
 */

let db: Database
let directory: string
let mails: typeof import('#app/jobs/revision-mail.server.ts') &
	typeof import('#app/jobs/booking-mail.server.ts') &
	typeof import('#app/jobs/venue-mail.server.ts')
const cleanUp: (() => Promise<unknown>)[] = []
const { id: orderId, lines } = sampleOrder

/** The sample order with two more guests; `moved` has them too, on the next day. */
const more = sized(12, 36_500)
const moved = {
	...more,
	day: '2026-11-29',
	lines: more.lines.map((line) =>
		line.startsAt === null
			? line
			: {
					...line,
					startsAt: instantAt('2026-11-29', '11:00'),
					endsAt: instantAt('2026-11-29', '13:30'),
				},
	),
}
const madeAt = new Date('2026-11-22T13:52:00Z')

beforeAll(async () => {
	const database = await createTestDatabase()
	directory = await mkdtemp(path.join(tmpdir(), 'raumzeit-mail-'))
	Object.assign(process.env, {
		DATABASE_URL: database.url,
		DATA_DIR: directory,
		APP_ORIGIN: 'https://localhost',
	})
	db = connect(database.url)
	cleanUp.push(
		database.drop,
		() => db.close(),
		() => rm(directory, { recursive: true }),
	)
	const letters = { bookings: true, tomorrow: null }
	await db.insert(venueVersions).values({ hash: 'sample', document: { ...sampleVenue, letters } })
	const { lines: _, ...order } = sampleOrder
	await db.insert(orders).values({ ...order, cartId: orderId, cartVersion: 1 })
	await db.insert(orderLines).values(lines.map((line) => ({ ...line, orderId })))
	const actor = 'customer'
	await db.insert(orderRevisions).values([
		{ orderId, number: 1, actor, madeAt, content: revisionContent(sampleOrder) },
		{ orderId, number: 2, actor, madeAt, content: revisionContent(sampleOrder, more) },
		{ orderId, number: 3, actor: 'operator', madeAt, content: revisionContent(sampleOrder, moved) },
		{ orderId, number: 4, actor, madeAt, content: revisionContent(sampleOrder, moved) },
	])
	await db.update(orders).set({ revision: 4, day: moved.day })
	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	await loadVenue()
	const [revision, booking, venue] = await Promise.all([
		import('#app/jobs/revision-mail.server.ts'),
		import('#app/jobs/booking-mail.server.ts'),
		import('#app/jobs/venue-mail.server.ts'),
	])
	mails = { ...revision, ...booking, ...venue }
})
afterAll(async () => {
	for (const step of cleanUp.toReversed()) await step()
})
beforeEach(() => rm(path.join(directory, 'mail'), { recursive: true, force: true }))

test('a letter that is late shows its own revision, in one thread, with a key of its own (faults K51)', async () => {
	await mails.mailRevision(orderId, 2)
	const letter = await onlyLetter(`${sampleOrder.publicId}.revision-2`)
	expect(letter.subject).toBe(
		'Geändert: Kindergeburtstag Kosmos für Byron am Sa., 28. November (2026-000042)',
	)
	expect(spaces(letter.text)).toContain(
		'Tag: Samstag, 28. November 2026\nUhrzeit: 14:00–17:30 Uhr\n\nKindergeburtstag Kosmos: 12 (bisher 10)\nGesamtbetrag inkl. MwSt.: 365,00 € (bisher 315,20 €)\nOnline bezahlt: 89,64 €\nVor Ort zu zahlen: 275,36 € (bisher 225,56 €)\n',
	)
	expect(spaces(letter.text)).toContain(
		'Heute ist nichts zu zahlen.\nGeändert am 22.11.2026 um 14:52 Uhr, auf der Seite Ihrer Buchung.',
	)
	expect(letter.text).toContain('Sie waren das nicht? Rufen Sie uns bitte gleich an')
	const first = `<${sampleOrder.publicId}.confirmation@localhost>`
	expect(letter.source).toContain(`In-Reply-To: ${first}`)
	expect(letter.source).toContain(`References: ${first}`)
	const file = letter.files.find(({ name }) => name.endsWith('.ics'))?.content
	expect(file).toContain('SEQUENCE:1\r\n')
	expect(file).toContain('DTSTART:20261128T130000Z')
	expect(letter.files.map(({ name }) => name)).toEqual(['2026-000042.ics', 'AGB-2025-03-01.html'])

	const key = keyIn(letter)
	await mails.mailRevision(orderId, 2)
	const again = keyIn(await onlyLetter(`${sampleOrder.publicId}.revision-2`))
	expect(again).not.toBe(key)
	const kept = await db.select().from(bookingTokens)
	expect(kept.map(({ hash }) => hash)).toEqual(expect.arrayContaining([key, again].map(sha256)))
	const events = await db.select().from(orderEvents)
	expect(JSON.stringify(events)).not.toContain(key)
})

test('a move by the venue names the old day, tells guests and asks to object (faults K52)', async () => {
	await mails.mailRevision(orderId, 3)
	const letter = await onlyLetter(`${sampleOrder.publicId}.revision-3`)
	expect(letter.subject).toMatch(/^Neuer Termin: .* am So\., 29\. November \(2026-000042\)$/)
	expect(spaces(letter.text)).toContain(
		'Tag: So., 29. Nov. (bisher Sa., 28. Nov.)\nUhrzeit: 11:00–13:30 (bisher 14:00–17:30)\n',
	)
	expect(letter.text).toContain('von unserem Team')
	expect(letter.text).toContain('Stimmt etwas nicht?')
	expect(letter.text).not.toContain('Ihre Gäste')
	expect(letter.files[0]?.content).toMatch(/SEQUENCE:2\r\n/)

	await db.insert(invitations).values({ hash: sha256('guests'), orderId })
	await mails.mailRevision(orderId, 3)
	const invited = await onlyLetter(`${sampleOrder.publicId}.revision-3`)
	expect(invited.text).toContain('Ihre Gäste sehen den neuen Termin')
})

test('a change of texts says that alone, without files (faults K51)', async () => {
	await mails.mailRevision(orderId, 4)
	const letter = await onlyLetter(`${sampleOrder.publicId}.revision-4`)
	expect(letter.subject).toMatch(/^Angaben geändert: /)
	expect(letter.text).not.toMatch(/bisher|€/)
	expect(letter.files).toEqual([])
})

test('the letter of a change without money locks nothing: six statements (faults N280)', async () => {
	const { statements } = await countRoundTrips(() => mails.mailRevision(orderId, 2))
	expect(statements).toBe(6)
})

test('the till counts up to the revision; money of the revision is named (faults K51)', async () => {
	const note = { orderId, method: 'cash' as const, cashOrCard: 'cash' as const }
	await db.insert(onSitePayments).values([
		{ ...note, amount: cents(5000), receipt: '1', paidAt: new Date('2026-11-20T09:00:00Z') },
		{ ...note, amount: cents(9900), receipt: '2', paidAt: new Date('2026-11-25T09:00:00Z') },
	])
	const [change] = await db
		.insert(orderChanges)
		.values({
			orderId,
			revision: 1,
			state: 'applied',
			actor: 'customer',
			content: revisionContent(sampleOrder, more),
		})
		.returning()
	const money = { orderId, provider: 'stripe' as const, expiresAt: madeAt }
	const [paid] = await db
		.insert(payments)
		.values({
			...money,
			state: 'paid',
			changeId: change?.id,
			returnToken: 'change',
			amount: cents(1250),
			paidAmount: cents(1250),
		})
		.returning()
	const back = { paymentId: paid?.id ?? '', amount: cents(700), reason: 'cheaper', revision: 3 }
	await db.insert(refunds).values(back)

	await mails.mailRevision(orderId, 2)
	const letter = await onlyLetter(`${sampleOrder.publicId}.revision-2`)
	const text = spaces(letter.text)
	expect(text).toContain('Vor Ort zu zahlen: 225,36 € (bisher 175,56 €)')
	expect(text).toContain('Für die Änderung haben Sie 12,50 € online bezahlt.')
	expect(text).not.toContain('Heute ist nichts')
	await rm(path.join(directory, 'mail'), { recursive: true })
	await mails.mailRevision(orderId, 3)
	const cheaper = await onlyLetter(`${sampleOrder.publicId}.revision-3`)
	expect(spaces(cheaper.text)).toContain('Wir erstatten Ihnen 7,00 € auf dem Weg')
})

test('the link again and the code: each letter has its own, the code has no link (faults K9)', async () => {
	await mails.mailBookingLink(orderId)
	await mails.mailBookingLink(orderId)
	const letters = await lettersIn()
	const keys = letters.map(keyIn)
	expect(new Set(keys).size).toBe(2)
	for (const { text } of letters) expect(text).toContain('bitte nicht weiterleiten')
	await rm(path.join(directory, 'mail'), { recursive: true })
	await mails.mailBookingCode(orderId, '012345')
	const [letter] = await lettersIn()
	expect(letter?.subject).toBe('012 345 ist Ihr Code zur Buchung 2026-000042')
	expect(letter?.text).toContain('012 345')
	expect(letter?.text).not.toContain('http')
})

test.each([
	['declined', { state: 'declined' as const, paidAmount: null }],
	['notDue', { state: 'cancelled' as const, paidAmount: cents(1250) }],
	['notAsAgreed', { state: 'cancelled' as const, paidAmount: cents(1) }],
])('a payment that brought no change about: %s (faults K53)', async (end, outcome) => {
	const [payment] = await db
		.insert(payments)
		.values({
			orderId,
			provider: 'stripe',
			returnToken: end,
			amount: cents(1250),
			expiresAt: madeAt,
			...outcome,
		})
		.returning()
	await mails.mailChange(payment?.id ?? '')
	const letter = await onlyLetter(`${sampleOrder.publicId}.change-${end}-${payment?.id}`)
	expect(letter.text).toContain('Änderung gilt')
	expect(letter.text).toContain('/booking/')
	expect(letter.text).not.toMatch(/\{\{|mail\./)
})

test('each revision has one letter and, for a party, one line to the venue (faults L11)', async () => {
	const { sendBeforeCommit } = await import('#app/db/lock.server.ts')
	const { lettersOfRevision, enqueueNoteOfCancellation } =
		await import('#app/models/order/revision-letters.server.ts')
	const order = { id: orderId, party: sampleOrder.party }
	await db.transaction(async (tx) => {
		for (const statement of lettersOfRevision(tx, order, 2)) await statement()
		for (const statement of lettersOfRevision(tx, order, 2)) await statement()
		await enqueueNoteOfCancellation(tx, order)
		await enqueueNoteOfCancellation(tx, { ...order, party: null })
	})
	// They travel with the COMMIT, as reviseBooking sends them.
	await db.transaction((tx) =>
		sendBeforeCommit([
			...lettersOfRevision(tx, order, 3),
			...lettersOfRevision(tx, { ...order, party: null }, 4),
		]),
	)
	const jobs = await raw(
		db,
		`select name, count(*)::int as n from pgboss.job group by 1 order by 1`,
	)
	expect(jobs).toEqual([
		{ name: 'mailRevision', n: 3 },
		{ name: 'tellOfCancellation', n: 1 },
		{ name: 'tellOfRevision', n: 2 },
	])
	expect(JSON.stringify(await raw(db, 'select data from pgboss.job'))).not.toMatch(/[\w-]{43}/)

	await mails.tellOfRevision(orderId, 3)
	const note = await onlyLetter(`${orderId}.revision-3`)
	expect(note.to).toBe(sampleVenue.contact.email)
	expect(note.subject).toBe('Verlegt: 2026-000042 von Sa., 28. November auf So., 29. November')
	expect(note.text).toContain('Ada Lovelace')
	expect(note.source).toContain(`In-Reply-To: <${orderId}.booking@localhost>`)
})

test('a cancelled booking gets no letter of its changes, and the venue hears who cancelled it', async () => {
	const cancelledAt = madeAt
	await db.update(orders).set({ state: 'cancelled', cancelledAt }).where(eq(orders.id, orderId))
	await db.insert(orderEvents).values({ orderId, who: 'customer', what: 'cancelled' })
	await mails.mailRevision(orderId, 2)
	await mails.tellOfRevision(orderId, 2)
	expect(await lettersIn()).toEqual([])
	await mails.tellOfCancellation(orderId)
	const note = await onlyLetter(`${orderId}.cancelled`)
	expect(note.text).toContain('Der Gast hat die Bestellung')
})

/** The order with so many guests, all of the difference to be paid at the venue. */
function sized(quantity: number, total: number): Order {
	const [party, ...others] = lines
	if (!party) throw new Error('the sample has a party first')
	return {
		...sampleOrder,
		lines: [{ ...party, quantity }, ...others],
		total: cents(total),
		onSite: cents(total - sampleOrder.online),
	}
}

async function lettersIn(): Promise<Mail[]> {
	const names = await readdir(path.join(directory, 'mail')).catch(() => [])
	return Promise.all(names.map((name) => letterAt(name)))
}

async function letterAt(name: string): Promise<Mail> {
	return readMail(await readFile(path.join(directory, 'mail', name), 'latin1'))
}

async function onlyLetter(name: string): Promise<Mail> {
	expect(await readdir(path.join(directory, 'mail'))).toEqual([`${name}@localhost.eml`])
	return letterAt(`${name}@localhost.eml`)
}

function keyIn({ text }: Mail): string {
	return /https:\/\/localhost\/booking\/([\w-]{43})\s/.exec(text)?.[1] ?? ''
}

function spaces(text: string): string {
	return text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ').replaceAll('\r\n', '\n')
}
