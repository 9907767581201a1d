import { and, inArray, isNotNull, isNull, lt, notInArray, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import { payments } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { cancelPayment } from '#app/models/payment/cancel.server.ts'
import { isOverdue } from '#app/models/payment/payment.server.ts'
import { livePaymentStates } from '#app/models/payment/payment.ts'
import { settlePayment } from '#app/models/payment/settle.server.ts'

/** How many payments are looked at in one go. */
const SWEEP = { open: 400, closed: 50, atOnce: 8 }

/**
 * The job that looks after payments whose visitor did not come back. One that is overdue is closed at the
 * provider first. Those that were not looked at for the longest time come first: a debit that stays open for
 * days hides no other, and with up to 1,600 open ones each has its turn within two minutes.
 */
export async function sweepPayments(now: DateTime): Promise<void> {
	const [open, closed] = await Promise.all([listOpen(), listClosed()])
	// Noted first: a sweep that does not come to its end is not begun with the same ones again.
	await noteLook(open.map(({ id }) => id))
	await atMost(SWEEP.atOnce, [...open, ...closed], async ({ id, isOverdue }) => {
		const look = isOverdue ? cancelPayment : settlePayment
		await look(id, now).catch((error: unknown) =>
			log.warn({ paymentId: id, err: error }, 'payment could not be settled yet'),
		)
	})
	await noteLook(closed.map(({ id }) => id))
}

type Look = { id: string; isOverdue: boolean }

function listOpen(): Promise<Look[]> {
	return db
		.select({ id: payments.id, isOverdue })
		.from(payments)
		.where(
			and(
				inArray(payments.state, [...livePaymentStates]),
				lt(payments.createdAt, sql`now() - interval '20 seconds'`),
			),
		)
		.orderBy(sql`${payments.lookedAt} nulls first`, payments.createdAt)
		.limit(SWEEP.open)
}

/**
 * Those closed without money within the last week, for it may come all the same, and no webhook with it
 * (faults H6). Each is looked at after two minutes and then whenever twice the time has passed: about
 * twelve times in all.
 */
function listClosed(): Promise<Look[]> {
	const last = sql`coalesce(${payments.lookedAt}, ${payments.settledAt})`
	return db
		.select({ id: payments.id, isOverdue: sql<boolean>`false` })
		.from(payments)
		.where(
			and(
				notInArray(payments.state, [...livePaymentStates]),
				isNull(payments.paidAmount),
				isNotNull(payments.providerId),
				sql`${payments.settledAt} > now() - interval '7 days'`,
				sql`now() > ${last} + greatest(interval '2 minutes', ${last} - ${payments.settledAt})`,
			),
		)
		.orderBy(last)
		.limit(SWEEP.closed)
}

async function noteLook(ids: string[]): Promise<void> {
	if (ids.length === 0) return
	await db
		.update(payments)
		.set({ lookedAt: sql`now()` })
		.where(inArray(payments.id, ids))
}

/** One after the other, in `number` rows. */
async function atMost<T>(number: number, things: T[], work: (thing: T) => Promise<unknown>) {
	await Promise.all(
		Array.from({ length: number }, async () => {
			for (let next = things.shift(); next; next = things.shift()) await work(next)
		}),
	)
}
