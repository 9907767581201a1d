import type { LocalText } from '#app/i18n/i18n.ts'
import type { BookingRow, DayRows, Portion } from '#app/models/day-sheet/rows.ts'

/**
 * The food of one party, or of all tickets of one time, as a row of the kitchen. `quantities` are those of the
 * kitchen's `products`, in their order.
 */
export type KitchenRow = {
	at: Date | null
	/** The party's number, room and name; null for tickets. */
	party: { number: string; room: LocalText | null; called: string } | null
	quantities: number[]
	warnings: string[]
	answers: BookingRow['answers']
}

/** The food of a day for the kitchen: a row for each party and time, and the products with their sums. */
export type Kitchen = { products: Portion[]; rows: KitchenRow[] }

/**
 * Returns the food of a day for the kitchen, by time: that of a party at the beginning of its room, any other at the
 * beginning of the visit.
 */
export function kitchenOf({ parties, tickets }: DayRows): Kitchen {
	const eating = { parties: parties.filter(isEating), tickets: tickets.filter(isEating) }
	const products = productsOf([...eating.parties, ...eating.tickets])
	const times = new Set(eating.tickets.map(beginOf))
	const rows = [
		...eating.parties.map((party) => {
			const [room] = party.rooms
			const { number, called, startsAt } = party
			const about = { number, called, room: room?.name ?? null }
			return kitchenRow(products, [party], { at: room?.from ?? startsAt, party: about })
		}),
		...[...times].map((time) => {
			const together = eating.tickets.filter((ticket) => beginOf(ticket) === time)
			return kitchenRow(products, together, { at: together[0]?.startsAt ?? null, party: null })
		}),
	]
	return { products, rows: rows.toSorted((one, other) => timeOf(one) - timeOf(other)) }
}

function isEating({ food, warnings }: BookingRow): boolean {
	return food.length > 0 || warnings.length > 0
}

function beginOf({ startsAt }: BookingRow): number {
	return startsAt?.valueOf() ?? 0
}

function kitchenRow(
	products: readonly Portion[],
	eating: readonly BookingRow[],
	head: Pick<KitchenRow, 'at' | 'party'>,
): KitchenRow {
	return {
		...head,
		quantities: products.map(({ productId }) =>
			eating.reduce((all, row) => all + quantityOf(row, productId), 0),
		),
		warnings: eating.flatMap(({ warnings }) => warnings),
		answers: eating.flatMap(({ answers }) => answers),
	}
}

/**
 * Returns the rows of the kitchen that are still to be made, those after `now` and those without a time, with the sums
 * of their products.
 */
export function kitchenAhead({ products, rows }: Kitchen, now: Date): Kitchen {
	const ahead = rows.filter(({ at }) => at === null || at > now)
	const sums = products.map((product, index) => ({
		...product,
		quantity: ahead.reduce((all, { quantities }) => all + (quantities[index] ?? 0), 0),
	}))
	const isWanted = sums.map(({ quantity }) => quantity > 0)
	const ofWanted = (_: unknown, index: number) => isWanted[index] === true
	return {
		products: sums.filter(ofWanted),
		rows: ahead.map((row) => ({ ...row, quantities: row.quantities.filter(ofWanted) })),
	}
}

function productsOf(rows: readonly Eating[]): Portion[] {
	const sums = new Map<string, Portion>()
	for (const { productId, title, quantity } of rows.flatMap(({ food }) => food)) {
		const known = sums.get(productId)
		if (known) known.quantity += quantity
		else sums.set(productId, { productId, title, quantity })
	}
	return [...sums.values()]
}

type Eating = Pick<BookingRow, 'food'>

function quantityOf({ food }: Eating, productId: string): number {
	return food.find((portion) => portion.productId === productId)?.quantity ?? 0
}

function timeOf({ at }: KitchenRow): number {
	return at?.valueOf() ?? 0
}
