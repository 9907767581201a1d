import type { OrderLine } from '#app/models/order/order.ts'

/**
 * Sorts the lines of an order so that extras stand behind their package, also those with a later position that a change
 * of the booking added.
 */
export function inReadingOrder<Line extends Pick<OrderLine, 'position' | 'parentPosition'>>(
	lines: readonly Line[],
): Line[] {
	const groupOf = ({ parentPosition, position }: Line) => parentPosition ?? position
	return lines.toSorted(
		(one, other) => groupOf(one) - groupOf(other) || one.position - other.position,
	)
}
