import { FacturX } from 'factur-x-kit'
import { beforeAll, describe, expect, test } from 'vitest'

import { invoiceFiles, invoiceXml } from '#app/documents/invoice-file.ts'
import { eInvoicePlace } from '#app/documents/invoice-notes.ts'
import { invoicePdf } from '#app/documents/invoice-pdf.ts'
import { loadFonts, type Fonts } from '#app/gateways/fonts.server.ts'
import { translator } from '#app/i18n/translator.ts'
import { cancelToWriteAnew } from '#app/models/invoice/correction.ts'
import type { Invoice } from '#app/models/invoice/invoice.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { brokenForKit } from '#testing/e-invoice-kit.ts'
import { brokenRules, rules } from '#testing/e-invoice-rules.ts'
import { schemaFaults } from '#testing/e-invoice-schema.ts'
import { readPdf } from '#testing/read-pdf.ts'
import {
	factsOf,
	gift,
	issueAll,
	orderOf,
	paidOnSite,
	vatPartsFor,
} from '#testing/sample-invoices.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { samplePapers } from '#testing/sample-papers.ts'

// Reads our PDFs with a program independent of them, which checks the rules of EN 16931.

let fonts: Fonts
beforeAll(async () => {
	fonts = await loadFonts()
})

const company = 'Sternwarte & Söhne <GmbH>\u0007'
const party = { type: 'company' as const, name: company, contactPerson: null }
const meals = [{ amount: 48_900 }, { amount: 12_590, vatRate: 7 }, { amount: 3333 }]

const inParts = vatPartsFor({ food: 5350, drinks: 1190, play: 6930 })
const birthday = [
	{ amount: 13_470, quantity: 10, vatParts: inParts },
	{ amount: 0, vatRate: 7, quantity: 3, included: 3 },
]

/** The invoices of a visit with a part of the deposit refunded before it and another after. */
function issuedFor(order: Order): Invoice[] {
	const onSite = order.onSite > 0 ? paidOnSite(order) : []
	const back = (id: string) => ({
		id,
		paymentId: 'payment-1',
		means: 'stripe' as const,
		amount: cents(1787),
		on: '2026-11-20',
	})
	const before = issueAll(order, factsOf(order, { refunds: [back('first')] }))
	const facts = { refunds: [back('first'), back('second')], issued: before, onSite }
	return issueAll(order, factsOf(order, facts))
}

async function read(invoice: Invoice) {
	const pdf = await invoicePdf(invoice, fonts, translator(invoice.locale))
	const { attachments, metadata } = await readPdf(pdf)
	return { pdf, metadata, xml: attachments['factur-x.xml'] ?? '' }
}

describe.each<[string, Order]>([
	[
		'two rates and a discount',
		orderOf({ lines: meals, voucher: discount(3000), order: { party } }),
	],
	['pieces that are included', { ...sampleOrder, party }],
	[
		'a package in VAT parts and pieces that are included, with a discount',
		orderOf({ lines: birthday, voucher: discount(3000), order: { party } }),
	],
	['in English, all of it online', onlineInEnglish()],
])('%s', (_, order) => {
	test('every invoice passes the rules and says its sums', async () => {
		const issued = issuedFor(order).filter(({ kind }) => kind !== 'receipt')
		expect(issued.length).toBeGreaterThanOrEqual(3)
		for (const invoice of issued) {
			const { pdf } = await read(invoice)
			const found = await FacturX.fromPDF(pdf)
			expect(await brokenForKit(found), invoice.slug).toEqual([])
			for (const { rate, net, vat } of invoice.vat)
				expect(Math.abs(vat - (net * rate) / 100)).toBeLessThanOrEqual(1)
			expect(found.object).toMatchObject({
				document: { id: invoice.number },
				seller: { name: invoice.seller.company },
				buyer: { name: 'Sternwarte & Söhne <GmbH>' },
				totals: {
					grossTotal: invoice.gross / 100,
					openAmount: 0,
					taxBreakdown: expect.arrayContaining(
						invoice.vat.map(({ rate, net, vat }) =>
							expect.objectContaining({
								rateApplicablePercent: rate,
								basisAmount: net / 100,
								calculatedAmount: vat / 100,
							}),
						),
					),
				},
			})
		}
	})
})

function discount(amount: number) {
	const redeemed = { kind: 'fixed' as const, code: 'X', products: null, balance: cents(0) }
	return { ...redeemed, amount: cents(amount) }
}

function onlineInEnglish(): Order {
	const lines = meals.map((line) => ({ ...line, due: 'online' as const }))
	return orderOf({ lines, order: { party, locale: 'en-EN' } })
}

test('a final invoice says in words what was deducted, and names the deposit', async () => {
	const order = orderOf({ lines: meals, order: { party } })
	const final = issuedFor(order).find(({ kind }) => kind === 'final')
	if (!final) throw new Error('no final invoice')
	const { xml, metadata } = await read(final)
	expect(xml).toContain('Abzüglich Anzahlung RE-2026-000001 vom 01.11.2026')
	expect(xml).toContain('<ram:IssuerAssignedID>RE-2026-000001</ram:IssuerAssignedID>')
	expect(metadata).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
})

// Faults N14, rule CII-SR-467.
test('a rest paid in two ways has one code for the means of payment, and both in words', async () => {
	const order = orderOf({ lines: meals, order: { party } })
	const issued = issueAll(order, factsOf(order))
	const taken = { on: '2026-11-28', amount: cents(order.onSite - 1000) }
	const onSite = [
		{ ...taken, means: 'cash' as const, amount: cents(1000), receipt: '4711' },
		{ ...taken, means: 'card' as const, receipt: '4712' },
	]
	const final = issueAll(order, factsOf(order, { issued, onSite })).at(-1)
	if (!final) throw new Error('no final invoice')
	const { pdf, xml } = await read(final)
	expect(xml.match(/<ram:SpecifiedTradeSettlementPaymentMeans>/g)).toHaveLength(1)
	expect(xml).toContain('<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>48</ram:TypeCode>')
	for (const receipt of ['4711', '4712']) expect(xml).toContain(`Kassenbeleg Nr. ${receipt}`)
	expect(await brokenForKit(await FacturX.fromPDF(pdf))).toEqual([])
})

// Faults N11.
test.each([
	['DE', '85001', 'DE'],
	['AT', '1010', 'AT'],
	['GB', 'SW1A 1AA', 'GB'],
	['XK', '10000', '1A'],
	// An order of a build that did not ask for the country.
	[undefined, 'A-1010', 'AT'],
	[undefined, 'SW1A 1AA', 'DE'],
])('a buyer in %s at %s is in %s', async (country, postcode, code) => {
	const person = { ...sampleOrder.person, postcode, ...(country && { country }) }
	const [deposit] = issuedFor(orderOf({ lines: meals, order: { party, person } }))
	if (!deposit) throw new Error('no deposit')
	const { pdf, xml } = await read(deposit)
	const [, ofBuyer = ''] = xml.split('<ram:BuyerTradeParty>')
	expect(ofBuyer).toContain(`<ram:CountryID>${code}</ram:CountryID>`)
	expect(await brokenForKit(await FacturX.fromPDF(pdf))).toEqual([])
})

describe('an order for an authority', () => {
	const leitwegId = '04011000-1234512345-06'
	const organisation = { name: 'Städtische Kita', reference: 'Igelgruppe', leitwegId }
	const person = { ...sampleOrder.person, country: 'DE', organisation }
	const lines = [{ amount: 6000 }]
	const order = orderOf({ lines, order: { party: null, person } })

	test('has an XRechnung beside its PDF, also below the small amount', async () => {
		const issued = issuedFor(order)
		const types = issued.map(({ kind }) => kind)
		expect(types).toEqual(expect.arrayContaining(['deposit', 'final', 'correction']))
		for (const invoice of issued) {
			const { xml: inside } = await read(invoice)
			expect(inside).toBe('')
			const [pdf, xRechnung] = await invoiceFiles(invoice, fonts)
			expect(xRechnung?.filename).toBe(pdf?.filename.replace(/pdf$/, 'xml'))
			const xml = String(xRechnung?.content)
			for (const part of [
				// BT-23, BT-24, BT-10, BT-44, BT-49, BT-13.
				'<ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0<',
				'<ram:ID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0<',
				`<ram:BuyerReference>${leitwegId}<`,
				'<ram:BuyerTradeParty><ram:Name>Städtische Kita<',
				`<ram:URIID schemeID="0204">${leitwegId}<`,
				'<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>Igelgruppe<',
			])
				expect(xml).toContain(part)
		}
	})

	test.each([
		['deposit', '326'],
		['final', '380'],
		['correction', '384'],
	])('a %s has the code %s (BR-DE-17)', (kind, code) => {
		const invoice = issuedFor(order).find((it) => it.kind === kind)
		expect(invoice && invoiceXml(invoice)).toContain(`</ram:ID><ram:TypeCode>${code}<`)
	})

	test.each(['cash', 'card'] as const)(
		'its invoice paid by %s has a code without a card',
		(means) => {
			const issued = issueAll(order, factsOf(order))
			const onSite = [{ means, amount: order.onSite, on: '2026-11-28', receipt: '4711' }]
			const final = issueAll(order, factsOf(order, { issued, onSite })).at(-1)
			const code = means === 'cash' ? '10' : '1'
			expect(final && invoiceXml(final)).toContain(
				`<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>${code}<`,
			)
		},
	)

	test('its invoice that no money paid has a code for the means of payment, as it must (BR-DE-1)', () => {
		const facts = factsOf(order)
		const [deposit] = issueAll(order, facts)
		if (!deposit) throw new Error('no deposit')
		const { content, ...row } = cancelToWriteAnew(deposit, { ...facts, issued: [deposit] })
		const cancelled = { ...content, ...row, issuedOn: '2026-11-02', number: 'RE-2026-000002' }
		expect(cancelled.payments).toEqual([])
		expect(invoiceXml(cancelled)).toContain('PaymentMeans><ram:TypeCode>1<')
	})

	test('its paper says its reference and Leitweg-ID, and its country abroad', async () => {
		const abroad = { ...person, country: 'AT', postcode: '1010' }
		const [deposit] = issuedFor(orderOf({ lines, order: { party: null, person: abroad } }))
		if (!deposit) throw new Error('no deposit')
		const { text } = await readPdf(await invoicePdf(deposit, fonts, translator('de-DE')))
		for (const words of ['Igelgruppe', leitwegId, 'ÖSTERREICH', 'Städtische Kita', 'XRechnung'])
			expect(text.replace(/\s/g, '')).toContain(words.replace(/\s/g, ''))
	})
})

test('a package in VAT parts is a line for each part on file, and one line with its parts on paper (faults N85)', async () => {
	const { pdf, xml } = await read(finalOf(orderOf({ lines: birthday, order: { party } })))
	const names = [...xml.matchAll(/<ram:SpecifiedTradeProduct><ram:Name>(.*?)</g)]
	expect(names.map(([, name]) => name)).toEqual([
		'Ding 1: Speisen',
		'Ding 1: Getränke',
		'Ding 1: Eintritt und Spiel',
	])
	const { text } = await readPdf(pdf)
	expect(text).toMatch(/1 Ding 1.* 7\/19 % 134,70 €/)
	expect(text).toContain('davon Speisen 7 %: 53,50 €')
	expect(text).toContain('davon Eintritt und Spiel 19 %: 69,30 €')
})

test('pieces that a price includes have no rate on paper, and are words on file (faults N87)', async () => {
	const { pdf, xml } = await read(finalOf(orderOf({ lines: meal, order: { party } })))
	const { text } = await readPdf(pdf)
	expect(text).toMatch(/2 Ding 2.* – – inklusive/)
	expect(xml).toContain('Im Preis enthalten: 3 × Ding 2')
	expect(xml.match(/<ram:IncludedSupplyChainTradeLineItem>/g)).toHaveLength(1)
	expect(xml).not.toContain('<ram:RateApplicablePercent>7<')
})

const meal = [
	{ amount: 13_470, quantity: 10 },
	{ amount: 0, vatRate: 7, quantity: 3, included: 3 },
]

function finalOf(order: Order): Invoice {
	const final = issuedFor(order).find(({ kind }) => kind === 'final')
	if (!final) throw new Error('no final invoice')
	return final
}

test('an e-invoice with a wrong sum does not pass', async () => {
	const [deposit] = issuedFor(orderOf({ lines: meals, order: { party } }))
	if (!deposit) throw new Error('no deposit')
	const { xml } = await read(deposit)
	const wrong = xml.replace(/<ram:LineTotalAmount>/, '<ram:LineTotalAmount>1')
	expect(await brokenForKit(await FacturX.fromXML(wrong))).toContainEqual(
		expect.stringContaining('BR-CO-10'),
	)
})

test("a person's invoice and a receipt of gift vouchers hold no e-invoice", async () => {
	const orders = [
		orderOf({ lines: meals, order: { party: null } }),
		orderOf({ lines: [{ amount: 5000, gift }], order: { party } }),
	]
	for (const order of orders) {
		const [invoice] = issueAll(order, factsOf(order))
		expect(invoice && (await read(invoice)).xml).toBe('')
	}
})

describe('one of every kind of paper', () => {
	const electronic = samplePapers().filter(({ invoice }) => eInvoicePlace(invoice) === 'inside')

	test.each(electronic.map(({ name, invoice }) => [name, invoice] as const))(
		'%s passes the schema, the newest rules and a program that reads it',
		async (_, invoice) => {
			const xml = invoiceXml(invoice)
			expect(schemaFaults(xml)).toEqual([])
			expect(brokenRules(xml, 'en16931')).toEqual([])
			expect(await brokenForKit(await FacturX.fromXML(xml))).toEqual([])
		},
	)

	const forAuthorities = samplePapers().filter(({ invoice }) => eInvoicePlace(invoice) === 'beside')

	test.each(forAuthorities.map(({ name, invoice }) => [name, invoice] as const))(
		'%s passes the schema and the rules of an XRechnung',
		async (_, invoice) => {
			const xml = invoiceXml(invoice)
			expect(schemaFaults(xml)).toEqual([])
			expect(brokenRules(xml, 'xRechnung')).toEqual([])
			// The program knows EN 16931, which an XRechnung obeys as well, under its own name alone.
			const plain = xml.replace('#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0', '')
			expect(await brokenForKit(await FacturX.fromXML(plain))).toEqual([])
		},
	)

	const sample = electronic.find(({ name }) => name === 'two-means-final')
	const good = sample ? invoiceXml(sample.invoice) : ''
	const means = (code: string, more = '') =>
		`<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>${code}</ram:TypeCode>${more}</ram:SpecifiedTradeSettlementPaymentMeans>`
	const afterCurrency = (more: string) =>
		good.replace('</ram:InvoiceCurrencyCode>', `</ram:InvoiceCurrencyCode>${more}`)
	const inTax = (more: string) => good.replace('<ram:BasisAmount>', `${more}<ram:BasisAmount>`)

	// A rule that nothing breaks would be none.
	test.each<[string, string]>([
		['CII-SR-467', afterCurrency(means('10'))],
		[
			'CII-SR-468',
			afterCurrency(
				['Bar', 'Karte']
					.map((text) => means('48', `<ram:Information>${text}</ram:Information>`))
					.join(''),
			),
		],
		['CII-SR-469', afterCurrency('<ram:PaymentReference>1</ram:PaymentReference>'.repeat(2))],
		[
			'CII-SR-470',
			good.replace('<ram:TypeCode>48</ram:TypeCode>', '<ram:TypeCode>58</ram:TypeCode>'),
		],
		['CII-SR-461', inTax('<ram:TaxPointDate/>'.repeat(2))],
		[
			'CII-SR-462',
			inTax(
				'<ram:DueDateTypeCode>5</ram:DueDateTypeCode><ram:DueDateTypeCode>72</ram:DueDateTypeCode>',
			),
		],
		[
			'CII-DT-031',
			good.replace('<ram:GrandTotalAmount>', '<ram:GrandTotalAmount currencyID="EUR">'),
		],
		['CII-DT-097', good.replace('format="102">2', 'format="102">')],
		['BR-27', good.replace('<ram:ChargeAmount>', '<ram:ChargeAmount>-')],
		['BR-CO-13', good.replace('<ram:TaxBasisTotalAmount>', '<ram:TaxBasisTotalAmount>1')],
		['BR-CO-17', good.replace('<ram:CalculatedAmount>', '<ram:CalculatedAmount>1')],
		['BR-CO-25', good.replace(/<ram:DuePayableAmount>.*?</, '<ram:DuePayableAmount>1.00<')],
		['BR-62, BR-63', good.replace(' schemeID="EM"', '')],
		['PEPPOL-EN16931-R120', good.replace('<ram:BilledQuantity unitCode="C62">', '$&1')],
	])('%s is broken where it is', (rule, xml) => {
		expect(brokenRules(good, 'en16931')).toEqual([])
		expect(brokenRules(xml, 'en16931').join()).toContain(`[${rule}]`)
	})

	const authority = forAuthorities.find(({ invoice }) => invoice.kind === 'final')
	const sent = authority ? invoiceXml(authority.invoice) : ''
	const without = (from: RegExp) => sent.replace(from, '')
	const asKind = (code: string) =>
		without(/<ram:InvoiceReferencedDocument>.*<\/ram:InvoiceReferencedDocument>/).replace(
			'<ram:TypeCode>380<',
			`<ram:TypeCode>${code}<`,
		)

	test.each<[string, string]>([
		['BR-DE-1', without(/<ram:SpecifiedTradeSettlementPaymentMeans>.*?PaymentMeans>/)],
		['BR-DE-2, 5, 6, 7', without(/<ram:PersonName>.*?PersonName>/)],
		['BR-DE-3, 4, 8, 9', without(/<ram:CityName>.*?CityName>/)],
		['BR-DE-14', without(/<ram:RateApplicablePercent>.*?Percent>/g)],
		['BR-DE-15', without(/<ram:BuyerReference>.*?BuyerReference>/)],
		['BR-DE-16', without(/<ram:SpecifiedTaxRegistration>.*?Registration>/g)],
		['BR-DE-17', asKind('386')],
		['BR-DE-21', sent.replace('xrechnung_3.0', 'xrechnung_2.3')],
		['BR-DE-24-a', sent.replace('PaymentMeans><ram:TypeCode>1<', 'PaymentMeans><ram:TypeCode>48<')],
		['BR-DE-26', asKind('384')],
		['BR-DE-27', sent.replace(/<ram:CompleteNumber>.*?</, '<ram:CompleteNumber>0 8<')],
		[
			'CII D16B',
			sent.replace(/<ram:InvoiceReferencedDocument>.*<\/ram:InvoiceReferencedDocument>/, '$&$&'),
		],
		['PEPPOL-EN16931-R001', without(/<ram:BusinessProcess.*?<\/ram:BusinessProcess\w+>/)],
		['PEPPOL-EN16931-R008', sent.replace('<ram:BuyerReference>', '<ram:Nothing/>$&')],
		['PEPPOL-EN16931-R010, R020', without(/<ram:URIUniversalCommunication>.*?Communication>/)],
	])('%s is broken where an XRechnung breaks it', (rule, xml) => {
		expect(brokenRules(sent, 'xRechnung')).toEqual([])
		expect(brokenRules(xml, 'xRechnung').join()).toContain(`[${rule}]`)
	})

	test('every rule has such a case', () => {
		expect([rules.en16931.length, rules.xRechnung.length]).toEqual([14, 14 + 15])
	})

	test('the schema finds an element that has no place', () => {
		const wrong = good.replace('<ram:DuePayableAmount>', '<ram:Nothing/>$&')
		expect(schemaFaults(wrong).join()).toContain('Nothing')
	})
})
