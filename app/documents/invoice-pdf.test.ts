import { createHash } from 'node:crypto'

import { beforeAll, describe, expect, test } from 'vitest'

import { invoicePdf } from '#app/documents/invoice-pdf.ts'
import { loadFonts, type Fonts } from '#app/gateways/fonts.server.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import type { Invoice } from '#app/models/invoice/invoice.ts'
import { cents, euros, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { readPdf, type ReadPdf } from '#testing/read-pdf.ts'
import { factsOf, gift, issueAll, orderOf, paidOnSite } from '#testing/sample-invoices.ts'
import { sampleOrder } from '#testing/sample-order.ts'

let fonts: Fonts
beforeAll(async () => {
	fonts = await loadFonts()
})

function draw(invoice: Invoice): Promise<Buffer> {
	return invoicePdf(invoice, fonts, translator(invoice.locale))
}

/** The invoices of a visited order with half of the deposit refunded afterwards. */
function issuedFor(order: Order): Invoice[] {
	const onSite = paidOnSite(order)
	const issued = issueAll(order, factsOf(order, { onSite }))
	const back = {
		id: 'refund',
		paymentId: 'payment-1',
		means: 'stripe' as const,
		amount: cents(1787),
		on: '2026-12-01',
	}
	return issueAll(order, factsOf(order, { onSite, issued, refunds: [back] }), '2026-12-01')
}

const titles = {
	'de-DE': { deposit: 'Anzahlungsrechnung', final: 'Schlussrechnung', receipt: 'Kaufbeleg' },
	'en-EN': { deposit: 'Deposit invoice', final: 'Final invoice', receipt: 'Receipt' },
}

describe.each<Locale>(['de-DE', 'en-EN'])('an invoice in %s', (locale) => {
	test('of each kind says its sums, as they stand in the rows', async () => {
		for (const invoice of issuedFor({ ...sampleOrder, locale })) {
			const { text } = await readPdf(await draw(invoice))
			for (const sum of sumsOf(invoice)) expect(text, invoice.slug).toContain(shown(sum, locale))
			for (const fact of [invoice.number, sampleOrder.number, invoice.seller.company])
				expect(text).toContain(fact)
			expect(text).toContain(invoice.seller.vatId)
			for (const { title } of invoice.positions) if (title) expect(text).toContain(title)
		}
	})

	test('is tagged, named and in its language', async () => {
		for (const invoice of issuedFor({ ...sampleOrder, locale })) {
			const read = await readPdf(await draw(invoice))
			const title = titles[locale][invoice.kind as 'deposit']
			if (title) expect(read.title).toBe(`${title} ${invoice.number}`)
			expect(read).toMatchObject({ isTagged: true, lang: locale === 'de-DE' ? 'de-DE' : 'en-GB' })
			expect(read.structure).toEqual(
				expect.arrayContaining(['Document', 'H1', 'Table', 'TR', 'TH', 'TD', 'L', 'LI', 'P']),
			)
			expect(read.metadata).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A</)
		}
	})
})

/** An amount with plain spaces in place of no-break spaces. */
function shown(amount: Cents, locale: Locale): string {
	return euros(amount, locale).replace(/\s/g, ' ')
}

function sumsOf({ gross, vat, due, payments, deposits, positions, isSmall }: Invoice) {
	const taxes = [vat, due.vat, ...deposits.map((it) => it.vat)].flat()
	const amounts = [
		gross,
		due.gross,
		...deposits.map((deposit) => cents(-deposit.gross)),
		...payments.map(({ amount }) => amount),
		...positions.flatMap(({ amount, unitPrice }) => [amount, unitPrice]),
		...taxes.filter(({ rate }) => rate > 0).map(({ vat }) => vat),
		...(isSmall ? [] : vat.filter(({ rate }) => rate > 0).map(({ net }) => net)),
	]
	return amounts.map((amount) => cents(Math.abs(amount)))
}

test('an invoice names its recipient, and one of a small amount does not (§ 33 UStDV)', async () => {
	const [receipt, deposit] = issuedFor(sampleOrder)
	const texts: ReadPdf[] = []
	for (const invoice of [receipt, deposit])
		if (invoice) texts.push(await readPdf(await draw(invoice)))
	expect(texts[0]?.text).not.toContain('Lovelace')
	expect(texts[0]?.text).toContain('§ 33 UStDV')
	expect(texts[0]?.text).toContain('§ 3 Abs. 15 UStG')
	expect(texts[1]?.text).toContain('Ada Lovelace')
	expect(texts[1]?.text).not.toContain('§ 33 UStDV')
})

test('a receipt of gift vouchers alone says of no price that VAT is included', async () => {
	const [receipt] = issuedFor(
		orderOf({ lines: [{ amount: 5000, gift: { ...gift, delivery: 'mail' } }] }),
	)
	if (!receipt) throw new Error('no receipt')
	const { text } = await readPdf(await draw(receipt))
	expect(text).toContain('§ 3 Abs. 15 UStG')
	expect(text).not.toContain('inkl. MwSt.')
})

test('a room that is booked by itself is named once, and extras that cost nothing say so (faults N90)', async () => {
	const room = { de: 'Partyraum Mars', en: 'Party room Mars' }
	const order = orderOf({
		lines: [
			{ amount: 6900, title: room, detail: room },
			{ amount: 0, included: 1, title: { de: 'Motto', en: 'Theme' } },
		],
	})
	const [deposit] = issueAll(order, factsOf(order))
	if (!deposit) throw new Error('no deposit invoice')
	const { text } = await readPdf(await draw(deposit))
	expect(text.split('Partyraum Mars')).toHaveLength(2)
	expect(text).toContain('inklusive')
	expect(text).not.toContain('davon')
})

test.each(Array.from({ length: 13 }, (_, index) => index + 6))(
	'each page of an invoice with %i lines holds a row of a table (faults N90)',
	async (count) => {
		const order = orderOf({ lines: Array.from({ length: count }, () => ({ amount: 3000 })) })
		for (const invoice of issueAll(order, factsOf(order, { onSite: paidOnSite(order) }))) {
			const { pages } = await readPdf(await draw(invoice))
			const last = pages.at(-1)
			expect(last, invoice.slug).toMatch(/Bezeichnung .*Betrag \d+ (Ding|Anzahlung)/)
		}
	},
)

test('an invoice that is made again has the same bytes', async () => {
	for (const invoice of issuedFor(sampleOrder)) {
		const kept = JSON.parse(JSON.stringify(invoice)) as Invoice
		expect(hashOf(await draw(kept))).toBe(hashOf(await draw(invoice)))
	}
})

function hashOf(file: Buffer): string {
	return createHash('sha256').update(file).digest('hex')
}

test('a long invoice goes on with its head and its foot on each page', async () => {
	const lines = Array.from({ length: 40 }, (_, index) => ({ amount: 1000 + index }))
	const [deposit] = issuedFor(orderOf({ lines }))
	if (!deposit) throw new Error('no deposit')
	const { text } = await readPdf(await draw(deposit))
	expect(text.match(/Seite \d von 3/g)).toEqual(['Seite 1 von 3', 'Seite 2 von 3', 'Seite 3 von 3'])
	expect(text.match(/Einzelpreis/g)?.length).toBeGreaterThanOrEqual(3)
	for (const line of lines) expect(text).toContain(shown(cents(line.amount), 'de-DE'))
})

test('an invoice shows names from anywhere, without the signs that no face has (faults N12)', async () => {
	const person = { ...sampleOrder.person, firstName: 'Łukasz Ολγα', lastName: 'Жуков 🪐 王小明 ᚱ' }
	const deposit = issuedFor({ ...sampleOrder, person })[1]
	if (!deposit) throw new Error('no deposit')
	const { text } = await readPdf(await draw(deposit))
	expect(text).toMatch(/Łukasz +Ολγα +Жуков +🪐 +王小明 +Sternweg/)
})
