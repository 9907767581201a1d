import {
	takeOnSite,
	type AtTill,
	type TillNote,
	type TillNoteKind,
} from '#app/models/invoice/on-site.ts'
import { spendAtTill, type Paid } from '#app/models/invoice/till-voucher.ts'
import { sum, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { ok, type Result } from '#app/models/result.ts'
import type { Instant } from '#app/models/venue/day.ts'
import type { VoucherState } from '#app/models/voucher/voucher.ts'

/** Money that moved at the till and is to be noted; `code` is that of the voucher that pays, or gets an amount back. */
export type NotedMoney = AtTill & { code?: string | undefined }

/**
 * Money that the till took on one receipt. `further` are the amounts by other means than the first; at most one of all
 * is a voucher. `shown` is the rest in cents that the page showed; another rest is refused.
 */
export type TakenMoney = NotedMoney & {
	further?: readonly Pick<AtTill, 'amount' | 'method'>[]
	shown?: Cents
}

/** A till note that is decided and not yet written. */
export type NoteRow = Omit<AtTill, 'receipt'> & {
	kind: TillNoteKind
	receipt: string | null
	reversesId?: string
	voucherId?: string | null
}

type OrderAtTill = {
	order: Pick<Order, 'state' | 'onSite'> & Pick<Paid, 'lines'>
	notes: readonly TillNote[]
	/** The voucher that pays; null without one, and for an unknown code. */
	state: VoucherState | null
} & Pick<Paid, 'dayClass'>

/**
 * Decides the notes of money that the till took, one for each of its means, and the cents left to pay after them;
 * refuses as `takeOnSite` and `spendAtTill` do.
 */
export function judgeTaken(
	{ order, notes, state, dayClass }: OrderAtTill,
	{ further = [], shown, ...first }: Omit<TakenMoney, 'code'>,
	now: Instant,
): Result<{ left: Cents; rows: NoteRow[] }> {
	const { receipt } = first
	const parts = [first, ...further]
	const amount = sum(parts.map((part) => part.amount))
	const judged = takeOnSite(order, notes, {
		amount,
		receipt,
		...(shown !== undefined && { shown }),
	})
	if (!judged.ok) return judged
	const rows: NoteRow[] = []
	for (const part of parts) {
		const row = { kind: 'payment' as const, ...part, receipt }
		if (part.method !== 'voucher') {
			rows.push(row)
			continue
		}
		const spent = spendAtTill(state, { lines: order.lines, dayClass }, part.amount, now)
		if (!spent.ok) return spent
		rows.push({ ...row, voucherId: spent.value.voucher.id })
	}
	return ok({ ...judged.value, rows })
}
