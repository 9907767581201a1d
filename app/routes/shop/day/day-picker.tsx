import { Link } from 'react-router'

import type { Locale, Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { weekdayNames } from '#app/models/venue/date-format.ts'
import { monthOf } from '#app/models/venue/month.ts'
import { DayForm, type Bounds } from '#app/routes/shop/day/day-form.tsx'
import * as styles from '#app/routes/shop/day/day-picker.css.ts'
import { DayKey, Strip } from '#app/routes/shop/day/day-strip.tsx'
import { MonthCalendar } from '#app/routes/shop/day/month-calendar.tsx'
import { WaysOut } from '#app/routes/shop/day/ways-out.tsx'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import type { MonthView, OpeningView, StripView } from '#app/routes/shop/view/calendar-view.ts'
import type { OfferView } from '#app/routes/shop/view/offer-view.ts'
import type { ThingView } from '#app/routes/shop/view/thing-view.ts'
import type { WayOut } from '#app/routes/shop/view/ways.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { LinkedText, Sentence } from '#app/ui/sentence.tsx'

export type DayPickerProps = {
	strip: StripView
	month: MonthView | null
	/** The product that the calendar's marks and prices are for; null when they are for the entry to the park. */
	product: { id: string; name: string } | null
	opening: OpeningView
	problem: Message | null
	/** The day asked for, when it cannot be shown because it is over or too far ahead; else null. */
	otherDay: string | null
	/** The party or room that was chosen before the day; null without one. */
	thing: ThingView | null
	/** The number of guests as typed, and the reason why it is refused; null each where there is none. */
	guests: { typed: string | null; problem: Message | null }
	bounds: Bounds
	isOpen: boolean
	offers: readonly Pick<OfferView, 'isTaxed'>[]
	/**
	 * Other days with room when the chosen day has none; `anchor` is the id of the part of the page that their links lead
	 * to.
	 */
	alternatives: readonly WayOut[]
	anchor: string
}

/** The panel of question 1 of a visit: the day and the number of guests. */
export function DayPicker(props: DayPickerProps) {
	const { t } = useI18n()
	return (
		<Panel
			id="day"
			number={1}
			title={t('shop.steps.day')}
			aria-label={t('shop.steps.day')}
			aside={<Shortcuts first={props.bounds.first} isMonth={props.month !== null} />}
		>
			<DayQuestions {...props} />
		</Panel>
	)
}

/**
 * The calendar and the form for a day, with links to other days when the chosen one cannot be booked. Calendar and form
 * lead to the same addresses.
 */
export function DayQuestions(props: DayPickerProps) {
	const { t, locale } = useI18n()
	const { search, asked } = useShopping()
	const linkTo = useSearchLink('day')
	const { strip, product, thing, problem, otherDay, isOpen } = props
	const party = thing?.offer.perGuest ? thing.offer : null
	const month = asked.month === null ? null : (props.month ?? emptyMonth(locale))
	const isForOne = product !== null && search.kind === 'play'
	/** False while a party or a room is not chosen yet: days have neither marks nor prices then. */
	const hasCalendar = product !== null || search.kind === 'play'
	return (
		<div className={styles.parts}>
			{isForOne && (
				<p className={styles.product}>
					<span>{t('shop.day.forProduct', { product: product.name })}</span>
					<Chip to={linkTo({ product: null, month: search.month })}>{t('shop.day.forAll')}</Chip>
				</p>
			)}
			{hasCalendar && (
				<>
					{month ? <MonthCalendar month={month} /> : <Strip strip={strip} />}
					<DayKey
						dear={strip.dear}
						saysVat={!isOpen && props.offers.every(({ isTaxed }) => isTaxed)}
					/>
				</>
			)}
			{party?.counts && <p className={styles.counts}>{party.counts}</p>}
			<DayForm {...props} party={party}>
				<Opening opening={props.opening} />
			</DayForm>
			{problem && otherDay === null && <Alert kind="warning" title={<Sentence of={problem} />} />}
			{!isOpen && <WaysOut ways={props.alternatives} anchor={props.anchor} showDay />}
		</div>
	)
}

/** Returns an empty month, as tall as a full one, which is shown while the month is being loaded. */
function emptyMonth(locale: Locale): MonthView {
	const weekdays = weekdayNames(locale)
	const weeks = Array.from({ length: 6 }, () => weekdays.map(() => null))
	return { month: null, title: '', weekdays, weeks, before: null, after: null }
}

/** The links above the calendar: to today, and from the strip of days to the month or back. */
export function Shortcuts({ first, isMonth }: { first: string; isMonth: boolean }) {
	const { t } = useI18n()
	const { search } = useShopping()
	const linkTo = useSearchLink('day')
	return (
		<p className={styles.shortcuts}>
			<Link
				to={linkTo({ day: first })}
				preventScrollReset
				aria-current={search.day === first ? 'date' : undefined}
				className={styles.shortcut}
			>
				{t('shop.day.today')}
			</Link>
			<Link
				to={linkTo(isMonth ? {} : { month: monthOf(search.day) })}
				preventScrollReset
				className={styles.shortcut}
			>
				{t(isMonth ? 'shop.day.hideMonth' : 'shop.day.showMonth')}
			</Link>
		</p>
	)
}

/** Shows the opening hours of the chosen day, and the reason when they are unusual. */
function Opening({ opening: { name, hours, kind, label } }: { opening: OpeningView }) {
	const { t } = useI18n()
	const word = t(`calendar.${kind}`)
	return (
		<p className={styles.opening}>
			<strong>
				<KeptTogether text={name} />
			</strong>
			<span>
				{hours ? (
					<LinkedText text={t('shop.day.hours', { kind: word, hours })}>
						{(words) => <span className={styles.hours}>{words}</span>}
					</LinkedText>
				) : (
					word
				)}
			</span>
			{label && <Badge>{label}</Badge>}
		</p>
	)
}
