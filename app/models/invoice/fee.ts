import {
	divided,
	grossOf,
	sums,
	type Draft,
	type Facts,
	type Moved,
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
 * The fee of a cancelled booking. As consideration it stays on the papers of the services, with their VAT, and what none
 * of them bears gets a paper of its own: the part kept of a voucher, which a deposit invoice does not show. As damages it
 * bears no VAT: it leaves every paper, and one receipt names it.
 */

/**
 * The next paper that the fee lacks: first the corrections of papers that it leaves, then its own. Kept as consideration
 * of gift vouchers alone it stays on their receipt: there is no service whose rates would be its own.
 */
export function nextOfFee(order: Order, facts: Facts): Draft | null {
	if (order.cancelledAt === null || order.fee === 0) return null
	const { services } = partsOf(order, facts.payments[0]?.amount ?? zero)
	if (order.feeVat === 'consideration' && services.gross === 0) return null
	const on = dayOf(order.cancelledAt)
	return leavingPaper(order, facts, on) ?? ownPaper(order, facts, { on, rates: services.rates })
}

/** The correction of a paper that shows a part of the fee and must not: all as damages, else the receipt of vouchers. */
function leavingPaper(order: Order, facts: Facts, on: Day): Draft | null {
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
		const kept: Moved[] = [
			...(part > 0 && first ? [{ means: first.means, amount: part, on }] : []),
			...(byVoucher > 0 ? [{ means: 'voucher' as const, amount: byVoucher, on }] : []),
		]
		if (kept.length > 0) return keepOf(target, facts, kept)
	}
	return null
}

/** The paper of the fee, over what no other paper bears. */
function ownPaper(
	order: Order,
	facts: Facts,
	{ on, rates: ofServices }: { on: Day; rates: Parameters<typeof divided>[1] },
): Draft | null {
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

/** The part of the online fee that papers show and that must leave them. */
function onlineToLeave(order: Order, facts: Facts): Cents {
	const all = targetsOf(order, facts, { paymentId: null }).map(({ target }) => target)
	const left = minus(onlineFee(order, facts), keptOnline(facts.issued, all))
	const stays = order.feeVat === 'damages' ? zero : onlineOnServices(order, facts)
	return positive(minus(left, stays))
}

/**
 * The online part of the fee, without what went back of it since; the correction for a refund that failed stands for
 * the refund that replaces it.
 */
function onlineFee(
	{ fee, feeOfVoucher, kept }: Order,
	{ payments, refunds, issued }: Facts,
): Cents {
	const came = sum(payments.map(({ amount }) => amount))
	const refunded = sum(refunds.map(({ amount }) => amount))
	const corrected = minus(zero, sum(givenBackOf(issued).map(({ gross }) => gross)))
	const back = refunded > corrected ? refunded : corrected
	const own = minus(fee, feeOfVoucher)
	const spent = minus(kept, own)
	return positive(smaller(own, minus(minus(came, back), spent)))
}

/** The online money that the papers of services bear. */
function onlineOnServices(order: Order, facts: Facts): Cents {
	const targets = targetsOf(order, facts, { paymentId: null })
	const own = targets.filter(({ target }) => target.kind !== 'receipt' && target.kind !== 'fee')
	return sum(own.map(({ target, cap }) => smaller(cap, grossOf(leftOf(facts.issued, target)))))
}

/** The online money of these papers that was kept as a fee with a paper of its own. */
function keptOnline(issued: Facts['issued'], papers: Facts['issued']): Cents {
	const kept = papers.flatMap((it) => correctionsOf(issued, it)).filter(({ isKept }) => isKept)
	const online = kept.flatMap(({ payments }) => payments).filter(({ means }) => means !== 'voucher')
	return minus(zero, sum(online.map(({ amount }) => amount)))
}

/** The amount of the order's voucher that a paper shows; a final invoice shows it with the papers that it deducts. */
function voucherShownOn(target: Facts['issued'][number], issued: Facts['issued']): Cents {
	const papers = target.kind === 'final' ? servicesOf(issued) : [target]
	return positive(sum(papers.map((paper) => voucherLeftOf(issued, paper))))
}

/** The payments that paid an amount, the first first. */
function paidOnline({ payments }: Facts, amount: Cents): Moved[] {
	let left = amount
	return payments.flatMap(({ means, on, amount: paid }) => {
		const part = smaller(left, paid)
		left = minus(left, part)
		return part > 0 ? [{ means, amount: part, on }] : []
	})
}

function sumOf(payments: readonly Moved[]): Cents {
	return sum(payments.map(({ amount }) => amount))
}

function positive(amount: Cents): Cents {
	return cents(Math.max(0, amount))
}
