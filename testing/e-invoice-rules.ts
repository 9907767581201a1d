import { XmlDocument } from 'libxml2-wasm'

/**
 * Rules of e-invoices that the packages at hand do not know yet, or read more strictly than they are: EN 16931 in CII,
 * version 1.3.16 of its artefacts, and XRechnung 3.0.2. Written from the words of the rules.
 */

/** `holds` is XPath 1.0, true where the rule is kept. */
type Rule = { rule: string; says: string; holds: string }

const header = '//ram:ApplicableHeaderTradeSettlement'
const means = `${header}/ram:SpecifiedTradeSettlementPaymentMeans`
const tax = `${header}/ram:ApplicableTradeTax`
const sums = `${header}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
const seller = '//ram:SellerTradeParty'
const buyer = '//ram:BuyerTradeParty'
const type = '//rsm:ExchangedDocument/ram:TypeCode'
const line = '//ram:IncludedSupplyChainTradeLineItem'

/** Rules that every e-invoice keeps. */
const ofEn16931: readonly Rule[] = [
	{
		rule: 'CII-SR-467',
		says: 'All means of payment have one code (BT-81).',
		holds: allEqual(`${means}/ram:TypeCode`),
	},
	{
		rule: 'CII-SR-468',
		says: 'All means of payment have one text (BT-82).',
		holds: allEqual(`${means}/ram:Information`),
	},
	{
		rule: 'CII-SR-469',
		says: 'There is one text for the transfer at most (BT-83).',
		holds: `count(${header}/ram:PaymentReference) <= 1`,
	},
	{
		rule: 'CII-SR-470',
		says: 'A transfer names its account (BT-84).',
		holds: `not(${means}[(ram:TypeCode = '30' or ram:TypeCode = '58') and not(ram:PayeePartyCreditorFinancialAccount)])`,
	},
	{
		rule: 'CII-SR-461',
		says: 'The day on which VAT falls due stands once (BT-7).',
		holds: 'count(//ram:TaxPointDate) <= 1',
	},
	{
		rule: 'CII-SR-462',
		says: 'The code for when VAT falls due is one (BT-8).',
		holds: allEqual('//ram:DueDateTypeCode'),
	},
	{
		rule: 'CII-DT-031',
		says: 'No amount but the sum of VAT names its currency.',
		holds: 'not(//ram:*[not(self::ram:TaxTotalAmount)]/@currencyID)',
	},
	{
		rule: 'CII-DT-097',
		says: 'A date of format 102 has eight digits.',
		holds:
			"not(//*[@format = '102'][string-length(.) != 8 or translate(., '0123456789', '') != ''])",
	},
	{
		rule: 'BR-27',
		says: 'No price is negative.',
		holds: `not(${line}//ram:NetPriceProductTradePrice/ram:ChargeAmount[. < 0])`,
	},
	{
		rule: 'BR-CO-13',
		says: 'The sum without VAT is that of the lines less what was taken off.',
		holds: isSmall(
			`${sums}/ram:TaxBasisTotalAmount - ${sums}/ram:LineTotalAmount + sum(${sums}/ram:AllowanceTotalAmount)`,
			'0.005',
		),
	},
	{
		rule: 'BR-CO-17',
		says: 'VAT is its part of the amount, within 1 EUR.',
		holds: `not(${tax}[ram:CalculatedAmount - ram:BasisAmount * ram:RateApplicablePercent div 100 >= 1 or ram:BasisAmount * ram:RateApplicablePercent div 100 - ram:CalculatedAmount >= 1])`,
	},
	{
		rule: 'BR-CO-25',
		says: 'What is left to pay names a day or terms.',
		holds: `not(${sums}/ram:DuePayableAmount > 0) or boolean(${header}/ram:SpecifiedTradePaymentTerms)`,
	},
	{
		rule: 'BR-62, BR-63',
		says: 'An electronic address names its kind.',
		holds: 'not(//ram:URIUniversalCommunication/ram:URIID[not(@schemeID)])',
	},
	{
		rule: 'PEPPOL-EN16931-R120',
		says: 'The amount of a line is its pieces times its price.',
		holds: `not(${line}[${offBy(
			'ram:SpecifiedLineTradeSettlement//ram:LineTotalAmount',
			`ram:SpecifiedLineTradeDelivery/ram:BilledQuantity * ${price('ram:ChargeAmount')} div ${price('ram:BasisQuantity')}`,
		)}])`,
	},
]

/** Rules that an XRechnung keeps beside them. */
const ofXRechnung: readonly Rule[] = [
	{
		rule: 'BR-DE-1',
		says: 'It says how it is paid (BG-16).',
		holds: `boolean(${means}/ram:TypeCode)`,
	},
	{
		rule: 'BR-DE-2, 5, 6, 7',
		says: 'The seller has a contact with name, telephone and mail address.',
		holds: [
			isGiven(`${seller}/ram:DefinedTradeContact/ram:PersonName`),
			isGiven(`${seller}/ram:DefinedTradeContact/ram:TelephoneUniversalCommunication`),
			isGiven(`${seller}/ram:DefinedTradeContact/ram:EmailURIUniversalCommunication`),
		].join(' and '),
	},
	{
		rule: 'BR-DE-3, 4, 8, 9',
		says: 'Seller and buyer have a city and a postcode.',
		holds: [seller, buyer]
			.flatMap((party) => ['CityName', 'PostcodeCode'].map((part) => [party, part] as const))
			.map(([party, part]) => isGiven(`${party}/ram:PostalTradeAddress/ram:${part}`))
			.join(' and '),
	},
	{
		rule: 'BR-DE-14',
		says: 'Each amount of VAT names its rate.',
		holds: `not(${tax}[not(ram:RateApplicablePercent)])`,
	},
	{
		rule: 'BR-DE-15',
		says: 'The buyer’s reference is given: the Leitweg-ID (BT-10).',
		holds: isGiven('//ram:ApplicableHeaderTradeAgreement/ram:BuyerReference'),
	},
	{
		rule: 'BR-DE-16',
		says: 'The seller names an id for VAT or a tax number.',
		holds: isGiven(`${seller}/ram:SpecifiedTaxRegistration/ram:ID`),
	},
	{
		rule: 'BR-DE-17',
		says: 'The kind is one of those that an XRechnung may have (BT-3).',
		holds: `${type} = '326' or ${type} = '380' or ${type} = '381' or ${type} = '384'`,
	},
	{
		rule: 'BR-DE-21',
		says: 'It names its standard (BT-24).',
		holds:
			"//ram:GuidelineSpecifiedDocumentContextParameter/ram:ID = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'",
	},
	{
		rule: 'BR-DE-24-a',
		says: 'A code for cards goes with the card’s digits (BG-18).',
		holds: `not(${means}[ram:TypeCode = '48' or ram:TypeCode = '54' or ram:TypeCode = '55'][not(ram:ApplicableTradeSettlementFinancialCard)])`,
	},
	{
		rule: 'BR-DE-26',
		says: 'A corrected invoice names the paper before (BG-3).',
		holds: `not(${type} = '384') or boolean(${header}/ram:InvoiceReferencedDocument)`,
	},
	{
		rule: 'BR-DE-27',
		says: 'The seller’s telephone number has three digits at least.',
		holds: `string-length(translate(string(${seller}//ram:CompleteNumber), translate(string(${seller}//ram:CompleteNumber), '0123456789', ''), '')) >= 3`,
	},
	{
		rule: 'CII D16B',
		says: 'One paper before is named at most (BG-3): the schema of XRechnung has place for no other.',
		holds: `count(${header}/ram:InvoiceReferencedDocument) <= 1`,
	},
	{
		rule: 'PEPPOL-EN16931-R001',
		says: 'It names the process of business (BT-23).',
		holds: isGiven('//ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'),
	},
	{
		rule: 'PEPPOL-EN16931-R008',
		says: 'No element is empty.',
		holds: "not(//*[not(*) and normalize-space(.) = ''])",
	},
	{
		rule: 'PEPPOL-EN16931-R010, R020',
		says: 'Buyer and seller have an electronic address (BT-49, BT-34).',
		holds: [buyer, seller]
			.map((party) => isGiven(`${party}/ram:URIUniversalCommunication/ram:URIID`))
			.join(' and '),
	},
]

export const rules = { en16931: ofEn16931, xRechnung: [...ofEn16931, ...ofXRechnung] }

/** Lists the rules that an XML breaks, with what they say. */
export function brokenRules(xml: string, of: keyof typeof rules): string[] {
	const document = XmlDocument.fromString(xml)
	try {
		return rules[of]
			.filter(({ holds }) => document.eval(holds, namespaces) !== true)
			.map(({ rule, says }) => `[${rule}] ${says}`)
	} finally {
		document.dispose()
	}
}

const schemas = 'urn:un:unece:uncefact:data:standard'
const namespaces = {
	rsm: `${schemas}:CrossIndustryInvoice:100`,
	ram: `${schemas}:ReusableAggregateBusinessInformationEntity:100`,
	udt: `${schemas}:UnqualifiedDataType:100`,
}

function allEqual(path: string): string {
	return `not((${path})[normalize-space(.) != normalize-space((${path})[1])])`
}

function isGiven(path: string): string {
	return `boolean(${path}[normalize-space(.) != ''])`
}

function isSmall(difference: string, limit: string): string {
	return `${difference} < ${limit} and -(${difference}) < ${limit}`
}

/** True where two amounts differ by more than the 2 cents that the rule allows. */
function offBy(one: string, other: string): string {
	return `${one} - ${other} > 0.02 or ${other} - ${one} > 0.02`
}

function price(part: string): string {
	return `ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/${part}`
}
