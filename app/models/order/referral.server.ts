import { and, eq, isNull } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import { orders, referrals } from '#app/db/schema.ts'
import { tellNetwork } from '#app/gateways/affiliate.server.ts'
import { reportAddress } from '#app/models/order/referral.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Reports a paid order to the partners' network, once and from server to server, and deletes the partner's click id; a
 * job. A retry after a lost response repeats the order number, by which networks recognise it. Does nothing for a venue
 * without a network, or for an order that was reported.
 * @throws when the network could not be told
 */
export async function reportReferral(orderId: string, now: DateTime): Promise<void> {
	const { report } = currentVenue().affiliate
	if (!report) return
	const isUntold = and(eq(referrals.orderId, orderId), isNull(referrals.reportedAt))
	const [row] = await db
		.select({ awc: referrals.awc, number: orders.number, total: orders.total })
		.from(referrals)
		.innerJoin(orders, eq(orders.id, referrals.orderId))
		.where(isUntold)
	if (!row?.awc) return
	await tellNetwork(reportAddress(report, { ...row, awc: row.awc }))
	await db.update(referrals).set({ awc: null, reportedAt: now.toJSDate() }).where(isUntold)
}
