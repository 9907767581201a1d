import type { OrderLine } from '#app/models/order/order.ts'

/**
 * Sorts the lines of an order so that extras stand behind the package they belong to, also those that a change of the
 * booking has added later and that have a later position.
 */
export function inReadingOrder<Line extends Pick<OrderLine, 'position' | 'parentPosition'>>(
	lines: readonly Line[],
): Line[] {
	const groupOf = ({ parentPosition, position }: Line) => parentPosition ?? position
	return lines.toSorted(
		(one, other) => groupOf(one) - groupOf(other) || one.position - other.position,
	)
}
