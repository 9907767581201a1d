import { cents, minus, spread, zero, type Cents } from '#app/models/money.ts'
import { packageParts, type PackagePart, type Product } from '#app/models/venue/catalogue.ts'
import type { VatClass } from '#app/models/venue/catalogue.ts'

/** A part of a package's amount at a VAT rate of its own. The amounts of a line's parts sum up to the line's. */
export type VatPart = { part: PackagePart; vatClass: VatClass; vatRate: number; amount: Cents }

/** The amount of a line with its VAT: all of it at `vatRate`, or in parts at rates of their own. */
export type Rated = {
	amount: Cents
	vatRate: number
	vatClass?: VatClass | null
	vatParts?: readonly VatPart[] | null
}

/**
 * The VAT class of each part of a package: restaurant food has the reduced rate, drinks and entry the full one (§ 12
 * (2) no. 15 UStG).
 */
const vatClasses: Record<PackagePart, VatClass> = {
	food: 'reduced',
	drinks: 'standard',
	play: 'standard',
}

/** The percentage of a price for food with drinks that counts as drinks (UStAE 10.1 (12)). */
const DRINKS_PERCENT = 30

/**
 * Splits the amount of a package's line into food, drinks and play, in proportion to the single prices in the
 * catalogue; null for a package without parts, which is one supply at its own rate. Largest remainders get the odd
 * cents.
 */
export function vatPartsOf(
	{ vatParts }: Pick<Product, 'vatParts'>,
	amount: Cents,
	rateOf: (vatClass: VatClass) => number,
): VatPart[] | null {
	if (!vatParts) return null
	const { food, drinks, foodAndDrinks, play } = vatParts
	// Hundredths of cents, because a percentage of a price is not always whole cents.
	const drunk = cents(foodAndDrinks * DRINKS_PERCENT)
	const weights: Record<PackagePart, Cents> = {
		food: cents(food * 100 + foodAndDrinks * 100 - drunk),
		drinks: cents(drinks * 100 + drunk),
		play: cents(play * 100),
	}
	const amounts = spread(
		amount,
		packageParts.map((part) => weights[part]),
	)
	return packageParts
		.map((part, index) => {
			const vatClass = vatClasses[part]
			return { part, vatClass, vatRate: rateOf(vatClass), amount: amounts[index] ?? zero }
		})
		.filter(({ part }) => weights[part] > 0)
}

/** Returns the amounts of a line with their VAT rates: its parts, or one entry for all of it. */
export function ratedParts({ vatParts, amount, vatRate, vatClass = null }: Rated) {
	return vatParts?.map((it) => ({ ...it })) ?? [{ amount, vatRate, vatClass }]
}

/** Splits the amount of a line by VAT rate, less a reduction that its parts bear in proportion. */
export function splitByRate(line: Rated, reduction: Cents): { rate: number; gross: Cents }[] {
	const parts = ratedParts(line)
	const reductions = spread(
		reduction,
		parts.map(({ amount }) => amount),
	)
	return parts.map(({ amount, vatRate }, index) => ({
		rate: vatRate,
		gross: minus(amount, reductions[index] ?? zero),
	}))
}
