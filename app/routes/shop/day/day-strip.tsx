import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import type { Search } from '#app/models/offer/search.ts'
import { DayLink } from '#app/routes/shop/day/day-link.tsx'
import * as styles from '#app/routes/shop/day/day-picker.css.ts'
import { joinedDays } from '#app/routes/shop/day/joined-days.ts'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import type { DayView, StripView } from '#app/routes/shop/view/calendar-view.ts'
import { showChosenDay } from '#app/ui/day-strip.ts'
import { Sign } from '#app/ui/sign.tsx'

/** A strip of fourteen days that scrolls sideways by itself, with links to the week before and after at its ends. */
export function Strip({ strip }: { strip: StripView }) {
	const { t } = useI18n()
	const { search } = useShopping()
	const { days, before } = useSteady(strip, search)
	const list = useRef<HTMLOListElement>(null)
	useLayoutEffect(() => {
		if (list.current) showChosenDay(list.current)
		// Scrolls once for each chosen day, not at each new strip.
		// oxlint-disable-next-line react/exhaustive-effect-dependencies
	}, [search.day])
	return (
		<ol ref={list} role="list" aria-label={t('shop.day.strip')} className={styles.strip}>
			{before && <Turn day={before} label={t('shop.day.weekBefore')} arrow={styles.before} />}
			{days.map((day) => (
				<li key={day.day} className={styles.place}>
					<DayLink day={day} styles={dayStyles} then="time">
						<DayWords day={day} />
					</DayLink>
				</li>
			))}
			{strip.after && (
				<Turn day={strip.after} label={t('shop.day.weekAfter')} arrow={styles.after} />
			)}
		</ol>
	)
}

/**
 * Returns the days of the strip and the link before them. They stay in place under the finger while only another day is
 * asked for (faults N44).
 */
function useSteady(strip: StripView, search: Search): Pick<StripView, 'days' | 'before'> {
	const about = [search.kind, search.product, search.guests, search.duration].join()
	const [shown, setShown] = useState({ strip, about, days: strip.days, before: strip.before })
	if (shown.strip === strip) return shown
	const days = shown.about === about ? joinedDays(shown.days, strip.days) : strip.days
	const before = days[0]?.day === strip.days[0]?.day ? strip.before : shown.before
	setShown({ strip, about, days, before })
	return { days, before }
}

function Turn({ day, label, arrow }: { day: string; label: string; arrow: string }) {
	const linkTo = useSearchLink('day')
	return (
		<li className={styles.turn}>
			<Link to={linkTo({ day })} aria-label={label} preventScrollReset className={styles.turnLink}>
				<Sign name="arrowLeft" className={arrow} />
			</Link>
		</li>
	)
}

const dayStyles = { day: styles.day, dearDay: styles.dearDay, dayOff: styles.dayOff }

function DayWords({ day }: { day: DayView }) {
	const { t, locale } = useI18n()
	const { mark, price } = day
	const amount = price === null ? null : euros(price, locale)
	const word = t(`shop.marks.${mark}`)
	return (
		<>
			<span className={styles.fullName}>
				{amount
					? t('shop.day.spokenPrice', { name: day.name, word, price: amount })
					: t('shop.day.spoken', { name: day.name, word })}
			</span>
			<span aria-hidden="true" className={styles.weekday}>
				{day.isToday ? t('common.today') : day.weekday}
			</span>
			<span aria-hidden="true" className={styles.date}>
				{Number(day.day.slice(8))}
			</span>
			<span aria-hidden="true" className={styles.mark[mark]}>
				{mark === 'free' && amount ? amount : t(`shop.shortMarks.${mark}`)}
			</span>
		</>
	)
}

/**
 * The legend of the days' edges; `dear` names the days with weekend prices. `saysVat` adds the note on VAT where
 * nothing else on the page has it.
 */
export function DayKey({ dear, saysVat }: { dear: string; saysVat: boolean }) {
	const { t } = useI18n()
	return (
		<ul role="list" className={styles.key}>
			<li className={styles.keyItem}>
				<span className={styles.plainEdge} />
				{t('shop.day.plain')}
			</li>
			<li className={styles.keyItem}>
				<span className={styles.dearEdge} />
				{dear}
			</li>
			{saysVat && <li className={styles.keyItem}>{t('cart.vatNote')}</li>}
		</ul>
	)
}
