/**
 * Matches what no line may break: a short word with a hyphen, an order's or invoice's number, the code of a sold
 * voucher, a telephone number, an amount, a postcode with its city, a street with its number, a paragraph of a law, a
 * day with its month, a small number with its word: 'E-Mail', 'RE-2026-000042', 'Z6LU-6FB5-BM3D-UMK8', '+49 89 99998',
 * '50 €', '85000 Sternhausen', 'Planetenring 7', '§ 147', '1. Dezember 2026', '12 Gäste', '12 guests'.
 */
const unbroken = new RegExp(
	`(?<![\\p{L}\\d])(${[
		String.raw`[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){3}`,
		String.raw`\p{L}{1,10}-\p{L}{2,8}`,
		String.raw`(?:\p{Lu}{2}-)?\d{4}-\d{6}`,
		String.raw`\+\d{1,3}(?: \d{1,8}){1,5}`,
		String.raw`\d+(?:[.,]\d+)* €`,
		String.raw`\d{5} \p{Lu}\p{L}{2,14}`,
		String.raw`\p{Lu}\p{L}{2,14}(?:ring|weg|straße|platz|allee|gasse) \d{1,4}`,
		String.raw`(?:§|Art\.|Abs\.|Nr\.|section) \d{1,3}\p{Ll}?`,
		String.raw`(?<!:)\d{1,3}\.? \p{Lu}\p{L}{2,8}(?: \d{4})?`,
		String.raw`\d{1,3} (?:guests?|places?|hours?|minutes?|days?|months?|years?)`,
	].join('|')})(?![\\p{L}\\d])`,
	'u',
)

/** Splits a text: every second part is to be kept together. */
export function splitUnbroken(text: string): string[] {
	return text.split(unbroken)
}

/** Wraps what is to be kept together in sanitized HTML, whose tags stay as they are, in elements of a class. */
export function wrapUnbroken(html: string, className: string): string {
	const wrap = (text: string) =>
		splitUnbroken(text)
			.map((part, at) => (at % 2 === 0 ? part : `<span class="${className}">${part}</span>`))
			.join('')
	return html
		.split(/(<[^>]*>)/)
		.map((part, at) => (at % 2 === 0 ? wrap(part) : part))
		.join('')
}

/** Inserts a soft hyphen before the last part of a name such as 'Erwachsenenticket', for programs without a dictionary. */
export function softHyphened(name: string): string {
	return name.replace(lastPart, '\u00ad$&')
}

const lastPart =
	/(?<=\p{L}{3})(?:ticket|karten?|pass|krone|torte|tüte|kerzen|fach|kapsel|rechnung|korrektur)$/u
