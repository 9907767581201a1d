import {
	createContext,
	use,
	useCallback,
	useEffect,
	useMemo,
	useRef,
	useState,
	type MouseEvent,
} from 'react'
import { useLocation, useNavigation } from 'react-router'

import { choicesId } from '#app/forms/cart-answer.ts'
import { askedBy, kindOf, searchPath, type Search } from '#app/models/offer/search.ts'
import type { ProductKind } from '#app/models/venue/catalogue.ts'
import { useFragment } from '#app/ui/fragment.tsx'
import type { Obstacle } from '#app/ui/order/cart-view.ts'

/** The tickets as typed, in the text of `takeText`; without `guests` the guests of the search stay unchanged. */
export type TypedTickets = { take: string | null; guests?: number }

/** The state that every part of the start page shares. */
export type Shopping = {
	/** The search whose page is shown. */
	search: Search
	/** The search asked for last; on a slow line the page for it may still be loading. */
	asked: Search
	/**
	 * The choice in the cart while the page shows another: 'Sa., 28. Nov., 15:00–17:00 Uhr, 6 Gäste'; null without one.
	 */
	stillInCart: string | null
	/** The telephone number of the venue. */
	phone: string
	/**
	 * Takes a number of guests that is typed and not sent yet as asked for; null for a text that is no number of guests.
	 */
	askForGuests: (guests: number | null) => void
	/**
	 * Takes tickets that are typed and not in the cart yet as asked for, and their sum as the guests; null: the numbers
	 * of the page are taken.
	 */
	askForTickets: (typed: TypedTickets | null) => void
	/** Takes the query of a link that was tapped, or of a form that was sent, as asked for. */
	askFor: (query: string) => void
}

export const ShoppingContext = createContext<Shopping | null>(null)

export function useShopping(): Shopping {
	const shopping = use(ShoppingContext)
	if (!shopping) throw new Error('only on the start page')
	return shopping
}

/**
 * Keeps the search asked for last, on which links and forms build: built on the search shown, the second of two taps
 * would undo the first. `path` is the page asked for, without typed values. The browser's address also holds typed
 * tickets, so that a reload and the other language keep them.
 */
export function useAsked(search: Search) {
	const shown = useLocation()
	const { location } = useNavigation()
	const [typed, setTyped] = useState<Typed>(nothing)
	/** The query of the link tapped last, known at once; the router reports a navigation later. */
	const [tapped, setTapped] = useState<{ on: string; query: string } | null>(null)
	const underWay = location?.pathname === '/' ? location.search : null
	const query = tapped?.on === shown.key ? tapped.query : underWay
	const sent = useMemo(
		() => (query === null ? search : askedBy(new URLSearchParams(query), search)),
		[query, search],
	)
	if (typed.guests === sent.guests && typed.take === undefined) setTyped(nothing)
	const asked = useMemo(() => (typed === nothing ? sent : { ...sent, ...typed }), [sent, typed])
	useTypedAddress(typed)
	return {
		asked,
		askForGuests: useCallback((guests: number | null) => {
			setTyped(({ take }) => typedOf({ take, guests: guests ?? undefined }))
		}, []),
		askForTickets: useCallback((tickets: TypedTickets | null) => {
			if (tickets) setTyped(({ guests }) => typedOf({ guests, ...tickets }))
			else setTyped((before) => (before.take === undefined ? before : nothing))
		}, []),
		path: `/${query ?? shown.search}`,
		/** Takes the query of a link that was tapped, or of a form that was sent. */
		askFor: useCallback((query: string) => setTapped({ on: shown.key, query }), [shown.key]),
	}
}

/** The values of a search that are typed and not sent yet. */
type Typed = Partial<Pick<Search, 'guests' | 'take'>>
const nothing: Typed = {}

function typedOf({ take, guests }: { take: Typed['take']; guests: number | undefined }): Typed {
	if (take === undefined && guests === undefined) return nothing
	return { ...(take !== undefined && { take }), ...(guests !== undefined && { guests }) }
}

/** Writes typed tickets to the browser's address by `replaceState`, so that nothing is loaded. */
function useTypedAddress({ take, guests }: Typed): void {
	const { key, search, hash } = useLocation()
	useEffect(() => {
		const { history, location } = window
		// Another page, with an address of its own, is on its way in.
		if (history.state?.key !== key) return
		const params = new URLSearchParams(search)
		if (take) params.set('take', take)
		if (take && guests !== undefined) params.set('guests', String(guests))
		const query = take ? `?${params}` : search
		if (location.search !== query) history.replaceState(history.state, '', `/${query}${hash}`)
	}, [take, guests, key, search, hash])
}

/** Returns the query of the link to the start page that a click follows; null for any other click. */
export function followedQuery(event: MouseEvent): string | null {
	const link = event.target instanceof Element ? event.target.closest('a') : null
	const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
	if (!link || !isPlain || link.pathname !== '/' || link.getAttribute('href')?.startsWith('#'))
		return null
	return link.origin === window.location.origin ? link.search : null
}

/**
 * Returns a function for clicks: it moves the focus of a keyboard user who follows a link to the next question, which
 * the link's `data-then` names, past the other answers to this question.
 */
export function useNextQuestion(search: Search): (event: MouseEvent) => void {
	const next = useRef<string | null>(null)
	useEffect(() => {
		const id = next.current
		next.current = null
		if (id) document.getElementById(id)?.focus({ preventScroll: true })
		// Moves the focus once for each search that is shown.
		// oxlint-disable-next-line react/exhaustive-deps
	}, [search])
	return useCallback((event) => {
		const link = event.target instanceof Element ? event.target.closest('a') : null
		next.current = event.detail === 0 ? (link?.dataset['then'] ?? null) : null
	}, [])
}

/**
 * Returns a function from changes of the search to the address of the page with them. The month's calendar closes
 * unless `month` is among them.
 */
export function useSearchLink(anchor: string): (changes: Partial<Search>) => string {
	const { asked } = useShopping()
	const fragment = useFragment(anchor)
	return (changes) => searchPath({ ...asked, month: null, ...changes }) + fragment
}

/**
 * Returns a function from a product to its address in the shop: a fragment of this page, or of the page of its kind.
 */
export function useProductLink(): (product: { id: string; kind: ProductKind }) => string {
	const { search, asked } = useShopping()
	return ({ id, kind }) => {
		const wanted = kindOf(kind)
		if (wanted === search.kind) return `#${id}`
		return `${searchPath({ ...asked, kind: wanted, month: null, product: null })}#${id}`
	}
}

/**
 * Returns a function from something missing in the cart to the link to it: to its group of choices for a party or room,
 * else to the product. `day` is the cart's.
 */
export function useGapLink(day: string | null): (gap: Obstacle) => string {
	const { search, asked } = useShopping()
	return ({ productId, groupId, lineId, kind }) => {
		const wanted = kindOf(kind)
		const isStepped = wanted !== 'play' && groupId !== null
		const anchor = isStepped ? `#${choicesId(lineId, groupId)}` : `#${productId}`
		const isHere =
			day === search.day && wanted === search.kind && (!isStepped || search.product === productId)
		if (isHere) return anchor
		const there = { kind: wanted, day: day ?? asked.day, month: null, product: productId }
		return searchPath({ ...asked, ...there }) + anchor
	}
}
