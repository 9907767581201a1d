import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'

import * as styles from '#app/routes/booking/move-days.css.ts'
import { showChosenDay } from '#app/ui/day-strip.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'
import { Sign } from '#app/ui/sign.tsx'

/**
 * A day of the strip from which a booking's new day is chosen, in words: 'Fr', '11', '−36 €', and `spoken` for screen
 * readers. `to` is null where the day cannot be chosen.
 */
export type DayCell = {
	day: string
	weekday: string
	date: string
	word: string
	spoken: string
	to: string | null
	isCurrent: boolean
	isFew: boolean
}

type MoveDaysProps = {
	label: string
	days: readonly DayCell[]
	before: { to: string; label: string } | null
	after: { to: string; label: string } | null
}

/**
 * The strip of days from which a booking's new day is chosen. It scrolls sideways by itself and has links to earlier
 * and later days at its ends.
 */
export function MoveDays({ label, days, before, after }: MoveDaysProps) {
	const list = useRef<HTMLOListElement>(null)
	useLayoutEffect(() => {
		if (list.current) showChosenDay(list.current)
		// Scrolls once for each new list of days, not again while the visitor scrolls.
		// oxlint-disable-next-line react/exhaustive-effect-dependencies
	}, [days])
	return (
		<ol ref={list} role="list" aria-label={label} className={styles.strip}>
			{before && <Turn {...before} arrow={styles.before} />}
			{days.map((cell) => (
				<li key={cell.day} className={styles.place}>
					<Day cell={cell} />
				</li>
			))}
			{after && <Turn {...after} arrow={styles.after} />}
		</ol>
	)
}

function Day({ cell }: { cell: DayCell }) {
	const { weekday, date, word, spoken, to, isCurrent, isFew } = cell
	const words = (
		<>
			<span className={visuallyHidden}>{spoken}</span>
			<span aria-hidden="true" className={styles.weekday}>
				{weekday}
			</span>
			<span aria-hidden="true" className={styles.date}>
				{date}
			</span>
			<span aria-hidden="true" className={isFew ? styles.few : styles.word}>
				{word}
			</span>
		</>
	)
	const current = isCurrent ? 'date' : undefined
	if (to === null)
		return (
			<span aria-current={current} className={styles.dayOff}>
				{words}
			</span>
		)
	return (
		<Link to={to} preventScrollReset aria-current={current} className={styles.day}>
			{words}
		</Link>
	)
}

function Turn({ to, label, arrow }: { to: string; label: string; arrow: string }) {
	return (
		<li className={styles.turn}>
			<Link to={to} aria-label={label} preventScrollReset className={styles.turnLink}>
				<Sign name="arrowLeft" className={arrow} />
			</Link>
		</li>
	)
}
