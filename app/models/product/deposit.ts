import { share, spread, sum, zero, type Cents } from '#app/models/money.ts'
import type { DueKind } from '#app/models/venue/catalogue.ts'

/**
 * The deposit of each line, before a value voucher pays it: `percent` of what is due as a deposit, divided by amounts.
 * Lines with other terms have none.
 */
export function depositsOf(
	lines: readonly { line: { due: DueKind }; amount: Cents }[],
	percent: number,
): Cents[] {
	const amounts = lines.map(({ line, amount }) => (line.due === 'deposit' ? amount : zero))
	return spread(share(sum(amounts), percent), amounts)
}
