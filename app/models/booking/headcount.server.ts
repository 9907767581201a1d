import type { DateTime } from 'luxon'

import type { AskedChange } from '#app/models/booking/asked-lines.ts'
import { reviseBooking } from '#app/models/booking/revise.server.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import { judgeOnSite, noteOnSite } from '#app/models/invoice/on-site.server.ts'
import type { TakenMoney } from '#app/models/invoice/taken.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Result } from '#app/models/result.ts'

/**
 * A headcount as staff note it: the change that it makes of the booking, the plan of that change as the page showed it,
 * and the money that the till took.
 */
export type Headcount = {
	revision: number
	asked: AskedChange
	plan: Pick<Plan, 'after' | 'money'>
	reason: string
	/** The money that the till took with the headcount; null when nothing is left to pay. */
	taken: TakenMoney | null
}

/**
 * Notes a headcount: revises the booking to the guests who came, then notes the money that the till took. Nothing is
 * written when that money would be refused. A process that ends between the two leaves a booking of those who came,
 * whose rest is still to be noted (faults N332).
 */
export async function noteHeadcount(
	{ id, number }: Pick<Order, 'id' | 'number'>,
	{ revision, asked, plan, reason, taken }: Headcount,
	now: DateTime,
	{ actor }: { actor: string },
): Promise<Result<unknown>> {
	if (taken) {
		const judged = await judgeOnSite(number, taken, now, plan.after)
		if (!judged.ok) return judged
	}
	const shown = plan.money
	const counted = await reviseBooking(id, { revision, asked, actor, reason, shown }, now)
	if (!counted.ok || !taken) return counted
	return noteOnSite(number, taken, now, { actor })
}
