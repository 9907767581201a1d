import { share, spread, sum, zero, type Cents } from '#app/models/money.ts'
import type { DueKind } from '#app/models/venue/catalogue.ts'

/**
 * Computes the deposit of each line, before a value voucher pays it: `percent` of the sum of the lines due as a
 * deposit, divided among them by their amounts; 0 for all other lines.
 */
export function depositsOf(
	lines: readonly { line: { due: DueKind }; amount: Cents }[],
	percent: number,
): Cents[] {
	const amounts = lines.map(({ line, amount }) => (line.due === 'deposit' ? amount : zero))
	return spread(share(sum(amounts), percent), amounts)
}
