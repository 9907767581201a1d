import { parsePartyType, type PartyType } from '#app/models/party-types.ts'
import type { ProductKind } from '#app/models/venue/catalogue.ts'
import type { Day, Duration, Month } from '#app/models/venue/slot.ts'

/** What a visitor comes for: to play, to celebrate, for a room or an attraction, for a gift. */
export const kinds = ['play', 'party', 'place', 'gift'] as const
export type Kind = (typeof kinds)[number]

/** What the address of the start page says; the page is a function of it and of what is taken. */
export type Search = {
	kind: Kind
	day: Day
	guests: number
	duration: Duration
	time: string | null
	month: Month | null
	/** The type of party that is planned; null: none was said. The details of the order begin with it. */
	occasion: PartyType | null
	/** The product that calendar and times are about; null: coming in at all. */
	product: string | null
	/** Numbers that were typed and lie in no cart yet, as `take.ts` writes them. */
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

/** The address of a state of the start page. On its own, because links are made in the browser too. */
export function searchPath(search: Partial<Search>): string {
	const params = new URLSearchParams()
	for (const key of keys) {
		const value = search[key]
		if (value !== undefined && value !== null) params.set(key, String(value))
	}
	return `/?${params}`
}

/** A state of the page, changed by all that an address of the page says. */
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

/** What somebody comes for who wants such a product. */
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
