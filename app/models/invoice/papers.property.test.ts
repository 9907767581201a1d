import fc from 'fast-check'
import { expect, test } from 'vitest'

import { grossOf, type InvoiceFacts, type IssuedInvoice } from '#app/models/invoice/content.ts'
import { cancelToWriteAnew } from '#app/models/invoice/correction.ts'
import { ratedPositions } from '#app/models/invoice/invoice.ts'
import { aheadOf, counting, finalOf, isAbout, isAtTill } from '#app/models/invoice/issued.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { vatRate } from '#app/models/product/price.ts'
import type { VatClass } from '#app/models/venue/catalogue.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { trials } from '#testing/oracle/random-shop.ts'
import {
	after,
	onlineOf,
	onSiteOf,
	turnoverOf,
	type Happening,
	type SlowBooking,
} from '#testing/oracle/slow-papers.ts'
import { factsOf, gift, issueAll, orderOf, total, vatPartsFor } from '#testing/sample-invoices.ts'

/** 100,000 lives of bookings take minutes. */
const HOUR_MS = 3_600_000

const share = fc.constantFrom(0.1, 0.33, 0.5, 1)
const of = fc.nat(5)
const amounts = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 2, maxLength: 2 })
const happening: fc.Arbitrary<Happening> = fc.oneof(
	{ weight: 3, arbitrary: fc.record({ what: fc.constant('cost' as const), amounts }) },
	fc.record({
		what: fc.constant('change' as const),
		amounts,
		share,
		end: fc.constantFrom('paid' as const, 'paid' as const, 'ended' as const),
	}),
	fc.record({
		what: fc.constant('move' as const),
		amounts: fc.option(amounts),
		isPricedAnew: fc.boolean(),
	}),
	fc.record({ what: fc.constant('payRest' as const), share }),
	fc.record({ what: fc.constant('refund' as const), share, of }),
	fc.record({ what: fc.constant('fails' as const), of }),
	fc.record({
		what: fc.constant('note' as const),
		share,
		means: fc.constantFrom('cash' as const, 'card' as const, 'voucher' as const),
	}),
	fc.record({ what: fc.constant('reverse' as const), of }),
	fc.record({ what: fc.constant('rewrite' as const) }),
	fc.record({ what: fc.constant('isOver' as const) }),
	fc.record({
		what: fc.constant('cancel' as const),
		share: fc.constantFrom(0, 0, 0.2, 0.7, 1),
		feeVat: fc.constantFrom('consideration' as const, 'damages' as const),
	}),
)
const wish = fc.record({
	amounts,
	isPackage: fc.boolean(),
	gift: fc.constantFrom(0, 0, 2500),
	due: fc.constantFrom('deposit' as const, 'online' as const, 'onSite' as const),
	balance: fc.constantFrom(0, 0, 700, 15_000, 200_000),
	happenings: fc.array(happening, { maxLength: 8 }),
})

/** The rates change between the two days on which the visit may be. */
const vat = [
	{ from: '2025-01-01', standard: 19, reduced: 7 },
	{ from: '2027-01-01', standard: 21, reduced: 9 },
]
const [ordering, moved] = ['2026-11-28', '2027-01-09']

/** An order with an amount at the full rate and one at the reduced: as two lines, or as the parts of a package. */
function orderFor({ amounts, goods, voucher, ...booking }: SlowBooking, like: Order): Order {
	const isPackage = like.lines.some(({ vatParts }) => vatParts)
	const ratesOn = booking.ratesOf === 'visit' ? moved : ordering
	const wanted = linesOf(amounts, goods, { due: 'deposit', isPackage, ratesOn })
	const { vat, lines, linesTotal, total } = orderOf({ lines: wanted })
	const day = booking.isMoved ? moved : ordering
	const sums = { vat, lines, linesTotal, discount: cents(0), total, voucher: cents(voucher) }
	return { ...like, ...sums, day }
}

function linesOf(
	amounts: readonly number[],
	goods: number,
	{ due, isPackage, ratesOn }: Pick<Wish, 'due' | 'isPackage'> & { ratesOn: Day },
) {
	const [first = 0, second = 0] = amounts
	const line = (vatClass: VatClass) => ({
		due,
		vatClass,
		vatRate: vatRate(vat, vatClass, ratesOn),
	})
	const parts = vatPartsFor({ play: first, food: second })
	const vatParts = parts.map((part) => ({ ...part, ...line(part.vatClass) }))
	const services = isPackage
		? [{ ...line('standard'), amount: first + second, vatParts }]
		: [
				{ ...line('standard'), amount: first },
				{ ...line('reduced'), amount: second },
			]
	return [...services, ...(goods > 0 ? [{ amount: goods, gift }] : [])]
}

function begun({ amounts, isPackage, gift, due, balance }: Omit<Wish, 'happenings'>) {
	const voucher = { kind: 'value' as const, code: 'X', products: null, balance: cents(balance) }
	const order = orderOf({
		lines: linesOf(amounts, gift, { due, isPackage, ratesOn: ordering }),
		order: { day: ordering },
		voucher: balance > 0 ? voucher : null,
	})
	const booking: SlowBooking = {
		amounts,
		goods: gift,
		payments: order.online > 0 ? [{ id: 'p0', amount: order.online }] : [],
		refunds: [],
		till: [],
		voucher: order.voucher,
		isMoved: false,
		ratesOf: 'ordering',
		isOver: false,
		isCancelled: false,
		fee: { ofVoucher: 0, online: 0, vat: 'consideration' },
	}
	return { order, booking }
}
type Wish = typeof wish extends fc.Arbitrary<infer It> ? It : never

function booked(booking: SlowBooking, before: Order): { order: Order; facts: InvoiceFacts } {
	const { isOver, isCancelled } = booking
	const order = {
		...orderFor(booking, before),
		online: cents(onlineOf(booking)),
		onSite: cents(onSiteOf(booking)),
		...(isOver && { state: 'completed' as const }),
		...(isCancelled && { cancelledAt: new Date('2026-11-20T12:00:00Z') }),
		// The sums of a cancelled order stay unchanged.
		...(isCancelled && { voucher: before.voucher, onSite: before.onSite }),
		...(isCancelled && feeOf(booking)),
	}
	const byCard = { means: 'stripe' as const, on: '2026-11-20' }
	const facts = {
		...factsOf(order),
		vat,
		payments: booking.payments.map((it) => ({ ...byCard, ...it, amount: cents(it.amount) })),
		refunds: booking.refunds.map(({ id, paymentId, amount }) => ({
			...byCard,
			id,
			paymentId,
			amount: cents(amount),
		})),
		onSite: booking.till.map(({ means, amount }) => {
			// A voucher that the till took is known by its receipt.
			const receipt = means === 'voucher' ? { receipt: 'K1' } : {}
			return { ...byCard, means, amount: cents(amount), ...receipt }
		}),
	}
	return { order, facts }
}

function feeOf({ fee }: SlowBooking): Partial<Order> {
	return {
		kept: cents(fee.online),
		fee: cents(fee.ofVoucher + fee.online),
		feeOfVoucher: cents(fee.ofVoucher),
		feeVat: fee.vat,
	}
}

test(
	'whatever happens to a booking: no turnover is on paper twice, and every cent is',
	() => {
		fc.assert(
			fc.property(wish, ({ happenings, ...first }) => {
				let { order, booking } = begun(first)
				let issued = issueAll(order, booked(booking, order).facts)
				for (const it of happenings) {
					const next = after(booking, it)
					const now = booked(next, order)
					if (it.what === 'rewrite' && !next.isCancelled) issued = allCancelled(now.facts, issued)
					issued = issueAll(now.order, { ...now.facts, issued })
					booking = next
					order = now.order
					saysEverything(booking, order, { ...now.facts, issued })
					expect(issueAll(order, { ...now.facts, issued })).toEqual(issued)
				}
			}),
			trials('papers of a booking', 1000),
		)
	},
	HOUR_MS,
)

/** Cancels all papers, as when another recipient is named. */
function allCancelled(facts: InvoiceFacts, issued: IssuedInvoice[]): IssuedInvoice[] {
	const all = [...issued]
	for (const paper of [finalOf(all) ?? [], aheadOf(all)].flat()) {
		const { content, ...row } = cancelToWriteAnew(paper, { ...facts, issued: all })
		if (content.gross === 0) continue
		all.push({ ...content, ...row, number: `X-${all.length}`, issuedOn: '2026-12-01' })
	}
	return all
}

function saysEverything(booking: SlowBooking, order: Order, facts: InvoiceFacts): void {
	const { issued } = facts
	for (const paper of issued) isWhole(paper)
	const final = finalOf(issued)
	const isVoucherShown =
		booking.isCancelled ||
		final !== undefined ||
		aheadOf(issued).some(({ kind }) => kind === 'invoice')
	const due = issued.map(({ due }) => due.gross).reduce((sum, it) => sum + it, 0)
	expect(due).toBe(
		turnoverOf(
			{ ...booking, till: booking.isCancelled ? tillOf(final) : booking.till },
			{ hasFinal: final !== undefined, isVoucherShown },
		),
	)
	// A payment has one paper that counts.
	for (const payment of facts.payments)
		expect(aheadOf(issued).filter((paper) => isAbout(paper, payment, facts)).length).toBeLessThan(2)
	if (final && order.cancelledAt === null) saysItsVat(final, issued)
	// The rates are those of the day of the visit (§ 27 (1) UStG).
	if (final && order.cancelledAt === null)
		for (const { rate } of final.vat) expect(booking.isMoved ? [21, 9] : [19, 7]).toContain(rate)
	if (booking.isCancelled) saysItsFee(booking, issued)
	for (const paper of counting(issued)) expect(grossOf(paper.vat)).toBeGreaterThan(0)
}

/** Expects the VAT of all papers together to be the final invoice's, less its corrections. */
function saysItsVat(final: IssuedInvoice, issued: readonly IssuedInvoice[]): void {
	const services = issued.filter(
		({ kind, corrects }) => kind !== 'receipt' && corrects?.kind !== 'receipt',
	)
	const own = issued.filter((it) => it === final || it.correctsSlug === final.slug)
	for (const { rate } of final.vat) {
		const all = services.flatMap(({ due }) => due.vat).filter((it) => it.rate === rate)
		const said = own.flatMap(({ vat }) => vat).filter((it) => it.rate === rate)
		const taxOf = (parts: typeof all) => total(parts.map(({ vat }) => ({ amount: vat })))
		expect(taxOf(all)).toBe(taxOf(said))
	}
}

/** Expects damages to stand on no paper but their own, without VAT, and consideration on none without VAT. */
function saysItsFee({ fee, till }: SlowBooking, issued: readonly IssuedInvoice[]): void {
	const whole = fee.ofVoucher + fee.online
	if (whole === 0) return
	const isFee = ({ kind }: IssuedInvoice) => kind === 'fee'
	const own = total(issued.filter(isFee).map(({ gross }) => ({ amount: gross })))
	const others = issued.filter((it) => !isFee(it)).flatMap(({ due }) => due.vat)
	const left = total(others.map(({ gross }) => ({ amount: gross })))
	const atTill = finalOf(issued) ? total(till) : 0
	expect(own + left).toBe(whole + atTill)
	if (fee.vat === 'damages') expect(own).toBe(whole)
	for (const { vat } of issued.filter(isFee))
		for (const { rate } of vat) expect(rate > 0).toBe(fee.vat === 'consideration')
}

/** The till payments on a final invoice, also of a booking cancelled afterwards. */
function tillOf(final: IssuedInvoice | undefined): SlowBooking['till'] {
	return (final?.payments ?? [])
		.filter(isAtTill)
		.map(({ amount }) => ({ means: 'cash' as const, amount }))
}

function isWhole({ gross, vat, positions, due, deposits, payments, isAnew }: IssuedInvoice): void {
	expect(total(positions)).toBe(gross)
	for (const { rate, gross, net, vat: tax } of vat) {
		expect(total(ratedPositions(positions).filter(({ vatRate }) => vatRate === rate))).toBe(gross)
		expect(net + tax).toBe(gross)
	}
	expect(due.gross).toBe(gross - total(deposits.map((it) => ({ amount: it.gross }))))
	if (!isAnew) expect(total(payments)).toBe(due.gross)
}
