import { ratedPositions, type InvoiceContent, type Position } from '#app/models/invoice/invoice.ts'
import { cents, minus, spread, sum, zero, type Cents } from '#app/models/money.ts'
import { vatAmounts, type VatAmount } from '#app/models/product/price.ts'
import type { PackagePart } from '#app/models/venue/catalogue.ts'

/**
 * A position of an invoice without its VAT, or a `part` of a package, at one rate; `index` is the index of its position
 * on the invoice.
 */
export type NetPosition = {
	index: number
	position: Position
	part: PackagePart | null
	vatRate: number
	amount: Cents
	net: Cents
}

/**
 * An invoice in net amounts, as e-invoices count: for each rate, `lines` less `allowances` are the net amount on the
 * invoice, to the cent. A reduction of the price is an allowance (with a positive `net`); an amount that a correction
 * takes back is a line. A package in parts has a line for each part, because a line has one rate (EN 16931, BR-CO-4);
 * pieces that its price includes have no line, because they have no rate of their own.
 */
export type NetInvoice = {
	/** The VAT of all rates of the positions, also of rates reduced to nothing. */
	rates: VatAmount[]
	lines: NetPosition[]
	allowances: NetPosition[]
}

type Counted = Pick<InvoiceContent, 'positions' | 'vat' | 'corrects'>

export function netOf({ positions, vat, corrects }: Counted): NetInvoice {
	const all = ratedPositions(positions)
	const isAllowance = ({ amount }: RatedPosition) => corrects === null && amount < 0
	const rates = [...new Set(all.map(({ vatRate }) => vatRate))].map(
		(rate) => vat.find((it) => it.rate === rate) ?? { rate, gross: zero, net: zero, vat: zero },
	)
	const allowances = all.filter(isAllowance).flatMap((it) => {
		const amounts = [{ rate: it.vatRate, gross: minus(zero, it.amount) }]
		return vatAmounts(amounts).map(({ net }) => ({ ...it, net }))
	})
	const lines = rates.flatMap(({ rate, net }) => {
		const isOfRate = ({ vatRate }: RatedPosition) => vatRate === rate
		const own = all.filter((it) => isOfRate(it) && !isAllowance(it))
		return divided(sum([net, ...allowances.filter(isOfRate).map((it) => it.net)]), own)
	})
	return { rates, lines: lines.toSorted((one, other) => one.index - other.index), allowances }
}

type RatedPosition = ReturnType<typeof ratedPositions>[number]

/** Divides a net amount among positions in proportion to their amounts, which are all positive or all negative. */
function divided(net: Cents, own: RatedPosition[]): NetPosition[] {
	const parts = spread(
		cents(Math.abs(net)),
		own.map(({ amount }) => cents(Math.abs(amount))),
	)
	return own.map((it, index) => {
		const part = parts[index] ?? zero
		return { ...it, net: it.amount < 0 ? minus(zero, part) : part }
	})
}
