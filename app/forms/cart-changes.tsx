import { createContext, use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useFetchers, useRevalidator } from 'react-router'

import { messagesOf, type CartAnswer } from '#app/forms/cart-answer.ts'
import { useUnsaved, type Unsaved } from '#app/forms/unsaved.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import type { CartView } from '#app/ui/order/cart-view.ts'
import * as pages from '#app/ui/page.css.ts'
import { sentence } from '#app/ui/sentence.tsx'

/** The state that all forms of a page that change the cart share. */
type Changes = {
	/** The cart's version, 0 while there is none: forms carry it. */
	version: number
	/** The name that the first cart will have; null once there is a cart. */
	newCart: string | null
	/** The path a change leads back to. */
	returnTo: string
	/** True from a change until the page shows its result. */
	isBusy: boolean
	/** The refusal of the last change, for pages that show it above their forms. */
	refusal: CartAnswer | null
	setRefusal: (answer: CartAnswer | null) => void
	unsaved: Unsaved
}

const Context = createContext<Changes | null>(null)

export function useCartChanges(): Changes {
	const changes = use(Context)
	if (!changes) throw new Error('forms that change the cart stand within <CartChanges>')
	return changes
}

type CartChangesProps = {
	cart: CartView | null
	returnTo: string
	/** The id of the element that gets the focus when the pressed button has left the page with everything around it. */
	focus: string
	newCart?: string | null
	children: ReactNode
}

/**
 * Surrounds all forms of a page that change the cart: only one change runs at a time, and screen readers hear its
 * result.
 */
export function CartChanges(props: CartChangesProps) {
	const { cart, returnTo, focus, children } = props
	const { t } = useI18n()
	const version = cart?.version ?? 0
	const isBusy = useUnderWay(version)
	// Kept from the first render, so that all presses before the first response name the same cart.
	const [newCart] = useState(props.newCart ?? null)
	const [refusal, setRefusal] = useState<CartAnswer | null>(null)
	const news = useNews(cart)
	const unsaved = useUnsaved()
	useKeptFocus(focus)
	const changes = useMemo(
		() => ({ version, newCart, returnTo, isBusy, refusal, setRefusal, unsaved }),
		[version, newCart, returnTo, isBusy, refusal, unsaved],
	)
	const refused = messagesOf(refusal?.result.error ?? null).map((message) => sentence(t, message))
	return (
		<Context value={changes}>
			<p role="status" className={pages.visuallyHidden}>
				{refused.join(' ') || news}
			</p>
			{children}
		</Context>
	)
}

/**
 * Returns true from the press until the page shows the changed cart. A page that still shows the version before,
 * because its data were requested during the change, reads its data again.
 */
function useUnderWay(version: number): boolean {
	const isSending = useFetchers().some(({ formAction }) => formAction === '/cart')
	const { revalidate } = useRevalidator()
	/** The version that was shown when the change was sent. */
	const [from, setFrom] = useState<number | null>(null)
	if (isSending && from === null) setFrom(version)

	useEffect(() => {
		if (isSending || from === null) return
		if (version === from) void revalidate().finally(() => setFrom(null))
		else setFrom(null)
		// The version is read once, when the change has been answered.
		// oxlint-disable-next-line react/exhaustive-deps
	}, [isSending, from])

	return isSending || from !== null
}

/**
 * Returns the sentence with total, online and on-site sums for screen readers after the version of the cart has
 * changed; empty before the first change.
 */
function useNews(cart: CartView | null): string {
	const { t, locale } = useI18n()
	const [news, setNews] = useState('')
	const seen = useRef(cart?.version ?? 0)
	useEffect(() => {
		if (!cart || cart.version === seen.current) return
		seen.current = cart.version
		const { total, online, onSite } = cart.totals
		setNews(
			t('cart.status', {
				total: euros(total, locale),
				online: euros(online, locale),
				onSite: euros(onSite, locale),
			}),
		)
	}, [cart, locale, t])
	return news
}
