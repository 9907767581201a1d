import { Link } from 'react-router'

import type { Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Slot } from '#app/models/offer/slots.ts'
import { ByPhone } from '#app/routes/shop/day/by-phone.tsx'
import { Durations } from '#app/routes/shop/day/durations.tsx'
import * as styles from '#app/routes/shop/day/slot-picker.css.ts'
import { StillInCart } from '#app/routes/shop/day/still-in-cart-line.tsx'
import { WaysOut } from '#app/routes/shop/day/ways-out.tsx'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import type { DurationView } from '#app/routes/shop/view/duration-view.ts'
import type { WayOut } from '#app/routes/shop/view/ways.ts'
import { isWorthCounting } from '#app/routes/shop/view/worth-counting.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Sentence } from '#app/ui/sentence.tsx'
import * as times from '#app/ui/times-of-day.css.ts'
import { TimesOfDay } from '#app/ui/times-of-day.tsx'

type SlotPickerProps = {
	/** True when the notice on the cart's day already says what the cart holds. */
	isOtherDay: boolean
	durations: readonly DurationView[]
	slots: readonly Slot[]
	/** The reason why no time can be chosen, or why the chosen one cannot be had; null without one. */
	problem: Message | null
	alternatives: readonly WayOut[]
}

/** The panel of question 2 of a visit: the duration and the start time. */
export function SlotPicker(props: SlotPickerProps) {
	const { isOtherDay, durations, slots, problem, alternatives } = props
	const { t } = useI18n()
	const coming = slots.filter(({ mark }) => mark !== 'past')
	const isLate = coming.length > 0 && coming.length < slots.length
	return (
		<Panel
			id="time"
			tabIndex={-1}
			number={2}
			title={t('shop.steps.time')}
			aria-label={t('shop.steps.time')}
		>
			<div className={styles.parts}>
				<Durations lengths={durations} />
				{coming.length > 0 && (
					<TimesOfDay id="time" label={t('shop.time.slots')} times={coming}>
						{(slot) => <SlotChoice slot={slot} />}
					</TimesOfDay>
				)}
				{!isOtherDay && <StillInCart />}
				{isLate && <p className={styles.note}>{t('shop.time.earlierGone')}</p>}
				{coming.some(({ mark }) => mark === 'phone') && <ByPhone />}
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
	const linkTo = useSearchLink('tickets')
	const isChosen = time === search.time
	if (mark === 'full' || mark === 'phone') {
		const full = left > 0 ? t('shop.time.tooFew', { count: left }) : t('shop.time.full')
		return (
			<span className={times.timeOff} aria-current={isChosen ? 'time' : undefined}>
				<span className={times.time}>{time}</span>
				<small>{mark === 'phone' ? t('shop.time.byPhone') : full}</small>
			</span>
		)
	}
	return (
		<Link
			to={linkTo({ time })}
			preventScrollReset
			data-then="tickets"
			aria-current={isChosen ? 'time' : undefined}
			className={times.timeOn}
		>
			<span className={times.time}>{time}</span>
			{isWorthCounting(left) && <small>{t('shop.time.left', { count: left })}</small>}
		</Link>
	)
}
