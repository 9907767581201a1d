import { useLayoutEffect, useRef } from 'react'
import { useFetchers, useNavigationType } from 'react-router'

import * as styles from '#app/routes/shop/coming.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import type { ThingView } from '#app/routes/shop/view/thing-view.ts'

/**
 * Whether the next question of a party or a room is on its way: a first thing was chosen, or a first time for
 * it. What stands below it gives way in the moment of the tap, not when the answer comes.
 */
export function useNextStep({ thing }: { thing: ThingView | null }): boolean {
	const { asked } = useShopping()
	const isBooking = useFetchers().some(({ formData }) => formData?.get('intent') === 'book')
	if (!thing) return asked.product !== null
	return isBooking && !thing.offer.chosen
}

/** Whoever chooses a thing goes on at question 2; where no scripts run, the fragment of the link leads there. */
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

/** The place of what is on its way. */
export function Coming() {
	return <div className={styles.coming} />
}
