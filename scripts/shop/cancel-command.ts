import {
	backToVoucher,
	judgeByTerms,
	judgeCancellation,
	type CancellationSums,
	type OwnCancellation,
} from '#app/models/booking/cancel.ts'
import { parseEuros } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { ok } from '#app/models/result.ts'
import { load } from '#scripts/shop/change-commands.ts'
import { mistyped } from '#scripts/shop/mistyped.ts'
import { ask, valueOf } from '#scripts/shop/order-commands.ts'
import { money } from '#scripts/shop/terminal.ts'
import { wordsIn, type TerminalWords } from '#scripts/shop/words.ts'

const CANCEL = 'cancel ORDER [--keep AMOUNT]: cancel 2026-000042 --keep 15.00'

type Options = { keep?: string | undefined; lang?: string | undefined; yes: boolean }

/**
 * Runs the command `cancel`: shows the fee of the accepted terms and the money that goes back, asks, and ends the
 * booking at these sums alone.
 */
export async function cancel(
	positionals: readonly string[],
	{ keep = '0', lang, yes }: Options,
): Promise<void> {
	const words = wordsIn(lang)
	const [, number = ''] = positionals
	const fee = parseEuros(keep)
	if (!number || fee === null)
		throw mistyped({ order: number, amount: fee !== null }, CANCEL, words)
	const { cancelBooking, lookAhead } = await import('#app/models/booking/cancel.server.ts')
	const { byOperator } = await import('#app/models/order/order.server.ts')
	const { now } = await import('#app/gateways/clock.server.ts')
	const { venue, order } = await load(number, words)
	const ahead = await lookAhead(order.id, (locked, left, at) => {
		const sums = judgeCancellation(locked, left, fee)
		return sums.ok ? ok({ sums: sums.value, terms: judgeByTerms(venue, locked, left, at) }) : sums
	})
	const { sums, terms } = valueOf(ahead, words)
	const deed = words.bookingEnds(fee > 0 ? money(fee) : null)
	await ask(number, [deed, ...sumWords(order, { sums, terms }, words)].join('\n'), { words, yes })

	const by = { ...byOperator, shownBack: sums.back, ...(terms && { shownFee: terms.fee }) }
	const cancelled = valueOf(await cancelBooking(number, fee, now(), by), words)
	const { back, kept, feeOfVoucher, voided, paidOnSite, voucher } = cancelled
	console.log(words.isCancelled(number))
	console.log(words.goBackAndStay(money(back), kept > 0 ? money(kept) : null))
	if (feeOfVoucher > 0) console.log(words.keptOfVoucher(money(feeOfVoucher)))
	if (voucher === 'expired') console.log(words.voucherExpired)
	if (voided > 0) console.log(words.areVoid(voided))
	if (paidOnSite > 0)
		console.log(`${words.wasPaidOnSite(money(paidOnSite))} ${words.givenBackOnSite}`)
}

/** The sums of a cancellation before it is made; `terms` are by the accepted policy, null where it names no fee. */
type Ahead = { sums: CancellationSums; terms: OwnCancellation | null }

/** Returns the lines that say, before a cancellation, what the accepted terms keep and what goes back on which way. */
export function sumWords(
	order: Pick<Order, 'voucher' | 'paidOnSite'>,
	{ sums, terms }: Ahead,
	words: TerminalWords,
): string[] {
	const toVoucher = backToVoucher(order, sums)
	const { online, voucher, till } = words.backByChange
	return [
		terms ? words.feeByTerms(money(terms.fee), (terms.fee / 100).toFixed(2)) : words.noFeeByTerms,
		online(money(sums.back)),
		...(toVoucher > 0 ? [voucher(money(toVoucher))] : []),
		...(order.paidOnSite > 0 ? [till(money(order.paidOnSite))] : []),
	]
}
