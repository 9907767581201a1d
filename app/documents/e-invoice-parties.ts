import type { InvoiceView } from '#app/documents/invoice-view.ts'
import { nothing, ram, type Xml } from '#app/documents/xml.ts'
import type { Invoice } from '#app/models/invoice/invoice.ts'
import { countryOf } from '#app/models/visitor/country.ts'

// The two parties of an e-invoice, as UN/CEFACT CII writes them.

export function seller({ seller }: Invoice, { venue }: InvoiceView): Xml {
	return ram('SellerTradeParty', [
		ram('Name', seller.company),
		ram('Description', seller.management ?? ''),
		ram('SpecifiedLegalOrganization', [
			ram('ID', seller.register ?? seller.taxNumber ?? ''),
			ram('TradingBusinessName', venue),
		]),
		ram('DefinedTradeContact', [
			ram('PersonName', venue),
			ram('TelephoneUniversalCommunication', [ram('CompleteNumber', seller.phone)]),
			ram('EmailURIUniversalCommunication', [ram('URIID', seller.email)]),
		]),
		address(seller),
		ram('URIUniversalCommunication', [ram('URIID', seller.email, { schemeID: 'EM' })]),
		ram('SpecifiedTaxRegistration', [ram('ID', seller.vatId ?? '', { schemeID: 'VA' })]),
		ram('SpecifiedTaxRegistration', [ram('ID', seller.taxNumber ?? '', { schemeID: 'FC' })]),
	])
}

export function buyer({ buyer }: Invoice): Xml {
	if (!buyer) return nothing
	return ram('BuyerTradeParty', [
		ram('Name', buyer.company ?? buyer.name),
		ram('DefinedTradeContact', [ram('PersonName', buyer.name)]),
		address(buyer),
		// The code list of electronic addresses calls the Leitweg-ID 0204.
		ram('URIUniversalCommunication', [ram('URIID', buyer.leitwegId ?? '', { schemeID: '0204' })]),
	])
}

type Address = {
	street: string
	supplement?: string | null
	postcode: string
	city: string
	country?: string
}

export function address({ street, supplement, postcode, city, country }: Address): Xml {
	const code = countryOf({ country, postcode })
	return ram('PostalTradeAddress', [
		ram('PostcodeCode', postcode),
		ram('LineOne', street),
		ram('LineTwo', supplement ?? ''),
		ram('CityName', city),
		// The code list of EN 16931 calls Kosovo 1A.
		ram('CountryID', code === 'XK' ? '1A' : code),
	])
}
