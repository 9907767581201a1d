/** The country by the letters before the dash of 'A-1010', else DE: an invoice has to name a country. */
export function countryOf(postcode: string): string {
	const [, sign = ''] = /^([A-Z]{1,2})-\d/.exec(postcode.toUpperCase()) ?? []
	const country = carSigns.get(sign) ?? sign
	return countriesAround.has(country) ? country : 'DE'
}

/** ISO 3166 codes. */
const countriesAround = new Set('AT BE CH CZ DK FR IT LI LU NL PL'.split(' '))
const carSigns = new Map([
	['A', 'AT'],
	['B', 'BE'],
	['F', 'FR'],
	['FL', 'LI'],
	['I', 'IT'],
	['L', 'LU'],
])
