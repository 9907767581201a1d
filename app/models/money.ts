import { languageTags, type Locale } from '#app/i18n/i18n.ts'

/** Whole euro cents. Made by `cents`, so that nothing fractional can pose as money. */
export type Cents = number & { readonly unit: 'cents' }

/** @throws RangeError for anything but a safe integer: a fraction of a cent is a bug. */
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

const formats = new Map<Locale, Intl.NumberFormat>()

/** '64,80 €' or '€64.80'. */
export function euros(amount: Cents, locale: Locale): string {
	let format = formats.get(locale)
	if (!format) {
		format = new Intl.NumberFormat(languageTags[locale], { style: 'currency', currency: 'EUR' })
		formats.set(locale, format)
	}
	return format.format(amount / 100)
}
