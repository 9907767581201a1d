import { useEffect, useState } from 'react'

import { sum, cents, type Cents } from '#app/models/money.ts'
import { takeText, type Pieces } from '#app/models/offer/take.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import type { ExtraView, OfferView } from '#app/routes/shop/view/offer-view.ts'

type Things = { tickets: readonly OfferView[]; extras: readonly ExtraView[] }

/** The number of tickets in the fields, and the price of tickets and extras together; null while a price is unknown. */
export type Chosen = { tickets: number; amount: Cents | null }

/** Returns the name of a product's quantity field. */
export function nameOf(id: string): string {
	return `quantities.${id}`
}

/**
 * Reads the quantities in the form at every change. Quantities that differ from those of the page are added to every
 * link, and the search then has as many guests as tickets. Returns the function that reads, and what is chosen.
 */
export function useChosen(
	formId: string,
	{ tickets, extras, maxGuests }: Things & { maxGuests: number },
	shown: Pieces,
) {
	const { askForTickets } = useShopping()
	const [typed, setTyped] = useState<Pieces | null>(null)
	const numbers = typed ?? shown
	const ids = [...tickets, ...extras].map(({ id }) => id)

	function read() {
		const form = document.getElementById(formId)
		const found = form instanceof HTMLFormElement ? numbersIn(form, ids) : null
		if (!found) return
		const isNews = Object.entries(found).some(([id, number]) => number !== (shown[id] ?? 0))
		setTyped(isNews ? found : null)
		const kept = Object.entries(found).filter(
			([id, number]) => number > 0 || (shown[id] ?? 0) > 0 || tickets.some((it) => it.id === id),
		)
		const guests = countOf(tickets, found)
		const take = takeText(Object.fromEntries(kept))
		const isKnown = guests > 0 && guests <= maxGuests
		askForTickets(isNews ? { take, ...(isKnown && { guests }) } : null)
	}

	// Reads again when the page brings other numbers: they may equal the typed ones or differ from them.
	// oxlint-disable-next-line react/exhaustive-deps
	useEffect(read, [JSON.stringify(shown)])

	return { read, chosen: chosenOf({ tickets, extras }, numbers) }
}

function chosenOf({ tickets, extras }: Things, numbers: Pieces): Chosen {
	const priced = [...tickets, ...extras].flatMap(({ id, price }) => {
		const number = numbers[id] ?? 0
		return number > 0 ? [price === null ? null : cents(price * number)] : []
	})
	const known = priced.filter((price) => price !== null)
	return {
		tickets: countOf(tickets, numbers),
		amount: known.length === priced.length ? sum(known) : null,
	}
}

function countOf(tickets: readonly { id: string }[], numbers: Pieces): number {
	return tickets.reduce((count, { id }) => count + (numbers[id] ?? 0), 0)
}

/** Returns the quantities in the form by product id; null while a field holds no number. */
function numbersIn(form: HTMLFormElement, ids: readonly string[]): Pieces | null {
	const found = ids.flatMap((id) => {
		const field = form.elements.namedItem(nameOf(id))
		return field instanceof HTMLInputElement ? [[id, field.valueAsNumber] as const] : []
	})
	return found.every(([, number]) => number >= 0) ? Object.fromEntries(found) : null
}
