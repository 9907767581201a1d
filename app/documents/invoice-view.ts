import type { TFunction } from 'i18next'

import { notesOf } from '#app/documents/invoice-notes.ts'
import { includedIn, partsOf, ratesOf, type PartInWords } from '#app/documents/position-parts.ts'
import { shownWebsite } from '#app/documents/website.ts'
import { languageTags, type Locale } from '#app/i18n/i18n.ts'
import {
	titledAs,
	type Buyer,
	type Invoice,
	type Position,
	type Seller,
} from '#app/models/invoice/invoice.ts'
import { euros, minus, zero } from '#app/models/money.ts'
import { isAllIncluded } from '#app/models/product/price.ts'
import { formatDay, formatHours } from '#app/models/venue/date-format.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { nameAbroad } from '#app/models/visitor/country.ts'

/** The contents of an invoice in words, from top to bottom, without layout. */
export type InvoiceView = {
	lang: string
	title: string
	number: string
	venue: string
	sender: string
	/** The lines of the recipient's name and address; null on a small invoice. */
	recipient: string[] | null
	facts: Labelled[]
	tables: InvoiceTable[]
	/** The pieces that a package's price includes, for e-invoices, of which they are no lines; null without any. */
	included: Labelled | null
	sums: Sum[]
	payments: Labelled[]
	notes: string[]
	/** The columns at the foot of each page, as lines of text. */
	footer: string[][]
}
type Labelled = { label: string; value: string }
/** A row of the sums by its weight. strong: a main sum · faint: a part of the row above. */
export type Sum = Labelled & { weight: 'strong' | 'plain' | 'faint' }
export type InvoiceTable = {
	caption: string
	/** True when the caption is printed, false when it is only read aloud. */
	isCaptioned: boolean
	head: Cells
	rows: {
		cells: Cells
		details: string[]
		parts: PartInWords[]
	}[]
	total: Labelled | null
}
/** The cells of a row: position, description, quantity, unit price, VAT, amount. */
export type Cells = [string, string, string, string, string, string]

export function invoiceView(invoice: Invoice, t: TFunction): InvoiceView {
	const { locale, seller, number, ahead, positions } = invoice
	const tables = [table(invoice, positions, t)]
	if (ahead) {
		const total = { label: t('invoice.aheadTotal'), value: euros(ahead.gross, locale) }
		const caption = t('invoice.ahead')
		tables.push({ ...table(invoice, ahead.positions, t), caption, isCaptioned: true, total })
	}
	return {
		lang: languageTags[locale],
		title: titleOf(invoice, t),
		number,
		venue: seller.name,
		sender: [seller.company, seller.street, `${seller.postcode} ${seller.city}`].join(' · '),
		recipient: invoice.buyer && addressOf(invoice.buyer, locale),
		facts: facts(invoice, t),
		tables,
		included: includedIn(positions, t),
		sums: sums(invoice, t),
		payments: invoice.payments.map((payment) => ({
			label: paymentInWords(payment, invoice, t),
			value: euros(payment.amount, locale),
		})),
		notes: notesOf(invoice, t),
		footer: footer(seller, t),
	}
}

export function titleOf(
	{ kind, deposits }: Pick<Invoice, 'kind' | 'deposits'>,
	t: TFunction,
): string {
	return t(`invoices.title.${titledAs({ kind, hasDeposit: deposits.length > 0 })}`)
}

function paymentInWords(
	{ means, amount, on, receipt }: Invoice['payments'][number],
	{ locale, isKept }: Pick<Invoice, 'locale' | 'isKept'>,
	t: TFunction,
): string {
	const said = { day: day(on, locale), means: t(`invoice.means.${means}`) }
	if (isKept) return t('invoice.kept', said)
	if (receipt === undefined) return t(amount < 0 ? 'invoice.refunded' : 'invoice.paid', said)
	return t(amount < 0 ? 'invoice.refundedAtTill' : 'invoice.paidAtTill', { ...said, receipt })
}

/** Returns the lines of an address. A country abroad is the last, in capitals (DIN 5008). */
function addressOf(buyer: Buyer, locale: Locale): string[] {
	const { company, name, street, supplement, postcode, city, country } = buyer
	const abroad = country ? nameAbroad(country, locale)?.toLocaleUpperCase(locale) : null
	const lines = [company, name, street, supplement, `${postcode} ${city}`.trim(), abroad]
	return lines.filter((line): line is string => Boolean(line))
}

function facts(invoice: Invoice, t: TFunction): Labelled[] {
	const { kind, locale, number, issuedOn, orderNumber, orderedOn, service, payments } = invoice
	const numberLabel =
		kind === 'receipt' || kind === 'fee' ? 'invoice.receiptNumber' : 'invoice.number'
	const received = kind === 'deposit' && payments[0]
	const { reference, leitwegId } = invoice.buyer ?? {}
	return [
		{ label: t(numberLabel), value: number },
		{ label: t('invoice.issuedOn'), value: day(issuedOn, locale) },
		{ label: t('invoice.order'), value: orderNumber },
		{ label: t('invoice.orderedOn'), value: day(orderedOn, locale) },
		...(received ? [{ label: t('invoice.receivedOn'), value: day(received.on, locale) }] : []),
		...(service ? [{ label: t('invoice.serviceOn'), value: day(service.day, locale) }] : []),
		...(reference ? [{ label: t('invoice.reference'), value: reference }] : []),
		...(leitwegId ? [{ label: t('invoice.leitwegId'), value: leitwegId }] : []),
	]
}

function table(invoice: Invoice, positions: readonly Position[], t: TFunction): InvoiceTable {
	return {
		caption: t('invoice.positions'),
		isCaptioned: false,
		head: [
			t('invoice.position'),
			t('invoice.product'),
			t('invoice.quantity'),
			t('invoice.unitPrice'),
			t('invoice.vatRate'),
			t('invoice.amount'),
		],
		rows: positions.map((position, index) => row(invoice, { ...position, index }, t)),
		total: null,
	}
}

function row(
	invoice: Invoice,
	position: Position & { index: number },
	t: TFunction,
): InvoiceTable['rows'][number] {
	const { locale } = invoice
	const { from, until, detail, included, quantity, unitPrice, amount, vatRate, index } = position
	const title = position.title ?? nameOf(position.what, invoice, t)
	const isFree = isAllIncluded(position)
	const details = [
		// A room that is booked by itself is named by its title.
		detail !== title && detail,
		from && until && formatHours({ opens: from, closes: until }, locale),
		!isFree && included > 0 && t('invoice.included', { count: included }),
	]
	return {
		cells: [
			String(index + 1),
			title,
			String(quantity),
			isFree ? '–' : euros(unitPrice, locale),
			isFree || vatRate === 0 ? '–' : t('invoice.rate', { rate: ratesOf(position).join('/') }),
			isFree ? t('shop.group.included') : euros(amount, locale),
		],
		details: details.filter((detail): detail is string => Boolean(detail)),
		parts: partsOf(position, locale, t),
	}
}

function nameOf(what: Position['what'], invoice: Invoice, t: TFunction): string {
	const { corrects, kind, orderNumber } = invoice
	if (what === 'product') return ''
	if (what !== 'reduction' || !corrects) return t(`invoice.what.${what}`, { order: orderNumber })
	const taken = kind === 'cancellation' ? 'cancellation' : 'correction'
	return t(`invoice.what.${invoice.isKept ? 'kept' : taken}`, {
		title: t(`invoices.title.${corrects.kind}`),
		number: corrects.number,
	})
}

function sums(invoice: Invoice, t: TFunction): Sum[] {
	const { locale, gross, vat, deposits, due, isSmall } = invoice
	const total: Sum = { label: t('invoice.total'), value: euros(gross, locale), weight: 'strong' }
	const taxed = vat.filter(({ rate }) => rate > 0)
	if (isSmall && deposits.length === 0) return [total, ...taxLines('invoice.vatIn', taxed)]

	const parts = taxed.flatMap(({ rate, net, vat }): Sum[] => [
		{ label: t('invoice.netOf', { rate }), value: euros(net, locale), weight: 'plain' },
		{ label: t('invoice.vatOf', { rate }), value: euros(vat, locale), weight: 'plain' },
	])
	if (deposits.length === 0) return [...parts, total]

	const deducted = deposits.flatMap(({ number, issuedOn, gross, vat }): Sum[] => [
		{
			label: t('invoice.deposit', { number, day: day(issuedOn, locale) }),
			value: euros(minus(zero, gross), locale),
			weight: 'plain',
		},
		...taxLines('invoice.depositVat', vat, -1),
	])
	const rest: Sum = { label: t('invoice.due'), value: euros(due.gross, locale), weight: 'strong' }
	return [...parts, total, ...deducted, rest, ...taxLines('invoice.dueVat', due.vat)]

	function taxLines(
		key: 'invoice.vatIn' | 'invoice.depositVat' | 'invoice.dueVat',
		vat: Invoice['vat'],
		sign: 1 | -1 = 1,
	): Sum[] {
		return vat.map(({ rate, vat }) => ({
			label: t(key, { rate }),
			value: euros(sign === 1 ? vat : minus(zero, vat), locale),
			weight: 'faint',
		}))
	}
}

function footer(seller: Seller, t: TFunction): string[][] {
	const { company, street, postcode, city, phone, email, website } = seller
	const { register, management, vatId, taxNumber } = seller
	return [
		[company, street, `${postcode} ${city}`],
		[phone, email, shownWebsite(website)],
		[
			management && t('invoice.management', { names: management }),
			register,
			vatId && t('invoice.vatId', { id: vatId }),
			taxNumber && t('invoice.taxNumber', { number: taxNumber }),
		].filter((line): line is string => Boolean(line)),
	]
}

function day(day: Day, locale: Locale): string {
	return formatDay(day, locale, 'numeric')
}
