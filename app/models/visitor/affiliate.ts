/** A partner's click id that brought a visitor: the name of its URL parameter and its cookie, and its lifetime. */
export const AFFILIATE = { name: 'awc', lifetime: { days: 365 } } as const

const printable = /^[ -~]{1,300}$/

/** The click id to remember, 1 to 300 printable ASCII characters; null for none and for any other value. */
export function affiliateValue(value: string | null | undefined): string | null {
	return value && printable.test(value) ? value : null
}
