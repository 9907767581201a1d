/** Names the partner's click that brought a visitor; parameter and cookie are called the same. */
export const AFFILIATE = { name: 'awc', lifetime: { days: 365 } } as const

const printable = /^[ -~]{1,300}$/

/** The value to remember, of printable ASCII; null for none, and for what no partner sends. */
export function affiliateValue(value: string | null | undefined): string | null {
	return value && printable.test(value) ? value : null
}
