/*
 * Reasons for slips of operators who edit files by hand, which say what to write instead (faults N15): a comma in a
 * price, a forgotten colon, a tabulator, typographic quotation marks, a name in place of an id. A function without a
 * reason for its value returns null.
 */

/**
 * Returns the reason for a syntax error in YAML. `code` and `message` are those of the `yaml` library; `line` is the
 * line's text.
 */
export function syntaxReason(code: string, line: string, message: string): string {
	const price = commaPrice(line)
	if (price) return price
	if (/^Flow (?:map|sequence)/.test(message)) return OPEN
	switch (code) {
		case 'BLOCK_AS_IMPLICIT_KEY':
		case 'BLOCK_IN_FLOW':
			return colonInText(line) ?? INDENTED
		case 'BAD_SCALAR_START':
			return `a text that begins with a sign such as @, % or \` needs quotation marks ("...")`
		case 'MULTILINE_IMPLICIT_KEY':
		case 'MISSING_CHAR':
			return colonMissing(line.trim()) ?? INDENTED
		case 'DUPLICATE_KEY':
			return 'the same field is there twice'
		case 'TAB_AS_INDENT':
			return 'begins with a tabulator: indent with spaces'
		case 'BAD_INDENT':
		case 'UNEXPECTED_TOKEN':
		case 'BAD_COLLECTION_TYPE':
			return INDENTED
		default:
			return message
	}
}

/**
 * Returns the reason against a text with a colon of its own, 'phone: Tel: 089 123' or '{ de: Achtung: neu, en: New }';
 * null for any other line.
 */
function colonInText(line: string): string | null {
	if (hasTypographicQuotes(line)) return `${STRAIGHT}, for this text has a colon`
	const [, name, text] =
		/(?:^|[{,])\s*(?:- )?([\w-]+):\s+([^\s{[,'"][^{[,'"}]*:(?:\s[^,}]*|$))/.exec(line) ?? []
	return name && text
		? `a text with a colon needs quotation marks: write ${name}: "${text.trim()}"`
		: null
}

const STRAIGHT = `quotation marks are straight ones ("..." or '...'), not those of a text`

/**
 * Returns the reason against a value in „...“, “...”, ‘...’ or »...«, which YAML reads as part of the value; null for
 * any other value.
 */
export function quotesReason(value: string): string | null {
	const [, inner] = /^[„“”‚‘’«»](.*)[„“”‚‘’«»]$/s.exec(value) ?? []
	return inner === undefined ? null : `${STRAIGHT}: write '${inner}'`
}

export function hasTypographicQuotes(text: string): boolean {
	return /[„“”‚‘’«»]/.test(text)
}

/**
 * Returns the reason against a time whose meaning can be guessed, '9:00', '9.30' or '18 Uhr', or against '24:00' as a
 * beginning; null for any other value.
 */
export function timeReason(value: unknown): string | null {
	if (value === '24:00') return `'24:00' is a closing time only: the day begins at '00:00'`
	const [, hour = '', minute = '00'] =
		/^(\d{1,2})(?:[:.h](\d{2}))?(?::00)?\s*(?:Uhr|h)?$/i.exec(String(value).trim()) ?? []
	if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return null
	return `a time is written HH:MM, in quotation marks: write '${hour.padStart(2, '0')}:${minute}'`
}

/** Returns a possible id for a name: 'partyraum-groesse-2' for 'Partyraum Größe 2'; empty when no character fits. */
export function idFor(name: string): string {
	return name
		.toLowerCase()
		.replaceAll(/[äöüß]/g, (letter) => umlauts[letter] ?? letter)
		.normalize('NFD')
		.replaceAll(/[\u0300-\u036f]/g, '')
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replaceAll(/^-|-$/g, '')
}

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

const OPEN = 'a bracket, { or [, is opened and not closed'
const INDENTED =
	'is indented otherwise than its neighbours: the fields of a thing stand below each other'

/** Returns the reason against '11,90' or '11.90 €' where a number is expected; null for any other value. */
export function numberReason(value: unknown, key: string | number | undefined): string | null {
	if (typeof value === 'string') {
		if (commaPrice(value)) return commaPrice(value)
		const [, number] = /^\s*(\d+(?:\.\d+)?)\s*(?:€|%|EUR|Euro)\s*$/i.exec(value) ?? []
		return number ? `a number stands by itself: write ${number}` : null
	}
	// `{ 90: 11,90 }` is read as two fields, and the second is empty.
	return value === null && /^\d\d?$/.test(String(key)) ? cutPrice(String(key)) : null
}

/**
 * Returns the reason against an impossible field name: the cents after the comma of a price, or a field and its value
 * without a colon. Null for any other name.
 */
export function fieldReason(key: string, value: unknown, known: readonly string[]): string | null {
	if (/^\d\d?$/.test(key) && value === null) return cutPrice(key)
	const [, name = ''] = /^(\S+)\s/.exec(key) ?? []
	return known.includes(name) ? colonMissing(key) : null
}

/**
 * Returns the reason against a field without a colon: for 'kind ticket' it says to write "kind: ticket". Null for any
 * other line.
 */
export function colonMissing(line: string): string | null {
	const [, name, value = ''] = /^(?:- )?([\w-]+)\s*(.*)$/.exec(line) ?? []
	if (!name || value.startsWith(':')) return null
	return value
		? `a colon is missing: write "${name}: ${value}"`
		: `a colon is missing: write "${name}:"`
}

function commaPrice(text: string): string | null {
	const [price] = /(?<![\d.,])\d+,\d{1,2}(?!\d)(?=\s*(?:,\s|[}€%]|EUR|Euro|$))/i.exec(text) ?? []
	if (!price) return null
	return `a number is written with a point: ${price.replace(',', '.')}, not ${price}`
}

function cutPrice(cents: string): string {
	return `belongs to the number before it: a number is written with a point, such as 11.${cents}`
}
