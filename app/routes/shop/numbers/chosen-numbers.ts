import { useEffect, useState } from 'react'

import { sum, cents, type Cents } from '#app/models/money.ts'
import { takeText, type Numbers } from '#app/models/offer/take.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import type { ExtraView, OfferView } from '#app/routes/shop/view/offer-view.ts'

type Things = { tickets: readonly OfferView[]; extras: readonly ExtraView[] }

/** How many tickets are chosen, and what they cost with the extras beside them; null: that is not known. */
export type Chosen = { tickets: number; amount: Cents | null }

/** The name of the field that says how many of it. */
export function nameOf(id: string): string {
	return `quantities.${id}`
}

/**
 * What stands in the fields of the form, with every change of one of them. Numbers that are not those that the page
 * shows go along with every link, and the guests of the page are as many as the tickets.
 */
export function useChosen(
	formId: string,
	{ tickets, extras, maxGuests }: Things & { maxGuests: number },
	shown: Numbers,
) {
	const { askForTickets } = useShopping()
	const [typed, setTyped] = useState<Numbers | null>(null)
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

	// What comes with another page may be what was typed, or leave it as it is.
	// oxlint-disable-next-line react/exhaustive-deps
	useEffect(read, [JSON.stringify(shown)])

	return { read, chosen: chosenOf({ tickets, extras }, numbers) }
}

function chosenOf({ tickets, extras }: Things, numbers: Numbers): Chosen {
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

function countOf(tickets: readonly { id: string }[], numbers: Numbers): number {
	return tickets.reduce((count, { id }) => count + (numbers[id] ?? 0), 0)
}

/** Null while a field holds no number. */
function numbersIn(form: HTMLFormElement, ids: readonly string[]): Numbers | null {
	const found = ids.flatMap((id) => {
		const field = form.elements.namedItem(nameOf(id))
		return field instanceof HTMLInputElement ? [[id, field.valueAsNumber] as const] : []
	})
	return found.every(([, number]) => number >= 0) ? Object.fromEntries(found) : null
}
