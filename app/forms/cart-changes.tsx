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

/** What the forms that change the cart share on one page. */
type Changes = {
	/** The cart's, 0 while there is none: forms carry it. */
	version: number
	/** What the first cart shall be called; null once there is one. */
	newCart: string | null
	/** The path a change leads back to. */
	returnTo: string
	/** A change is under way, or the page does not show yet what it did. */
	isBusy: boolean
	/** Why the last change was refused, for pages that say it above their forms. */
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
	/** Id of what takes the focus when all that was pressed has gone. */
	focus: string
	newCart?: string | null
	children: ReactNode
}

/** Around all that changes the cart: one change at a time, and what came of it is said aloud. */
export function CartChanges(props: CartChangesProps) {
	const { cart, returnTo, focus, children } = props
	const { t } = useI18n()
	const version = cart?.version ?? 0
	const isBusy = useUnderWay(version)
	// As the page came: whatever is pressed on it before an answer came means the same cart.
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
 * From the press until the page shows the cart as it is then. A page that was asked for while the change was
 * under way may have read the cart before it: then the page is read again.
 */
function useUnderWay(version: number): boolean {
	const isSending = useFetchers().some(({ formAction }) => formAction === '/cart')
	const { revalidate } = useRevalidator()
	/** The version that was shown when the change went out. */
	const [from, setFrom] = useState<number | null>(null)
	if (isSending && from === null) setFrom(version)

	useEffect(() => {
		if (isSending || from === null) return
		if (version === from) void revalidate().finally(() => setFrom(null))
		else setFrom(null)
		// The version is looked at once, when the change has been answered.
		// oxlint-disable-next-line react/exhaustive-deps
	}, [isSending, from])

	return isSending || from !== null
}

/** After a change the sums in words. */
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
