import type { Condition, DueKind } from '#app/models/venue/catalogue.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/* Conditions and sums, slow and plain, for property tests to compare the real ones with. */

type Line = { id: number | string; productId: string; quantity: number }

/** Lines as they lie in a cart: `parent` is the id of the package's line. */
export type RuledLine = Line & { parent: number | string | null }

/** A broken rule, the number of pieces that it is broken by, and the lines responsible. */
type Complaint = {
	name: string
	by: number
	lines: RuledLine[]
	refuses: 'grown' | 'changed' | 'never'
}

/** Names all rules that these lines break, each with its line or pair and the fault. */
export function complaintsOf(venue: Venue, lines: readonly RuledLine[]): string[] {
	return complaints(venue, lines).map(({ name }) => name)
}

/**
 * True when a change must be refused: something is more wrong than before, and not only because something is still
 * missing or because less was taken.
 */
export function worsens(
	venue: Venue,
	before: readonly RuledLine[],
	after: readonly RuledLine[],
): boolean {
	const was = complaints(venue, before)
	const quantityBefore = (line: RuledLine) =>
		before.find((other) => other.id === line.id)?.quantity ?? 0
	return complaints(venue, after).some((complaint) => {
		const earlier = was.find(({ name }) => name === complaint.name)?.by ?? 0
		const isTouched = complaint.lines.some((line) =>
			complaint.refuses === 'grown'
				? line.quantity > quantityBefore(line)
				: line.quantity !== quantityBefore(line),
		)
		return complaint.refuses !== 'never' && isTouched && complaint.by > earlier
	})
}

export type SlowPricedLine = { amount: number; due: DueKind; isGift: boolean }

export type SlowSums = { total: number; voucher: number; online: number; onSite: number }

/**
 * Computes the sums of a bill without a discount: deposit rounded half up, online, the rest on site; then a value
 * voucher pays cent after cent, online first, everything but gift vouchers.
 */
export function slowSums(
	lines: readonly SlowPricedLine[],
	voucher: number,
	{ depositShare, shipping }: { depositShare: number; shipping: number },
): SlowSums {
	const amounts = (due: DueKind) =>
		lines
			.filter((line) => line.due === due && !line.isGift)
			.reduce((sum, line) => sum + line.amount, 0)
	const gifts = lines.reduce((sum, line) => sum + (line.isGift ? line.amount : 0), 0)

	const deposit = halfUp(amounts('deposit'), depositShare)
	let online = deposit + amounts('online') + shipping
	let onSite = amounts('onSite') + amounts('deposit') - deposit
	const total = online + onSite + gifts
	let paid = 0
	while (paid < voucher && online + onSite > 0) {
		paid += 1
		if (online > 0) online -= 1
		else onSite -= 1
	}
	return { total, voucher: paid, online: online + gifts, onSite }
}

/** Returns so many percent in whole cents, half a cent upwards. */
export function halfUp(amount: number, percent: number): number {
	let whole = 0
	while ((whole + 1) * 100 <= amount * percent + 50) whole += 1
	return whole
}

function complaints(venue: Venue, lines: readonly RuledLine[]): Complaint[] {
	const found: Complaint[] = []
	const complain = (name: string, by: number, who: RuledLine[], refuses: Complaint['refuses']) => {
		if (by > 0) found.push({ name, by, lines: who, refuses })
	}

	for (const line of lines) {
		const product = findProduct(venue, line.productId)
		if (!product) continue
		// Extras of one package count together, and once.
		const together = lines.filter(
			(other) =>
				other === line ||
				(line.parent !== null &&
					other.parent === line.parent &&
					other.productId === line.productId),
		)
		if (together[0] === line) {
			const { min, max } = product.quantity
			complain(`${line.id}: few`, min - pieces(together), together, 'changed')
			complain(`${line.id}: many`, pieces(together) - max, together, 'grown')
		}

		const missing = product.requires.filter((id) => lines.every((other) => other.productId !== id))
		complain(`${line.id}: alone`, missing.length, [line], 'grown')

		for (const other of lines.slice(lines.indexOf(line) + 1)) {
			const isEnemy =
				product.excludes.includes(other.productId) ||
				findProduct(venue, other.productId)?.excludes.includes(product.id)
			if (isEnemy)
				complain(`${line.id} and ${other.id}`, pieces([line, other]), [line, other], 'grown')
		}

		for (const group of product.conditions) {
			const chosen = lines.filter(
				(other) =>
					other.parent === line.id && group.items.some((item) => item.product === other.productId),
			)
			const { least, most } = boundsOf(group, line.quantity)
			const missing =
				group.rule === 'all'
					? group.items.map(({ product }) =>
							Math.max(0, least - pieces(chosen.filter((it) => it.productId === product))),
						)
					: [Math.max(0, least - pieces(chosen))]
			const lacks = missing.reduce((sum, count) => sum + count, 0)
			complain(`${line.id}/${group.id}: missing`, lacks, chosen, 'never')
			complain(`${line.id}/${group.id}: many`, pieces(chosen) - most, chosen, 'grown')
		}
	}
	return found
}

function boundsOf(group: Condition, guests: number): { least: number; most: number } {
	const times = group.perGuest ? guests : 1
	switch (group.rule) {
		case 'min':
			return { least: group.n * times, most: Infinity }
		case 'max':
			return { least: 0, most: group.n * times }
		case 'all':
			return { least: times, most: Infinity }
		case 'exactlyOne':
			return { least: times, most: times }
	}
}

function pieces(lines: readonly Line[]): number {
	return lines.reduce((sum, line) => sum + line.quantity, 0)
}
