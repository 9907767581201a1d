import { randomInt, randomUUID } from 'node:crypto'

import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { inOneFlight } from '#app/db/lock.server.ts'
import { orderLines, voucherEntries, vouchers } from '#app/db/schema.ts'
import type { LocalText } from '#app/i18n/i18n.ts'
import { cents, type Cents } from '#app/models/money.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { generateCode, normaliseCode, type GiftTerms } from '#app/models/voucher/voucher.ts'

type SoldVoucher = { orderLineId: string; amount: Cents; validUntil: Day | null }

/** Makes the vouchers an order has sold, usable from now on; called when it is paid, once. */
export async function issueVouchers(
	tx: Transaction,
	sold: readonly SoldVoucher[],
	now: DateTime,
): Promise<void> {
	if (sold.length === 0) return
	const issued = sold.map((voucher) => ({ ...voucher, id: randomUUID() }))
	await inOneFlight([
		() =>
			tx.insert(vouchers).values(
				issued.map((voucher) => ({
					...voucher,
					code: normaliseCode(generateCode(randomInt)),
					kind: 'value' as const,
					activatedAt: now.toJSDate(),
				})),
			),
		() =>
			tx.insert(voucherEntries).values(
				issued.map(({ id, amount }) => ({
					voucherId: id,
					sequence: 1,
					kind: 'issued' as const,
					amount,
					balance: amount,
				})),
			),
	])
}

export type GiftVoucher = {
	title: LocalText
	delivery: GiftTerms['delivery'] | null
	/** In groups of four, as people read it. */
	code: string
	amount: Cents
	validUntil: Day | null
}

/** What an order has sold, once it is paid. */
export async function listGiftVouchers(orderId: string): Promise<GiftVoucher[]> {
	const rows = await db
		.select({ line: orderLines, voucher: vouchers })
		.from(vouchers)
		.innerJoin(orderLines, eq(orderLines.id, vouchers.orderLineId))
		.where(and(eq(orderLines.orderId, orderId), isNotNull(vouchers.activatedAt)))
		.orderBy(asc(orderLines.position), asc(vouchers.code))
	return rows.map(({ line, voucher }) => ({
		title: line.title,
		delivery: line.gift?.delivery ?? null,
		code: voucher.code.replace(/.{4}(?=.)/g, '$&-'),
		amount: voucher.amount ?? cents(0),
		validUntil: voucher.validUntil,
	}))
}
