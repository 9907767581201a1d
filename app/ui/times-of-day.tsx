import type { ReactNode } from 'react'

import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/ui/times-of-day.css.ts'

type TimesOfDayProps<Time extends { time: string }> = {
	/** The prefix of the headings' ids; not `useId`, which depends on the place in the page and would prevent caching. */
	id: string
	label: string
	times: readonly Time[]
	/** True when each time shows its end, too. */
	isWide?: boolean
	children: (time: Time) => ReactNode
}

/** Lists start times by morning, afternoon and evening; a part of the day without times is left out. */
export function TimesOfDay<Time extends { time: string }>({
	id,
	label,
	times,
	isWide = false,
	children,
}: TimesOfDayProps<Time>) {
	const { t } = useI18n()
	return (
		<div role="group" aria-label={label} className={styles.parts}>
			{partsOf(times).map(([part, times]) => (
				<div key={part}>
					<h3 id={`${id}-${part}`} className={styles.title}>
						{t(`shop.time.${part}`)}
					</h3>
					<ul
						role="list"
						aria-labelledby={`${id}-${part}`}
						className={isWide ? styles.wideTimes : styles.times}
					>
						{times.map((time) => (
							<li key={time.time}>{children(time)}</li>
						))}
					</ul>
				</div>
			))}
		</div>
	)
}

const parts = [
	['morning', '00:00', '12:00'],
	['afternoon', '12:00', '17:00'],
	['evening', '17:00', '24:00'],
] as const

function partsOf<Time extends { time: string }>(times: readonly Time[]) {
	return parts
		.map(([part, from, until]) => {
			const own = times.filter(({ time }) => from <= time && time < until)
			return [part, own] as const
		})
		.filter(([, own]) => own.length > 0)
}
