import { useLayoutEffect, useRef } from 'react'
import { useFetchers, useNavigationType } from 'react-router'

import * as styles from '#app/routes/shop/coming.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import type { ThingView } from '#app/routes/shop/view/thing-view.ts'

/**
 * True while the next question about a party or a room is being loaded: a first product was chosen, or a first time for
 * it. The content below gives way at the tap, not when the response arrives.
 */
export function useNextStep({ thing }: { thing: ThingView | null }): boolean {
	const { asked } = useShopping()
	const isBooking = useFetchers().some(({ formData }) => formData?.get('intent') === 'book')
	if (!thing) return asked.product !== null
	return isBooking && !thing.offer.chosen
}

/**
 * Scrolls to question 2, the time, and focuses it when a party or a room is chosen; without scripts the link's fragment
 * does so.
 */
export function useNextInSight(thing: ThingView | null) {
	const id = thing?.offer.id ?? null
	const shown = useRef(id)
	const isBack = useNavigationType() === 'POP'
	useLayoutEffect(() => {
		const isOther = shown.current !== id
		shown.current = id
		const when = document.getElementById('when')
		if (!isOther || isBack || !when) return
		if (when.getBoundingClientRect().top > window.innerHeight / 2)
			when.scrollIntoView({ behavior: 'instant', block: 'start' })
		when.focus({ preventScroll: true })
	}, [id, isBack])
}

/** An empty space for the next question, while it is being loaded. */
export function Coming() {
	return <div className={styles.coming} />
}
