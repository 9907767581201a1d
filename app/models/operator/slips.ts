/*
 * Slips of those who edit files by hand, in words that say what to write instead: a comma in a price, a
 * forgotten colon, a tabulator.
 */

/** What the parser of the file objects to. `code` is of the `yaml` library; `line` is what stands there. */
export function syntaxReason(code: string, line: string, message: string): string {
	const price = commaPrice(line)
	if (price) return price
	if (/^Flow (?:map|sequence)/.test(message)) return OPEN
	switch (code) {
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

const OPEN = 'a bracket, { or [, is opened and not closed'
const INDENTED =
	'is indented otherwise than its neighbours: the fields of a thing stand below each other'

/** '11,90' where a number was expected, with or without a sign behind it. */
export function numberReason(value: unknown, key: string | number | undefined): string | null {
	if (typeof value === 'string') {
		if (commaPrice(value)) return commaPrice(value)
		const [, number] = /^\s*(\d+(?:\.\d+)?)\s*(?:€|%|EUR|Euro)\s*$/i.exec(value) ?? []
		return number ? `a number stands by itself: write ${number}` : null
	}
	// `{ 90: 11,90 }` is read as two fields, and the second is empty.
	return value === null && /^\d\d?$/.test(String(key)) ? cutPrice(String(key)) : null
}

/** A field whose name cannot be: what stands behind the comma of a price, or a name with its value. */
export function fieldReason(key: string, value: unknown, known: readonly string[]): string | null {
	if (/^\d\d?$/.test(key) && value === null) return cutPrice(key)
	const [, name = ''] = /^(\S+)\s/.exec(key) ?? []
	return known.includes(name) ? colonMissing(key) : null
}

/** 'kind ticket' → 'a colon is missing: write "kind: ticket"'. */
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
