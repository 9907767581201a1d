import { useId } from 'react'
import { Link } from 'react-router'

import type { ToDo } from '#app/models/day-sheet/to-do.ts'
import { euros } from '#app/models/money.ts'
import { formatTime } from '#app/models/venue/date-format.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import * as styles from '#desk/routes/day/today.css.ts'
import { Icon } from '#desk/ui/icon.tsx'

/** The list of what staff have to do on a day, each entry a link to the page where it is done. */
export function ToDoList({ toDo, at }: { toDo: ToDo[]; at: Date }) {
	const { t } = useDeskI18n()
	const heading = useId()
	return (
		<section data-screen-only aria-labelledby={heading} className={styles.toDo}>
			<h2 id={heading}>
				<Icon name="warning" />
				{t('today.toDo.heading')}
			</h2>
			<ul role="list">
				{toDo.map((it) => (
					<li key={JSON.stringify(it)}>
						<Task {...it} at={at} />
					</li>
				))}
			</ul>
		</section>
	)
}

function Task({ at, ...it }: ToDo & { at: Date }) {
	const { t, locale } = useDeskI18n()
	const booking = `/bookings/${it.number}`
	switch (it.kind) {
		case 'rest': {
			const { name, leaves, left } = it
			const time = formatTime(leaves, locale)
			const key = leaves > at ? 'today.toDo.leaves' : 'today.toDo.left'
			return (
				<Link to={`${booking}/rest#form`}>
					<b>{t(key, { name, time })}</b> {t('today.toDo.rest', { amount: euros(left, locale) })}
				</Link>
			)
		}
		case 'paymentEnds': {
			const { name, until, amount } = it
			const ends = { time: formatTime(until, locale), amount: euros(amount, locale) }
			return (
				<Link to={booking}>
					<b>{t('today.toDo.pays', { name })}</b> {t('today.toDo.until', ends)}
				</Link>
			)
		}
		case 'letter': {
			return (
				<Link to={booking}>
					<b>{t('today.toDo.letter')}</b> {it.name}
				</Link>
			)
		}
		case 'concern': {
			const { about, name, amount } = it
			return (
				<Link to={booking}>
					<b>{t(`today.toDo.${about}`)}</b>{' '}
					{t('today.toDo.who', { name, amount: euros(amount, locale) })}
				</Link>
			)
		}
	}
}
