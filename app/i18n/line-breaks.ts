/**
 * Matches what no line may break: a short word with a hyphen, an order's or invoice's number, the code of a sold
 * voucher, a telephone number, an amount, a
 * day with its month, a small number with its word: 'E-Mail', 'RE-2026-000042', 'Z6LU-6FB5-BM3D-UMK8', '+49 89 99998',
 * '50 €', '1. Dezember 2026', '12 Gäste'.
 */
const unbroken =
	/(?<![\p{L}\d])([2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){3}|\p{L}{1,10}-\p{L}{2,8}|(?:\p{Lu}{2}-)?\d{4}-\d{6}|\+\d{1,3}(?: \d{1,8}){1,5}|\d+(?:[.,]\d+)* €|(?<!:)\d{1,2}\.? \p{Lu}\p{L}{2,8}(?: \d{4})?)(?![\p{L}\d])/u

/** Splits a text: every second part is to be kept together. */
export function splitUnbroken(text: string): string[] {
	return text.split(unbroken)
}

/** Inserts a soft hyphen before the last part of a name such as 'Erwachsenenticket', for programs without a dictionary. */
export function softHyphened(name: string): string {
	return name.replace(lastPart, '\u00ad$&')
}

const lastPart =
	/(?<=\p{L}{3})(?:ticket|karten?|pass|krone|torte|tüte|kerzen|fach|kapsel|rechnung|korrektur)$/u
