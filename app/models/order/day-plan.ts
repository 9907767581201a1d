import type { OrderLine } from '#app/models/order/order.ts'

/** The fields of a line that a day's plan shows: no prices and no texts. */
export type PlannedLine = Pick<
	OrderLine,
	'position' | 'parentPosition' | 'productId' | 'title' | 'detail' | 'startsAt' | 'endsAt'
>

/** The lines that begin at one moment of a visit. */
export type PlanStep = { startsAt: Date; lines: PlannedLine[] }

/**
 * The steps of an order's day, earliest first, each thing once. An extra of a package is a step of its own only when it
 * begins at another time.
 */
export function dayPlan({ lines }: { lines: readonly PlannedLine[] }): PlanStep[] {
	const steps = new Map<number, PlanStep>()
	for (const line of lines) {
		const { startsAt } = line
		const parent = lines.find(({ position }) => position === line.parentPosition)
		if (!startsAt || startsAt.valueOf() === parent?.startsAt?.valueOf()) continue
		const step = steps.get(startsAt.valueOf()) ?? { startsAt, lines: [] }
		if (!step.lines.some((other) => isSame(line, other))) step.lines.push(line)
		steps.set(startsAt.valueOf(), step)
	}
	return [...steps.values()].sort((one, other) => one.startsAt.valueOf() - other.startsAt.valueOf())
}

function isSame(line: PlannedLine, other: PlannedLine): boolean {
	return line.productId === other.productId && line.detail?.de === other.detail?.de
}
