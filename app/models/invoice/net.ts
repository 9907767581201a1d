import type { InvoiceContent, Position } from '#app/models/invoice/invoice.ts'
import { cents, minus, sum, zero, type Cents } from '#app/models/money.ts'
import { spread, vatAmounts, type VatAmount } from '#app/models/product/price.ts'

/** A position without its VAT; `index` is its place on the invoice. */
export type NetPosition = { index: number; position: Position; net: Cents }

/**
 * An invoice in net amounts, as e-invoices count: for each rate, `lines` less `allowances` are the net amount on the
 * invoice, to the cent. A reduction of the price is an allowance (with a positive `net`); what a correction takes back
 * is a line.
 */
export type NetInvoice = {
	/** All rates of the positions, also those reduced to nothing. */
	rates: VatAmount[]
	lines: NetPosition[]
	allowances: NetPosition[]
}

type Counted = Pick<InvoiceContent, 'positions' | 'vat' | 'corrects'>

export function netOf({ positions, vat, corrects }: Counted): NetInvoice {
	const all = positions.map((position, index) => ({ index, position }))
	const isAllowance = ({ position }: { position: Position }) =>
		corrects === null && position.amount < 0
	const rates = [...new Set(positions.map(({ vatRate }) => vatRate))].map(
		(rate) => vat.find((it) => it.rate === rate) ?? { rate, gross: zero, net: zero, vat: zero },
	)
	const allowances = all.filter(isAllowance).flatMap(({ index, position }) => {
		const amounts = [{ rate: position.vatRate, gross: minus(zero, position.amount) }]
		return vatAmounts(amounts).map(({ net }) => ({ index, position, net }))
	})
	const lines = rates.flatMap(({ rate, net }) => {
		const isOfRate = ({ position }: { position: Position }) => position.vatRate === rate
		const own = all.filter((it) => isOfRate(it) && !isAllowance(it))
		return divided(sum([net, ...allowances.filter(isOfRate).map((it) => it.net)]), own)
	})
	return { rates, lines: lines.toSorted((one, other) => one.index - other.index), allowances }
}

/** Divides a net amount among positions, which are all positive or all negative. */
function divided(net: Cents, own: { index: number; position: Position }[]): NetPosition[] {
	const parts = spread(
		cents(Math.abs(net)),
		own.map(({ position }) => cents(Math.abs(position.amount))),
	)
	return own.map((it, index) => {
		const part = parts[index] ?? zero
		return { ...it, net: it.position.amount < 0 ? minus(zero, part) : part }
	})
}
