import { languageTags, type Locale } from '#app/i18n/i18n.ts'

/** The codes of the countries of ISO 3166-1, and of Kosovo. */
const codes =
	'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA ' +
	'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA ' +
	'GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
	'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS ' +
	'MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS ' +
	'RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW ' +
	'TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
export const countries = codes.split(' ')

/** The country of an address that names none: Germany. */
const HOME = 'DE'

/** Lists the countries by their names in a language: Germany first, then in the order of the alphabet. */
export function namedCountries(locale: Locale): { value: string; label: string }[] {
	const known = lists.get(locale) ?? listOf(locale)
	lists.set(locale, known)
	return known
}

const lists = new Map<Locale, { value: string; label: string }[]>()

function listOf(locale: Locale) {
	const names = namesIn(locale)
	const all = countries.map((value) => ({ value, label: names.of(value) ?? value }))
	const { compare } = new Intl.Collator(languageTags[locale])
	const abroad = all.filter(({ value }) => value !== HOME)
	return [
		...all.filter(({ value }) => value === HOME),
		...abroad.toSorted((one, other) => compare(one.label, other.label)),
	]
}

function namesIn(locale: Locale): Intl.DisplayNames {
	return new Intl.DisplayNames(languageTags[locale], { type: 'region' })
}

/** Returns the name of a country abroad, as the last line of an address has it; null for Germany. */
export function nameAbroad(code: string, locale: Locale): string | null {
	return code === HOME ? null : (namesIn(locale).of(code) ?? code)
}

/**
 * Returns the country code (ISO 3166-1) of an address. An address from before forms asked for a country is read by the
 * sign in its postcode alone ('A-1010'), else it is in Germany.
 */
export function countryOf({
	country,
	postcode,
}: {
	country?: string | null | undefined
	postcode?: string | null | undefined
}): string {
	return country ?? countryBySign(postcode ?? '')
}

/** Returns the country whose car sign or code stands before the dash of a postcode such as 'A-1010'; else Germany. */
function countryBySign(postcode: string): string {
	const [, sign = ''] = /^([A-Z]{1,2})-\d/.exec(postcode.toUpperCase()) ?? []
	const [country] = Object.entries(signs).find(([code, its]) => its === sign || code === sign) ?? []
	return country ?? HOME
}

/**
 * The car signs that people write before a postcode, by the codes of Germany and the countries around it; many write
 * the code itself instead.
 */
const signs: Record<string, string> = {
	AT: 'A',
	BE: 'B',
	CH: 'CH',
	CZ: 'CZ',
	DE: 'D',
	DK: 'DK',
	FR: 'F',
	IT: 'I',
	LI: 'FL',
	LU: 'L',
	NL: 'NL',
	PL: 'PL',
	SE: 'S',
}

/**
 * Returns a postcode as its country writes it, without the sign of the country: 'A 1010' in Austria becomes '1010'.
 * Null when no postcode of the country looks like it (faults N11).
 */
export function postcodeIn(country: string, typed: string): string | null {
	const postcode = typed.toUpperCase().replace(/ +/g, ' ')
	const sign = [country, signs[country]].find(
		(it) => it && new RegExp(`^${it}[ -]?(?=\\d)`).test(postcode),
	)
	const own = sign ? postcode.slice(sign.length).replace(/^[ -]/, '') : postcode
	return (forms[country] ?? anyForm).test(own) ? own : null
}

/** True for a country in which every address has a postcode; in any other the postcode may be empty. */
export function hasPostcodes(country: string): boolean {
	return forms[country] !== undefined
}

const [four, five] = [/^\d{4}$/, /^\d{5}$/]
const threeAndTwo = /^\d{3} ?\d{2}$/
const british = /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/

/**
 * The form of postcodes without the sign of the country, by the codes of the countries in which every address has one.
 */
const forms: Record<string, RegExp> = {
	DE: five,
	AT: four,
	BE: four,
	BG: four,
	CH: four,
	CY: four,
	CZ: threeAndTwo,
	DK: four,
	EE: five,
	ES: five,
	FI: five,
	FR: five,
	GB: british,
	GR: threeAndTwo,
	HR: five,
	HU: four,
	IT: five,
	LI: four,
	LT: five,
	LU: four,
	LV: four,
	NL: /^\d{4} ?[A-Z]{2}$/,
	NO: four,
	PL: /^\d{2}-?\d{3}$/,
	PT: /^\d{4}-\d{3}$/,
	RO: /^\d{6}$/,
	SE: threeAndTwo,
	SI: four,
	SK: threeAndTwo,
	US: /^\d{5}(?:-\d{4})?$/,
}
const anyForm = /^[A-Z\d](?:[A-Z\d -]{0,8}[A-Z\d])?$/
