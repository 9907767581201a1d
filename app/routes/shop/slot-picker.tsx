import { Link } from 'react-router'

import type { Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { DurationView } from '#app/routes/shop/offer-view.ts'
import type { WayOut } from '#app/routes/shop/ways.ts'
import type { Slot } from '#app/models/offer/slots.ts'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import * as styles from '#app/routes/shop/slot-picker.css.ts'
import { WaysOut } from '#app/routes/shop/ways-out.tsx'
import { Chip, Chips } from '#app/ui/chip.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

type SlotPickerProps = {
	durations: readonly DurationView[]
	slots: readonly Slot[]
	/** Why there is nothing to choose, or why the chosen time is none. */
	problem: Message | null
	alternatives: readonly WayOut[]
}

/** Question 2: when, and for how long. */
export function SlotPicker({ durations, slots, problem, alternatives }: SlotPickerProps) {
	const { t } = useI18n()
	const { search } = useShopping()
	const linkTo = useSearchLink('time')
	const coming = slots.filter(({ mark }) => mark !== 'past')
	const isLate = coming.length > 0 && coming.length < slots.length
	return (
		<Panel id="time" number={2} title={t('shop.steps.time')} aria-label={t('shop.steps.time')}>
			<div className={styles.parts}>
				<Chips label={t('shop.time.durations')}>
					{durations.map(({ value, label }) => (
						<li key={value}>
							<Chip to={linkTo({ duration: value })} current={value === search.duration}>
								{label}
							</Chip>
						</li>
					))}
				</Chips>
				{coming.length > 0 && (
					<ul role="list" aria-label={t('shop.time.slots')} className={styles.slots}>
						{coming.map((slot) => (
							<li key={slot.time}>
								<SlotChoice slot={slot} />
							</li>
						))}
					</ul>
				)}
				{isLate && <p className={styles.note}>{t('shop.time.earlierGone')}</p>}
				{problem && (
					<p className={styles.problem}>
						<Sentence of={problem} />
					</p>
				)}
				<WaysOut ways={alternatives} anchor="time" showDay />
			</div>
		</Panel>
	)
}

function SlotChoice({ slot: { time, left, mark } }: { slot: Slot }) {
	const { t } = useI18n()
	const { search } = useShopping()
	const linkTo = useSearchLink('offers')
	const isChosen = time === search.time
	if (mark === 'full') {
		return (
			<span className={styles.slotOff} aria-current={isChosen ? 'time' : undefined}>
				<span className={styles.time}>{time}</span>
				<small>{left > 0 ? t('shop.time.tooFew', { count: left }) : t('shop.time.full')}</small>
			</span>
		)
	}
	return (
		<Link
			to={linkTo({ time })}
			preventScrollReset
			aria-current={isChosen ? 'time' : undefined}
			className={styles.slot[mark === 'few' ? 'few' : 'free']}
		>
			<span className={styles.time}>{time}</span>
			<small>{t('shop.time.left', { count: left })}</small>
		</Link>
	)
}
