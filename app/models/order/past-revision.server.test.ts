import { eq, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { connect, type Database } from '#app/db/connect.server.ts'
import { invitations, orderLines, orderRevisions, orders, venueVersions } from '#app/db/schema.ts'
import { sha256 } from '#app/models/token.server.ts'
import { createTestDatabase } from '#testing/database.ts'
import { revisionContent } from '#testing/revision-content.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'
import { visitDay } from '#testing/visit-day.ts'

let db: Database
const cleanUp: (() => Promise<unknown>)[] = []
const { id: orderId, lines } = sampleOrder

beforeAll(async () => {
	const database = await createTestDatabase()
	process.env['DATABASE_URL'] = database.url
	db = connect(database.url)
	cleanUp.push(database.drop, () => db.close())
	await db.insert(venueVersions).values({ hash: 'sample', document: sampleVenue })
	const { lines: _, ...order } = sampleOrder
	await db.insert(orders).values({ ...order, day: visitDay, cartId: orderId, cartVersion: 1 })
	await db.insert(orderLines).values(lines.map((line) => ({ ...line, orderId })))
	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	await loadVenue()
})
afterAll(async () => {
	for (const step of cleanUp.toReversed()) await step()
})

test('an invitation shows the times that its guests knew, until they know the new ones (faults K52)', async () => {
	const { findInvited, invitationAt } = await import('#app/models/order/invitation.server.ts')
	const movedFrom = async (token: string) => {
		const invited = await findInvited(token)
		return invited && invitationAt(invited.order, DateTime.now(), invited.before)?.movedFrom
	}
	await db.insert(invitations).values({ hash: sha256('first'), orderId })
	expect(await movedFrom('first')).toBeNull()

	const earlier = lines.map(
		(line) => line.startsAt && { ...line, startsAt: hoursBefore(line.startsAt, 2) },
	)
	const content = revisionContent(sampleOrder, { lines: earlier.filter((line) => line !== null) })
	await db.transaction(async (tx) => {
		await tx.insert(orderRevisions).values([
			{ orderId, number: 1, actor: 'customer', content },
			{ orderId, number: 2, actor: 'customer', content: revisionContent(sampleOrder) },
		])
		await tx.update(orders).set({ revision: 2 }).where(eq(orders.id, orderId))
	})
	const first = await movedFrom('first')
	expect(first?.startsAt).toEqual(hoursBefore(lines[0]?.startsAt, 2))
	// A link that was made after the move shows nothing of it.
	const createdAt = sql`now() + interval '1 second'`
	await db.insert(invitations).values({ hash: sha256('second'), orderId, createdAt })
	expect(await movedFrom('second')).toBeNull()
})

function hoursBefore(moment: Date | null | undefined, hours: number): Date {
	return new Date((moment?.valueOf() ?? 0) - hours * 3_600_000)
}
