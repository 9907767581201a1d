import {
	buyerOf,
	isSmall,
	serviceOf,
	type Invoice,
	type InvoiceContent,
	type MeansOfPayment,
	type Seller,
} from '#app/models/invoice/invoice.ts'
import { sum, zero, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { spread, type VatAmount } from '#app/models/product/price.ts'
import { dayOf } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Money of an order that moved. */
export type Moved = { means: MeansOfPayment; amount: Cents; on: Day }

/** What has happened to an order so far; refunds the oldest first. */
export type Facts = {
	seller: Seller
	payments: Moved[]
	onSite: Moved[]
	refunds: (Moved & { id: string })[]
	issued: IssuedInvoice[]
}
export type IssuedInvoice = Invoice & { refundId: string | null; correctsSlug: string | null }

/** An invoice that is to be issued: it lacks its number only. */
export type Draft = {
	slug: string
	refundId: string | null
	correctsSlug: string | null
	content: InvoiceContent
}

export function common(order: Order, { seller }: Facts, whole: Cents) {
	const small = isSmall(order, whole)
	return {
		locale: order.locale,
		seller,
		buyer: small ? null : buyerOf(order),
		isSmall: small,
		orderNumber: order.number,
		orderedOn: dayOf(order.createdAt),
		service: serviceOf(order),
		ahead: null,
		corrects: null,
	}
}

/** Without deposits all of it is due. */
export function sums(vat: VatAmount[]): Pick<InvoiceContent, 'gross' | 'vat' | 'deposits' | 'due'> {
	return { gross: grossOf(vat), vat, deposits: [], due: { gross: grossOf(vat), vat } }
}

export function correctionsOf(issued: readonly IssuedInvoice[], { slug }: { slug: string }) {
	return issued.filter(({ correctsSlug }) => correctsSlug === slug)
}

export function find(issued: readonly IssuedInvoice[], slug: string): IssuedInvoice | undefined {
	return issued.find((invoice) => invoice.slug === slug)
}

export function divided(amount: Cents, rates: readonly { rate: number; gross: Cents }[]) {
	const parts = spread(
		amount,
		rates.map(({ gross }) => gross),
	)
	return rates.map(({ rate }, index) => ({ rate, gross: parts[index] ?? zero }))
}

export function grossOf(vat: readonly VatAmount[]): Cents {
	return sum(vat.map(({ gross }) => gross))
}
