import type { Order, OrderLine } from '#app/models/order/order.ts'

/** The lines that begin at one moment of a visit. */
export type PlanStep = { startsAt: Date; lines: OrderLine[] }

/**
 * The steps of an order's day, earliest first, each thing once. An extra of a package is a step of its own only when it
 * begins at another time.
 */
export function dayPlan({ lines }: Pick<Order, 'lines'>): PlanStep[] {
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

function isSame(line: OrderLine, other: OrderLine): boolean {
	return line.productId === other.productId && line.detail?.de === other.detail?.de
}
