import type { OrderLine } from '#app/models/order/order.ts'

/** The fields of an order's line that the plan of its day shows: no prices and no answers. */
export type PlannedLine = Pick<
	OrderLine,
	'position' | 'parentPosition' | 'productId' | 'title' | 'detail' | 'startsAt' | 'endsAt'
>

/** A step in the plan of a visit: the lines of an order that begin at the same moment. */
export type PlanStep = { startsAt: Date; lines: PlannedLine[] }

/**
 * Returns the steps of an order's visit, earliest first; lines of one product and room that begin together are listed
 * once. An extra of a package is in a step only when it begins at another time than the package.
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
