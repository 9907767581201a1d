import { parsePartyType, type PartyType } from '#app/models/party-types.ts'
import type { ProductKind } from '#app/models/venue/catalogue.ts'
import type { Day, Duration, Month } from '#app/models/venue/slot.ts'

/** The kinds of what a visitor may look for: to play, a party, a room or an attraction (`place`), a gift. */
export const kinds = ['play', 'party', 'place', 'gift'] as const
export type Kind = (typeof kinds)[number]

/** The state of the start page in its address; the page is a function of this state and of the places taken. */
export type Search = {
	kind: Kind
	day: Day
	guests: number
	duration: Duration
	time: string | null
	month: Month | null
	/** The type of party that is planned, preset in the order's details; null when none is chosen. */
	occasion: PartyType | null
	/** The id of the product whose days and times are shown; null: those of the entry to play. */
	product: string | null
	/** The quantities that are typed but not in a cart yet, as `takeText` writes them. */
	take: string | null
}

const keys = [
	'kind',
	'occasion',
	'day',
	'guests',
	'duration',
	'time',
	'month',
	'product',
	'take',
] as const

/** Makes the address of a state of the start page. In this file, because the browser makes links too. */
export function searchPath(search: Partial<Search>): string {
	const params = new URLSearchParams()
	for (const key of keys) {
		const value = search[key]
		if (value !== undefined && value !== null) params.set(key, String(value))
	}
	return `/?${params}`
}

/**
 * Reads the state of the start page from the address of a link on it; day, guests and duration that the address leaves
 * out are those of `search`.
 */
export function askedBy(params: URLSearchParams, search: Search): Search {
	const guests = Number(params.get('guests') ?? search.guests)
	const duration = params.get('duration') ?? search.duration
	return {
		kind: parseKind(params.get('kind')) ?? 'play',
		occasion: parsePartyType(params.get('occasion')) ?? null,
		day: params.get('day') ?? search.day,
		guests: Number.isInteger(guests) ? guests : search.guests,
		duration: duration === 'day' ? duration : Number(duration),
		time: params.get('time'),
		month: params.get('month'),
		product: params.get('product'),
		take: params.get('take'),
	}
}

export function parseKind(text: string | null): Kind | undefined {
	return kinds.find((kind) => kind === text)
}

/** Returns the kind of search that finds a kind of product: to play, a party, a place or a gift. */
export function kindOf(kind: ProductKind): Kind {
	return wishes[kind]
}

const wishes = {
	ticket: 'play',
	addon: 'play',
	package: 'party',
	room: 'place',
	attraction: 'place',
	giftVoucher: 'gift',
} as const satisfies Record<ProductKind, Kind>
