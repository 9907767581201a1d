import { and, asc, eq, gte, inArray, isNotNull, not, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { orderLines, orders, vouchers } from '#app/db/schema.ts'
import { defaultLocale } from '#app/i18n/i18n.ts'
import { euros, zero } from '#app/models/money.ts'
import { forTerminal } from '#app/models/order/for-terminal.ts'
import { giftWordsIn } from '#app/models/product/answer.ts'
import { dayOf, instantAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import { isWithdrawn } from '#app/models/voucher/ledger.server.ts'
import { groupedCode } from '#app/models/voucher/voucher.ts'

/**
 * The gift vouchers to send by post, in the order in which they were paid: a line for each with its code, and
 * below it the address and the words to write on it. Which of them were sent nobody notes; `since` leaves out
 * what was paid before that day.
 */
export async function listPostedGifts(since: Day | null): Promise<string[]> {
	const rows = await db
		.select({ order: orders, voucher: vouchers })
		.from(vouchers)
		.innerJoin(orderLines, eq(orderLines.id, vouchers.orderLineId))
		.innerJoin(orders, eq(orders.id, orderLines.orderId))
		.where(
			and(
				sql`${orderLines.gift} ->> 'delivery' = 'post'`,
				inArray(orders.state, ['confirmed', 'completed']),
				isNotNull(vouchers.activatedAt),
				not(isWithdrawn),
				since === null ? undefined : gte(orders.confirmedAt, instantAt(since, '00:00')),
			),
		)
		.orderBy(asc(orders.confirmedAt), asc(orders.number), asc(vouchers.code))
	return rows.flatMap(wordsOf)
}

type Row = { order: typeof orders.$inferSelect; voucher: typeof vouchers.$inferSelect }

function wordsOf({ order, voucher }: Row): string[] {
	const { number, confirmedAt, person, answers } = order
	const { code, amount, validUntil } = voucher
	const words = giftWordsIn(answers)
	return [
		`${number}  ${confirmedAt ? dayOf(confirmedAt) : ''}  ${groupedCode(code)}  ${euros(amount ?? zero, defaultLocale)}${validUntil ? `, valid until ${validUntil}` : ''}`,
		`    to: ${addressOf(person)}`,
		...Object.entries(words).flatMap(([part, text]) => (text ? `    gift ${part}: ${text}` : [])),
	].map(forTerminal)
}

function addressOf({ firstName, lastName, street, supplement, postcode, city }: OrderedPerson) {
	const parts = [`${firstName} ${lastName}`, street, supplement, `${postcode} ${city}`]
	return parts.filter(Boolean).join(', ')
}
