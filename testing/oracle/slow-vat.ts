/*
 * VAT of an order as fractions of whole numbers: obvious, and slow. Amounts are in cents.
 */

/** A line with the single prices of what it holds, each at its own rate; one price for a line of one rate. */
export type SlowLine = { id: string; amount: number; prices: { rate: number; price: number }[] }

/** Returns each line's cents by part, and the cents that a discount takes off each part. */
export function slowParts(
	lines: readonly SlowLine[],
	isReduced: (line: SlowLine) => boolean,
	discount: number,
): { line: SlowLine; cents: number[]; off: number[] }[] {
	const known = lines.toSorted((one, other) => {
		if (one.id === other.id) return one.amount - other.amount
		return one.id < other.id ? -1 : 1
	})
	const offs = handedOut(
		discount,
		known.map((line) => (isReduced(line) ? line.amount : 0)),
	)
	return known.map((line, index) => {
		const cents = handedOut(
			line.amount,
			line.prices.map(({ price }) => price),
		)
		return { line, cents, off: handedOut(offs[index] ?? 0, cents) }
	})
}

/** Returns the exact share of an amount as a fraction, numerator over denominator. */
export function exactShare(
	amount: number,
	weight: number,
	all: number,
): { over: bigint; under: bigint } {
	return { over: BigInt(amount) * BigInt(weight), under: BigInt(all) }
}

/** Hands out whole cents, then each odd cent to the part that is furthest below its exact share. */
function handedOut(amount: number, weights: readonly number[]): number[] {
	const all = weights.reduce((sum, weight) => sum + weight, 0)
	if (all === 0) return weights.map(() => 0)
	const shares = weights.map((weight) => exactShare(amount, weight, all))
	const given = shares.map(({ over, under }) => over / under)
	const got = new Set<number>()
	while (given.reduce((sum, each) => sum + each, 0n) < BigInt(amount)) {
		const lacks = shares.map(({ over, under }, index) => over - (given[index] ?? 0n) * under)
		const [poorest = 0] = lacks
			.map((lack, index) => ({ lack, index }))
			.filter(({ index }) => !got.has(index))
			.toSorted((one, other) => Number(other.lack - one.lack))
			.map(({ index }) => index)
		given[poorest] = (given[poorest] ?? 0n) + 1n
		got.add(poorest)
	}
	return given.map(Number)
}
