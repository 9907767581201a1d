import { plainText } from '#app/models/typed-text.ts'

/**
 * The form of a Leitweg-ID, which leads an e-invoice to a German authority: 2 to 12 digits, up to 30 letters and
 * digits, and two check digits, joined by hyphens; the middle part may be missing (KoSIT, 'Leitweg-ID
 * Format-Spezifikation', 2.0).
 */
const form = /^\d{2,12}-(?:[\dA-Z]{1,30}-)?\d{2}$/

/** Returns a typed Leitweg-ID as invoices carry it: letters as capitals, without the spaces of a copied text. */
export function plainLeitwegId(typed: string): string {
	return plainText(typed).replaceAll(' ', '').toUpperCase()
}

export function hasFormOfLeitwegId(id: string): boolean {
	return form.test(id)
}

/**
 * True when the check digits of a Leitweg-ID fit (ISO/IEC 7064, MOD 97-10): read as one number, without hyphens and
 * with A as 10 to Z as 35, it leaves 1 when divided by 97.
 */
export function hasCheckDigitsOfLeitwegId(id: string): boolean {
	const digits = id.replaceAll('-', '').replace(/[A-Z]/g, (letter) => String(valueOf(letter)))
	return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}

function valueOf(letter: string): number {
	return letter.charCodeAt(0) - 'A'.charCodeAt(0) + 10
}
