import type { Locale } from '#app/i18n/i18n.ts'

/** Whole euro cents. Only `cents` makes them, so that no fraction passes as money. */
export type Cents = number & { readonly unit: 'cents' }

/** An amount of whole cents. @throws RangeError for anything but a safe integer: a fraction of a cent is a bug. */
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

/** `amount` x `percent` / 100, half a cent rounded up (commercial rounding of a non-negative amount). */
export function share(amount: Cents, percent: number): Cents {
	return cents(Math.floor((amount * percent + 50) / 100))
}

export function minus(amount: Cents, other: Cents): Cents {
	return cents(amount - other)
}

export function smaller(amount: Cents, other: Cents): Cents {
	return amount < other ? amount : other
}

/** Divides `amount` in proportion to `weights`, to the cent: the largest remainders get the odd cents. */
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

const thousands = /\B(?=(?:\d{3})+$)/g

/**
 * Formats an amount as '64,80 €' or '€64.80', as `Intl.NumberFormat` does (the test compares them). Its first use would
 * block a phone for a tenth of a second.
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
