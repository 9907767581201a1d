/**
 * Matches what no line may break: an order's or invoice's number, the code of a sold voucher, a short word with a
 * hyphen, a telephone number, an amount, a day with its month, a small number with its word: '2026-000042',
 * 'RE-2026-000042', 'Z6LU-6FB5-BM3D-UMK8', 'E-Mail', '+49 89 99998', '50 €', '1. Dezember 2026', '12 Gäste'.
 */
const unbroken =
	/(?<![\p{L}\d])([\dA-Z]{2,4}(?:-[\dA-Z]{4,6})+|\p{L}{1,10}-\p{L}{2,8}|\+\d+(?: \d+)+|\d[\d.,]* €|(?<!:)\d{1,3}\.? (?:\p{Lu}\p{L}{2,8}(?: \d{4})?|(?:guest|hour|minute|day)s?))(?![\p{L}\d])/u

/** Splits a text into parts, of which every second is to be kept on one line. */
export function splitUnbroken(text: string): string[] {
	return text.split(unbroken)
}

/** Matches what letters and content pages also keep on one line: '85000 Sternhausen', 'Planetenring 7' and '§ 147'. */
const placesAndLaws =
	/(?<![\p{L}\d])(\d{5} \p{Lu}\p{L}{2,14}|\p{Lu}\p{L}{2,14}(?:ring|weg|straße|platz|allee|gasse) \d{1,4}|(?:§|Art\.|Abs\.|Nr\.|section) \d{1,3}\p{Ll}?)(?![\p{L}\d])/u

/**
 * Splits a text as `splitUnbroken` does, with towns, streets and sections of laws kept together as well. Runs on the
 * server alone, so that browsers need not load the pattern.
 */
export function splitProse(text: string): string[] {
	return text
		.split(placesAndLaws)
		.flatMap((part, at) => (at % 2 === 0 ? splitUnbroken(part) : [part]))
}

/**
 * Returns sanitized HTML with every part that is to be kept on one line in a `<span>` of the class; tags stay as they
 * are.
 */
export function wrapUnbroken(html: string, className: string): string {
	const wrap = (text: string) =>
		splitProse(text)
			.map((part, at) => (at % 2 === 0 ? part : `<span class="${className}">${part}</span>`))
			.join('')
	return html
		.split(/(<[^>]*>)/)
		.map((part, at) => (at % 2 === 0 ? wrap(part) : part))
		.join('')
}

/**
 * Returns a name such as 'Erwachsenenticket' with a soft hyphen before its last part, for programs without a
 * dictionary.
 */
export function softHyphened(name: string): string {
	return name.replace(lastPart, '\u00ad$&')
}

const lastPart =
	/(?<=\p{L}{3})(?:ticket|karten?|pass|krone|torte|tüte|kerzen|fach|kapsel|rechnung|korrektur)$/u
