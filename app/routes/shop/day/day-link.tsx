import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { guestsId } from '#app/routes/shop/day/day-form.tsx'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import type { DayView } from '#app/routes/shop/view/calendar-view.ts'

type DayLinkProps = {
	day: DayView
	styles: { day: string; dearDay: string; dayOff: string }
	/**
	 * The id of the next question: the fragment of the link without scripts, and where the focus of keyboard users goes.
	 */
	then: string
	children: ReactNode
}

/** A day of the strip or the month: a link where it can be chosen, marked as current when it is chosen. */
export function DayLink({ day: { day, mark, isDear }, styles, then, children }: DayLinkProps) {
	const { search } = useShopping()
	const linkTo = useSearchLink(then)
	const current = day === search.day ? 'date' : undefined
	const isOpen = ['free', 'few', 'full', 'phone'].includes(mark)
	if (!isOpen) {
		return (
			<span className={styles.dayOff} aria-current={current}>
				{children}
			</span>
		)
	}
	return (
		<Link
			to={linkTo({ day })}
			preventScrollReset
			// For a party the question of guests stands between the day and the times.
			data-then={search.kind === 'party' ? guestsId : then}
			aria-current={current}
			className={isDear ? styles.dearDay : styles.day}
		>
			{children}
		</Link>
	)
}
