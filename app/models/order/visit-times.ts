import type { OrderLine } from '#app/models/order/order.ts'

/** The first start and the last end of an order's lines; null when none has times. */
export function visitTimes({
	lines,
}: {
	lines: readonly Pick<OrderLine, 'startsAt' | 'endsAt'>[]
}): { startsAt: Date; endsAt: Date } | null {
	const startsAt = lines.flatMap((line) => line.startsAt ?? []).sort(earlierFirst)[0]
	const endsAt = lines
		.flatMap((line) => line.endsAt ?? [])
		.sort(earlierFirst)
		.at(-1)
	return startsAt && endsAt ? { startsAt, endsAt } : null
}

function earlierFirst(a: Date, b: Date): number {
	return a.valueOf() - b.valueOf()
}
