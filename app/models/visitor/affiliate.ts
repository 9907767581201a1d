/**
 * The click id by which a partner is paid for a visitor whom it sent: the name of its URL parameter and of its cookie,
 * and its lifetime.
 */
export const AFFILIATE = { name: 'awc', lifetime: { days: 365 } } as const

const printable = /^[ -~]{1,300}$/

/** Returns a click id that may be kept, 1 to 300 printable ASCII characters; null for any other value and for none. */
export function affiliateValue(value: string | null | undefined): string | null {
	return value && printable.test(value) ? value : null
}
