/**
 * The seed of everything random in tests, an integer: PROPERTY_SEED, or the one of `npm test`, so that a run that
 * failed can be repeated. `npm run property` and `npm run test:all` draw one and print it.
 */
export const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_128)

/**
 * Returns the number of random sequences for a property with `usual` of them in `npm test`: in proportion more in a longer
 * run, never fewer.
 */
export function atLeast(usual: number): number {
	return Math.max(usual, inProportion(usual))
}

/**
 * Returns the share of a property in all random sequences, of which PROPERTY_RUNS is the number, 20,000 by default. The
 * usual numbers of `trials` add up to those 20,000, half of them carts.
 */
export function inProportion(usual: number): number {
	return Math.ceil((usual * Number(process.env['PROPERTY_RUNS'] || 20_000)) / 20_000)
}
