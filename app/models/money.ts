import type { Locale } from '#app/i18n/i18n.ts'

/** An amount of whole euro cents. Only `cents` makes one, so that no fraction passes as money. */
export type Cents = number & { readonly unit: 'cents' }

/**
 * Returns a number as an amount of money.
 * @throws RangeError for anything but a safe integer: a fraction of a cent is a bug
 */
export function cents(amount: number): Cents {
	if (!Number.isSafeInteger(amount))
		throw new RangeError(`${amount} is not a whole number of cents`)
	return amount as Cents
}

export const zero = cents(0)

export function sum(amounts: Iterable<Cents>): Cents {
	let total = 0
	for (const amount of amounts) total += amount
	return cents(total)
}

/** Returns `percent` hundredths of an amount, half a cent rounded up: commercial rounding of a non-negative amount. */
export function share(amount: Cents, percent: number): Cents {
	return cents(Math.floor((amount * percent + 50) / 100))
}

export function minus(amount: Cents, other: Cents): Cents {
	return cents(amount - other)
}

export function smaller(amount: Cents, other: Cents): Cents {
	return amount < other ? amount : other
}

/**
 * Divides an amount in proportion to `weights`, to the cent: the largest remainders get the odd cents. All parts are
 * zero when all weights are.
 */
export function spread(amount: Cents, weights: readonly Cents[]): Cents[] {
	const all = BigInt(sum(weights))
	if (all === 0n) return weights.map(() => zero)
	const parts = weights.map((weight, index) => {
		// The product of two amounts can exceed what a number holds exactly.
		const product = BigInt(amount) * BigInt(weight)
		return { index, whole: Number(product / all), remainder: product % all }
	})
	const odd = amount - parts.reduce((sum, part) => sum + part.whole, 0)
	const luckiest = parts.toSorted((one, other) => Number(other.remainder - one.remainder))
	const lucky = new Set(luckiest.slice(0, odd).map((part) => part.index))
	return parts.map(({ index, whole }) => cents(whole + (lucky.has(index) ? 1 : 0)))
}

/**
 * Reads an amount of euros as it is typed, '12,50', '12.5' or '12 €'; null for any other text, and from 1,000,000 € on.
 */
export function parseEuros(typed: string): Cents | null {
	const text = typed.replace('€', '').trim()
	if (!/^\d{1,6}([.,]\d{1,2})?$/.test(text)) return null
	return cents(Math.round(Number(text.replace(',', '.')) * 100))
}

/**
 * Formats an amount for a form's field of euros, '64,80' in German and '64.80' in English, as `parseEuros` reads it.
 */
export function typedEuros(amount: Cents, locale: Locale): string {
	const digits = (amount / 100).toFixed(2)
	return locale === 'de-DE' ? digits.replace('.', ',') : digits
}

const thousands = /\B(?=(?:\d{3})+$)/g

/**
 * Formats an amount as '64,80 €' or '€64.80', as `Intl.NumberFormat` would (a test compares them): the first use of
 * `Intl.NumberFormat` would block a phone for a tenth of a second.
 */
export function euros(amount: Cents, locale: Locale): string {
	const digits = String(Math.abs(amount)).padStart(3, '0')
	const whole = digits.slice(0, -2)
	const rest = digits.slice(-2)
	const sign = amount < 0 ? '-' : ''
	return locale === 'de-DE'
		? `${sign}${whole.replaceAll(thousands, '.')},${rest}\u00a0€`
		: `${sign}€${whole.replaceAll(thousands, ',')}.${rest}`
}
