import { address, buyer, seller } from '#app/documents/e-invoice-parties.ts'
import type { InvoiceView } from '#app/documents/invoice-view.ts'
import { meansCodeForAuthority, meansCodeOf } from '#app/documents/means-code.ts'
import { element, nothing, ram, type Xml } from '#app/documents/xml.ts'
import { leitwegIdOf, type Invoice } from '#app/models/invoice/invoice.ts'
import { netOf, type NetInvoice, type NetPosition } from '#app/models/invoice/net.ts'
import { cents, sum, zero, type Cents } from '#app/models/money.ts'
import type { Day } from '#app/models/venue/slot.ts'

/**
 * Returns an invoice as XML for programs that keep books: EN 16931 in the syntax of UN/CEFACT CII, as Factur-X and
 * ZUGFeRD embed it into the PDF. It says what the PDF says, in the same words; amounts are net here, and a price is
 * that of all pieces of a line, so that no cent is lost by rounding. For an authority with a Leitweg-ID it is an
 * XRechnung 3.0, a file of its own.
 */
export function eInvoice(invoice: Invoice, view: InvoiceView): string {
	const counted = netOf(invoice)
	const document = element(
		'rsm:CrossIndustryInvoice',
		[
			context(invoice),
			head(invoice, view),
			element('rsm:SupplyChainTradeTransaction', [
				...counted.lines.map((line, index) => lineItem(line, { view, id: index + 1 })),
				ram('ApplicableHeaderTradeAgreement', [
					ram('BuyerReference', leitwegIdOf(invoice) ?? ''),
					seller(invoice, view),
					buyer(invoice),
					ram('SellerOrderReferencedDocument', [ram('IssuerAssignedID', invoice.orderNumber)]),
					ram('BuyerOrderReferencedDocument', [
						ram('IssuerAssignedID', invoice.buyer?.reference ?? ''),
					]),
				]),
				delivery(invoice, view),
				settlement(invoice, counted, view),
			]),
		],
		namespaces,
	)
	return `<?xml version="1.0" encoding="UTF-8"?>\n${document.xml}\n`
}

const schemas = 'urn:un:unece:uncefact:data:standard'
const namespaces = {
	'xmlns:rsm': `${schemas}:CrossIndustryInvoice:100`,
	'xmlns:ram': `${schemas}:ReusableAggregateBusinessInformationEntity:100`,
	'xmlns:udt': `${schemas}:UnqualifiedDataType:100`,
	'xmlns:qdt': `${schemas}:QualifiedDataType:100`,
}

/** Returns the fields BT-23 and BT-24: the process and the rules that the invoice follows. */
function context(invoice: Invoice): Xml {
	const isForAuthority = leitwegIdOf(invoice) !== null
	const process = isForAuthority ? 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0' : ''
	const xRechnung = '#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
	return element('rsm:ExchangedDocumentContext', [
		ram('BusinessProcessSpecifiedDocumentContextParameter', [ram('ID', process)]),
		ram('GuidelineSpecifiedDocumentContextParameter', [
			ram('ID', `urn:cen.eu:en16931:2017${isForAuthority ? xRechnung : ''}`),
		]),
	])
}

/**
 * The code of each kind of paper (UNTDID 1001). A paper that takes something back is a corrected invoice; its amounts
 * are negative, as in the PDF.
 */
const typeCodes: Record<Invoice['kind'], string> = {
	deposit: '386',
	invoice: '380',
	final: '380',
	receipt: '380',
	correction: '384',
	cancellation: '384',
	fee: '380',
}

/** The code of a deposit in an XRechnung: a partial invoice, because its codes have none for prepayment (BR-DE-17). */
const PARTIAL = '326'

function head(invoice: Invoice, view: InvoiceView): Xml {
	const { kind, number, issuedOn, deposits } = invoice
	// EN 16931 has no place for the VAT of deposits, so the notes name it in words, as on paper (§ 14 (5) UStG).
	const deducted = deposits.length > 0 ? [view.sums.map(inWords).join('; ')] : []
	const included = view.included ? [inWords(view.included)] : []
	const notes = [
		...[...view.facts, ...view.payments].map(inWords),
		...deducted,
		...included,
		...view.notes,
	]
	return element('rsm:ExchangedDocument', [
		ram('ID', number),
		ram('TypeCode', kind === 'deposit' && leitwegIdOf(invoice) ? PARTIAL : typeCodes[kind]),
		ram('IssueDateTime', [day('udt', issuedOn)]),
		...[view.title, ...notes].map((note) => ram('IncludedNote', [ram('Content', note)])),
	])
}

function inWords({ label, value }: { label: string; value: string }): string {
	return `${label}: ${value}`
}

function lineItem(line: NetPosition, { view, id }: { view: InvoiceView; id: number }): Xml {
	const { name, details } = wordsOf(view, line)
	const { net, amount, vatRate } = line
	const { quantity, included } = line.position
	const pieces = quantity > included ? quantity - included : quantity
	const unit = { unitCode: 'C62' }
	return ram('IncludedSupplyChainTradeLineItem', [
		ram('AssociatedDocumentLineDocument', [ram('LineID', String(id))]),
		ram('SpecifiedTradeProduct', [ram('Name', name), ram('Description', details)]),
		ram('SpecifiedLineTradeAgreement', [
			ram('NetPriceProductTradePrice', [
				ram('ChargeAmount', decimal(cents(Math.abs(net)))),
				ram('BasisQuantity', String(pieces), unit),
			]),
		]),
		// A price is never negative, so a line that takes something back has a negative number of pieces.
		ram('SpecifiedLineTradeDelivery', [
			ram('BilledQuantity', String(amount < 0 ? -pieces : pieces), unit),
		]),
		ram('SpecifiedLineTradeSettlement', [
			ram('ApplicableTradeTax', [...vatCategory, percent(vatRate)]),
			ram('SpecifiedTradeSettlementLineMonetarySummation', [ram('LineTotalAmount', decimal(net))]),
		]),
	])
}

/** Returns the words of a line; a part of a package is named behind it: 'Kindergeburtstag: Speisen'. */
function wordsOf({ tables: [table] }: InvoiceView, { index, part }: NetPosition) {
	const row = table?.rows[index]
	const ofPart = row?.parts.find((it) => it.part === part)?.name
	const name = row?.cells[1] ?? ''
	return { name: ofPart ? `${name}: ${ofPart}` : name, details: row?.details.join(', ') ?? '' }
}

/**
 * Returns the day of the service. For a deposit, or without such a day, returns the place of the service, so that no
 * element is empty (PEPPOL-EN16931-R008).
 */
function delivery({ kind, service, seller }: Invoice, { venue }: InvoiceView): Xml {
	if (service === null || kind === 'deposit')
		return ram('ApplicableHeaderTradeDelivery', [
			ram('ShipToTradeParty', [ram('Name', venue), address(seller)]),
		])
	return ram('ApplicableHeaderTradeDelivery', [
		ram('ActualDeliverySupplyChainEvent', [ram('OccurrenceDateTime', [day('udt', service.day)])]),
	])
}

function settlement(invoice: Invoice, counted: NetInvoice, view: InvoiceView): Xml {
	const { kind, payments } = invoice
	const [type, code] = vatCategory
	return ram('ApplicableHeaderTradeSettlement', [
		ram('InvoiceCurrencyCode', 'EUR'),
		ram('SpecifiedTradeSettlementPaymentMeans', [
			ram(
				'TypeCode',
				leitwegIdOf(invoice) ? meansCodeForAuthority(payments) : meansCodeOf(payments),
			),
		]),
		...counted.rates.map(({ rate, net, vat }) =>
			ram('ApplicableTradeTax', [
				ram('CalculatedAmount', decimal(vat)),
				type,
				ram('BasisAmount', decimal(net)),
				code,
				// UNTDID 2475: the VAT of a deposit is due when it is paid.
				kind === 'deposit' ? ram('DueDateTypeCode', '72') : nothing,
				percent(rate),
			]),
		),
		...counted.allowances.map((allowance) =>
			ram('SpecifiedTradeAllowanceCharge', [
				ram('ChargeIndicator', [element('udt:Indicator', 'false')]),
				ram('ActualAmount', decimal(allowance.net)),
				ram('Reason', wordsOf(view, allowance).name),
				ram('CategoryTradeTax', [...vatCategory, percent(allowance.vatRate)]),
			]),
		),
		totals(invoice, counted),
		...papersBefore(invoice).map(({ number, issuedOn }) =>
			ram('InvoiceReferencedDocument', [
				ram('IssuerAssignedID', number),
				ram('FormattedIssueDateTime', [day('qdt', issuedOn)]),
			]),
		),
	])
}

/**
 * Returns the papers before this one that it refers to (BG-3): the corrected one and the deposits. The schema of an
 * XRechnung has place for one; the notes name all.
 */
function papersBefore(invoice: Invoice) {
	const { corrects, deposits } = invoice
	const all = [...(corrects ? [corrects] : []), ...deposits]
	return leitwegIdOf(invoice) ? all.slice(0, 1) : all
}

/** Returns the sums of an invoice. Nothing is left to pay, because invoices are issued for what was paid. */
function totals({ gross }: Invoice, { rates, lines, allowances }: NetInvoice): Xml {
	const reduced = sum(allowances.map(({ net }) => net))
	return ram('SpecifiedTradeSettlementHeaderMonetarySummation', [
		ram('LineTotalAmount', decimal(sum(lines.map(({ net }) => net)))),
		reduced > 0 ? ram('AllowanceTotalAmount', decimal(reduced)) : nothing,
		ram('TaxBasisTotalAmount', decimal(sum(rates.map(({ net }) => net)))),
		ram('TaxTotalAmount', decimal(sum(rates.map(({ vat }) => vat))), { currencyID: 'EUR' }),
		ram('GrandTotalAmount', decimal(gross)),
		ram('TotalPrepaidAmount', decimal(gross)),
		ram('DuePayableAmount', decimal(zero)),
	])
}

/** The VAT category of every line: 'S' (standard) for anything with VAT, at the reduced rate too (EN 16931). */
const vatCategory = [ram('TypeCode', 'VAT'), ram('CategoryCode', 'S')] as const

function percent(rate: number): Xml {
	return ram('RateApplicablePercent', String(rate))
}

/** Returns an amount as euros: 1234 cents are '12.34'. */
function decimal(amount: Cents): string {
	return (amount / 100).toFixed(2)
}

/** Returns a day in format 102, which is 'YYYYMMDD'. */
function day(space: 'udt' | 'qdt', of: Day): Xml {
	return element(`${space}:DateTimeString`, of.replaceAll('-', ''), { format: '102' })
}
