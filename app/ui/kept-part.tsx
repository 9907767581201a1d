import { createContext, createElement, use, type ReactNode } from 'react'

import { useI18n } from '#app/i18n/use-i18n.ts'

/** The parts of the page that is being made on a server; nobody gives it in browsers. */
export type PageParts = {
	/** Where the part that is made of `key` goes, and whether it has to be made. */
	place: (key: string) => { number: number; isKept: boolean }
}

export const PagePartsContext = createContext<PageParts | null>(null)

type KeptPartProps = {
	/** All that the part is made of besides the language: plain data. Null: of more than that, make it each time. */
	of: readonly unknown[] | null
	/** One element. Its pictures are lazy: what hurries stands in the head of the page too. */
	children: ReactNode
}

/**
 * A part that many pages have alike: a server makes it once and puts it into each (record 027). A part within a
 * part is both a piece of it and one of its own: what is new about a list are few of its rows.
 */
function PartOfPages({ of, children }: KeptPartProps) {
	const { locale } = useI18n()
	const parts = use(PagePartsContext)
	if (!parts || !of) return children
	const { number, isKept } = parts.place(JSON.stringify([locale, ...of]))
	return createElement('kept-part', { n: number }, isKept ? null : children)
}

export const KeptPart = import.meta.env.SSR
	? PartOfPages
	: ({ children }: KeptPartProps) => children
