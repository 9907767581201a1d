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

/** `guests` left out: as many as before. */
export type TypedTickets = { take: string | null; guests?: number }

/** What every part of the start page needs to know. */
export type Shopping = {
	/** What is shown. */
	search: Search
	/** What was asked for last; on a slow line the page that shows it may still be on its way. */
	asked: Search
	/** What lies in the cart while what is shown of it is another: 'Sa., 28. Nov., 15:00–17:00 Uhr, 6 Gäste'. */
	stillInCart: string | null
	/** The telephone number of the venue. */
	phone: string
	/** Guests that are typed and not sent yet count as asked for; null: what is typed is no number of guests. */
	askForGuests: (guests: number | null) => void
	/** Tickets that are typed and not reserved yet, and as many guests; null: they are those that the page shows. */
	askForTickets: (typed: TypedTickets | null) => void
	/** By the query of the page. */
	askFor: (query: string) => void
}

export const ShoppingContext = createContext<Shopping | null>(null)

export function useShopping(): Shopping {
	const shopping = use(ShoppingContext)
	if (!shopping) throw new Error('only on the start page')
	return shopping
}

/**
 * Links and forms build on what was asked for last. If they built on what is shown, the second of two taps
 * would take the first one back. `path` is the page asked for; what is typed is not in it yet. Typed tickets stand in
 * the address that the browser shows, so that a reload and the other language find them.
 */
export function useAsked(search: Search) {
	const shown = useLocation()
	const { location } = useNavigation()
	const [typed, setTyped] = useState<Typed>(nothing)
	/** Known at once, while the router tells of a navigation only when it finds the time. */
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
		/** The query of a link that was tapped, or of a form that was sent. */
		askFor: useCallback((query: string) => setTapped({ on: shown.key, query }), [shown.key]),
	}
}

/** What is typed and not sent yet. */
type Typed = Partial<Pick<Search, 'guests' | 'take'>>
const nothing: Typed = {}

function typedOf({ take, guests }: { take: Typed['take']; guests: number | undefined }): Typed {
	if (take === undefined && guests === undefined) return nothing
	return { ...(take !== undefined && { take }), ...(guests !== undefined && { guests }) }
}

/** Without a navigation, so that nothing is loaded for it. */
function useTypedAddress({ take, guests }: Typed): void {
	const { key, search, hash } = useLocation()
	useEffect(() => {
		const { history, location } = window
		// Another page is on its way in, with an address of its own.
		if (history.state?.key !== key) return
		const params = new URLSearchParams(search)
		if (take) params.set('take', take)
		if (take && guests !== undefined) params.set('guests', String(guests))
		const query = take ? `?${params}` : search
		if (location.search !== query) history.replaceState(history.state, '', `/${query}${hash}`)
	}, [take, guests, key, search, hash])
}

/** For `onClick`: the query of the link to the start page that is being followed. */
export function followedQuery(event: MouseEvent): string | null {
	const link = event.target instanceof Element ? event.target.closest('a') : null
	const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
	if (!link || !isPlain || link.pathname !== '/' || link.getAttribute('href')?.startsWith('#'))
		return null
	return link.origin === window.location.origin ? link.search : null
}

/**
 * Whoever chooses by keyboard goes on at the next question (`data-then` of the link), not at the many other
 * answers to this one.
 */
export function useNextQuestion(search: Search): (event: MouseEvent) => void {
	const next = useRef<string | null>(null)
	useEffect(() => {
		const id = next.current
		next.current = null
		if (id) document.getElementById(id)?.focus({ preventScroll: true })
		// Once for each state of the page.
		// oxlint-disable-next-line react/exhaustive-deps
	}, [search])
	return useCallback((event) => {
		const link = event.target instanceof Element ? event.target.closest('a') : null
		next.current = event.detail === 0 ? (link?.dataset['then'] ?? null) : null
	}, [])
}

/** Addresses of the page in another state. The month closes unless it is asked for. */
export function useSearchLink(anchor: string): (changes: Partial<Search>) => string {
	const { asked } = useShopping()
	const fragment = useFragment(anchor)
	return (changes) => searchPath({ ...asked, month: null, ...changes }) + fragment
}

/** The address of a product in the shop: on this page, or on that of its kind. */
export function useProductLink(): (product: { id: string; kind: ProductKind }) => string {
	const { search, asked } = useShopping()
	return ({ id, kind }) => {
		const wanted = kindOf(kind)
		if (wanted === search.kind) return `#${id}`
		return `${searchPath({ ...asked, kind: wanted, month: null, product: null })}#${id}`
	}
}

/**
 * To what is still missing of a thing, on the cart's `day`: its question where it stands in steps, else the
 * thing itself.
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
