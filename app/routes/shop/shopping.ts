import { createContext, use, useSyncExternalStore } from 'react'

import type { Locale } from '#app/i18n/i18n.ts'
import { searchPath, type Search } from '#app/models/offer/search.ts'

/** What every part of the start page needs to know. */
export type Shopping = {
	locale: Locale
	search: Search
	/** The cart's, 0 while there is none: forms carry it. */
	version: number
	/** What the first cart shall be called; null once there is one. */
	newCart: string | null
	/** Says a sentence to whoever does not see it. */
	announce: (sentence: string) => void
}

export const ShoppingContext = createContext<Shopping | null>(null)

export function useShopping(): Shopping {
	const shopping = use(ShoppingContext)
	if (!shopping) throw new Error('only on the start page')
	return shopping
}

/** Addresses of the page in another state. The month closes unless it is asked for. */
export function useSearchLink(anchor: string): (changes: Partial<Search>) => string {
	const { search } = useShopping()
	const fragment = useFragment(anchor)
	return (changes) => searchPath({ ...search, month: null, ...changes }) + fragment
}

/** Where scripts run, the page stays where it is; without them the fragment brings the visitor back there. */
export function useFragment(anchor: string): string {
	const isHydrated = useSyncExternalStore(never, yes, no)
	return isHydrated ? '' : `#${anchor}`
}

function never() {
	return () => {}
}

function yes() {
	return true
}

function no() {
	return false
}
