import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'

import * as styles from '#app/routes/booking/move-days.css.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'
import { Sign } from '#app/ui/sign.tsx'

/** A day to move to, in words: 'Fr', '11', '−36 €', and as it is spoken. `to` is null where nothing is free. */
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

/** A strip of days that scrolls by itself, with links to those before and after at its ends. */
export function MoveDays({ label, days, before, after }: MoveDaysProps) {
	const list = useRef<HTMLOListElement>(null)
	useLayoutEffect(() => {
		const chosen = list.current?.querySelector<HTMLElement>('[aria-current]')
		if (list.current && chosen)
			list.current.scrollLeft = Math.max(0, chosen.offsetLeft - list.current.clientWidth / 3)
		// Once for each choice.
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
	if (to === null) return <span className={styles.dayOff}>{words}</span>
	return (
		<Link
			to={to}
			preventScrollReset
			aria-current={isCurrent ? 'date' : undefined}
			className={styles.day}
		>
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
