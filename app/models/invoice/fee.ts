import {
	divided,
	grossOf,
	sums,
	type InvoiceDraft,
	type InvoiceFacts,
	type MoneyMoved,
} from '#app/models/invoice/content.ts'
import { keepOf, targetsOf } from '#app/models/invoice/correction.ts'
import { plainPositions } from '#app/models/invoice/invoice.ts'
import {
	correctionsOf,
	feesOf,
	givenBackOf,
	leftOf,
	nextSlug,
	receiptOf,
	servicesOf,
	voucherLeftOf,
} from '#app/models/invoice/issued.ts'
import { partsOf } from '#app/models/invoice/parts.ts'
import { headOf } from '#app/models/invoice/recipient.ts'
import { cents, minus, smaller, sum, zero, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { vatAmounts } from '#app/models/product/price.ts'
import { dayOf } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/*
 * Papers for the fee of a cancelled booking. As consideration the fee stays on the papers of the services, with their
 * VAT; a part that none of them bears gets a paper of its own, such as a part kept of a voucher, which a deposit
 * invoice does not show. As damages the fee bears no VAT: it is taken off every paper, and one receipt names it.
 */

/**
 * Returns the next missing paper for the fee of a cancelled booking: first the corrections of papers that must not show
 * it, then its own. Null when none is missing, and for a fee kept as consideration of gift vouchers alone, which stays
 * on their receipt: there is no service whose rates it could have.
 */
export function nextOfFee(order: Order, facts: InvoiceFacts): InvoiceDraft | null {
	if (order.cancelledAt === null || order.fee === 0) return null
	const { services } = partsOf(order, facts.payments[0]?.amount ?? zero)
	if (order.feeVat === 'consideration' && services.gross === 0) return null
	const on = dayOf(order.cancelledAt)
	return leavingPaper(order, facts, on) ?? ownPaper(order, facts, { on, rates: services.rates })
}

/**
 * Drafts the correction of a paper that shows a part of the fee and must not: any paper when the fee is damages, the
 * receipt of gift vouchers when it is consideration. Null when there is no such paper.
 */
function leavingPaper(order: Order, facts: InvoiceFacts, on: Day): InvoiceDraft | null {
	const { issued } = facts
	const receipt = receiptOf(issued)
	const [first] = facts.payments
	const online = onlineToLeave(order, facts)
	for (const { target, cap } of targetsOf(order, facts, { paymentId: null })) {
		if (target.kind === 'fee') continue
		if (order.feeVat === 'consideration' && target.slug !== receipt?.slug) continue
		const most = grossOf(leftOf(issued, target))
		const moved = keptOnline(issued, [target])
		const part = smaller(online, smaller(minus(cap, moved), most))
		const byVoucher = smaller(voucherShownOn(target, issued), minus(most, positive(part)))
		const kept: MoneyMoved[] = [
			...(part > 0 && first ? [{ means: first.means, amount: part, on }] : []),
			...(byVoucher > 0 ? [{ means: 'voucher' as const, amount: byVoucher, on }] : []),
		]
		if (kept.length > 0) return keepOf(target, facts, kept)
	}
	return null
}

/** Drafts the paper of the fee over the amount that no other paper bears; null when that is 0. */
function ownPaper(
	order: Order,
	facts: InvoiceFacts,
	{ on, rates: ofServices }: { on: Day; rates: Parameters<typeof divided>[1] },
): InvoiceDraft | null {
	const { issued } = facts
	const isDamages = order.feeVat === 'damages'
	const ofVoucher = isDamages
		? zero
		: sum(servicesOf(issued).map((it) => voucherLeftOf(issued, it)))
	const ofOnline = isDamages
		? zero
		: smaller(onlineFee(order, facts), onlineOnServices(order, facts))
	const before = feesOf(issued).flatMap(({ payments }) => payments)
	const byVoucher = minus(
		minus(order.feeOfVoucher, ofVoucher),
		sumOf(before.filter(({ means }) => means === 'voucher')),
	)
	const online = minus(
		minus(onlineFee(order, facts), ofOnline),
		sumOf(before.filter(({ means }) => means !== 'voucher')),
	)
	const gross = sum([positive(byVoucher), positive(online)])
	if (gross === 0) return null
	const rates = isDamages ? [{ rate: 0, gross }] : divided(gross, ofServices)
	return {
		slug: nextSlug(issued, 'fee'),
		paymentId: null,
		refundId: null,
		correctsSlug: null,
		content: {
			...headOf(order, facts, gross),
			kind: 'fee',
			service: isDamages ? null : { day: on, from: null, until: null },
			positions: plainPositions(isDamages ? 'damages' : 'fee', rates),
			...sums(vatAmounts(rates)),
			payments: [
				...paidOnline(facts, positive(online)),
				...(byVoucher > 0 ? [{ means: 'voucher' as const, amount: byVoucher, on }] : []),
			],
		},
	}
}

/** The cents of the online part of the fee that papers still show and that must be taken off them. */
function onlineToLeave(order: Order, facts: InvoiceFacts): Cents {
	const all = targetsOf(order, facts, { paymentId: null }).map(({ target }) => target)
	const left = minus(onlineFee(order, facts), keptOnline(facts.issued, all))
	const stays = order.feeVat === 'damages' ? zero : onlineOnServices(order, facts)
	return positive(minus(left, stays))
}

/**
 * The online part of the fee in cents, without the money that went back of it since; the correction for a refund that
 * failed counts for the refund that replaces it.
 */
function onlineFee(
	{ fee, feeOfVoucher, kept }: Order,
	{ payments, refunds, issued }: InvoiceFacts,
): Cents {
	const came = sum(payments.map(({ amount }) => amount))
	const refunded = sum(refunds.map(({ amount }) => amount))
	const corrected = minus(zero, sum(givenBackOf(issued).map(({ gross }) => gross)))
	const back = refunded > corrected ? refunded : corrected
	const own = minus(fee, feeOfVoucher)
	const spent = minus(kept, own)
	return positive(smaller(own, minus(minus(came, back), spent)))
}

/** The cents of online money that the papers of services still bear. */
function onlineOnServices(order: Order, facts: InvoiceFacts): Cents {
	const targets = targetsOf(order, facts, { paymentId: null })
	const own = targets.filter(({ target }) => target.kind !== 'receipt' && target.kind !== 'fee')
	return sum(own.map(({ target, cap }) => smaller(cap, grossOf(leftOf(facts.issued, target)))))
}

/** The cents of online money taken off these papers because they are kept as a fee with a paper of its own. */
function keptOnline(issued: InvoiceFacts['issued'], papers: InvoiceFacts['issued']): Cents {
	const kept = papers.flatMap((it) => correctionsOf(issued, it)).filter(({ isKept }) => isKept)
	const online = kept.flatMap(({ payments }) => payments).filter(({ means }) => means !== 'voucher')
	return minus(zero, sum(online.map(({ amount }) => amount)))
}

/** The cents of the order's voucher that a paper shows; a final invoice shows them with the papers that it deducts. */
function voucherShownOn(
	target: InvoiceFacts['issued'][number],
	issued: InvoiceFacts['issued'],
): Cents {
	const papers = target.kind === 'final' ? servicesOf(issued) : [target]
	return positive(sum(papers.map((paper) => voucherLeftOf(issued, paper))))
}

/** Splits an amount over the payments that paid it, the earliest first. */
function paidOnline({ payments }: InvoiceFacts, amount: Cents): MoneyMoved[] {
	let left = amount
	return payments.flatMap(({ means, on, amount: paid }) => {
		const part = smaller(left, paid)
		left = minus(left, part)
		return part > 0 ? [{ means, amount: part, on }] : []
	})
}

function sumOf(payments: readonly MoneyMoved[]): Cents {
	return sum(payments.map(({ amount }) => amount))
}

function positive(amount: Cents): Cents {
	return cents(Math.max(0, amount))
}
