import type { FormEvent, ReactNode, SubmitEvent } from 'react'
import { Form, Link } from 'react-router'

import { useFollowingForm } from '#app/forms/following-form.ts'
import { QuantityField } from '#app/forms/quantity-field.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import type { Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { DayView, MonthView, OpeningView, WeekView } from '#app/routes/shop/calendar-view.ts'
import { DayLink } from '#app/routes/shop/day-link.tsx'
import * as styles from '#app/routes/shop/day-picker.css.ts'
import { MonthCalendar } from '#app/routes/shop/month-calendar.tsx'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Sentence } from '#app/ui/sentence.tsx'
import { Sign } from '#app/ui/sign.tsx'

/** First and last day that can be asked for, and how many guests. */
type Bounds = { first: string; last: string; guests: number }

type DayPickerProps = {
	week: WeekView
	month: MonthView | null
	/** What the words of the calendar are about; null: coming in at all. */
	product: { id: string; name: string } | null
	opening: OpeningView
	problem: Message | null
	/** As typed, and why it is no number of guests. */
	guests: { typed: string | null; problem: Message | null }
	bounds: Bounds
	/** What stands below: other days, when this one will not do. */
	children?: ReactNode
}

/** Question 1: which day, how many guests. Links, a calendar and a plain form all lead to the same address. */
export function DayPicker({
	week,
	month,
	product,
	opening,
	problem,
	guests,
	bounds,
	children,
}: DayPickerProps) {
	const { t } = useI18n()
	const { search } = useShopping()
	const linkTo = useSearchLink('day')
	return (
		<Panel id="day" number={1} title={t('shop.steps.day')} aria-label={t('shop.steps.day')}>
			<div className={styles.parts}>
				<Week week={week}>
					<Chip
						to={linkTo({ day: bounds.first })}
						current={search.day === bounds.first ? 'date' : false}
					>
						{t('shop.day.today')}
					</Chip>
					{month ? (
						<Chip to={linkTo({})}>{t('shop.day.hideMonth')}</Chip>
					) : (
						<Chip to={linkTo({ month: search.day.slice(0, 7) })}>{t('shop.day.showMonth')}</Chip>
					)}
				</Week>
				{product && (
					<p className={styles.product}>
						<span>{t('shop.day.forProduct', { product: product.name })}</span>
						<Chip to={linkTo({ product: null, month: search.month })}>{t('shop.day.forAll')}</Chip>
					</p>
				)}
				{month && <MonthCalendar month={month} />}
				<DayForm bounds={bounds} guests={guests} />
				<Opening opening={opening} />
				{problem && <Alert kind="warning" title={<Sentence of={problem} />} />}
				{children}
			</div>
		</Panel>
	)
}

/** The week with the ways to other weeks; `children`: shortcuts. */
function Week({ week, children }: { week: WeekView; children: ReactNode }) {
	const { t } = useI18n()
	return (
		<div className={styles.week}>
			<Turn day={week.before} label={t('shop.day.weekBefore')} look={styles.before} />
			<ol role="list" aria-label={t('shop.day.week')} className={styles.days}>
				{week.days.map((day) => (
					<li key={day.day}>
						<DayLink day={day} look={styles}>
							<DayWords day={day} />
						</DayLink>
					</li>
				))}
			</ol>
			<div className={styles.row}>{children}</div>
			<Turn day={week.after} label={t('shop.day.weekAfter')} look={styles.after} />
		</div>
	)
}

function Turn({ day, label, look }: { day: string | null; label: string; look: string }) {
	const linkTo = useSearchLink('day')
	if (!day) return <span className={`${styles.turn} ${look}`} />
	return (
		<Link
			to={linkTo({ day })}
			aria-label={label}
			preventScrollReset
			className={`${styles.turnLink} ${look}`}
		>
			<Sign name="arrowLeft" />
		</Link>
	)
}

function DayWords({ day }: { day: DayView }) {
	const { t } = useI18n()
	return (
		<>
			<span className={styles.fullName}>{day.name}: </span>
			<span aria-hidden="true" className={styles.weekday}>
				{day.isToday ? t('common.today') : day.weekday}
			</span>
			<span aria-hidden="true" className={styles.date}>
				{day.date}
			</span>
			<span className={styles.mark[day.mark]}>{t(`shop.marks.${day.mark}`)}</span>
		</>
	)
}

/** The second way in, by typing; the guests take effect by themselves where scripts run. */
function DayForm({ bounds, guests }: Pick<DayPickerProps, 'bounds' | 'guests'>) {
	const { t } = useI18n()
	const { asked, askForGuests, askFor } = useShopping()
	const shownGuests = guests.problem ? (guests.typed ?? '') : String(asked.guests)
	const saved = { guests: shownGuests, day: asked.day }
	const { form, keep, sent, sendSoon } = useFollowingForm(saved)

	function change(event: FormEvent<HTMLFormElement>) {
		const { target } = event
		if (!(target instanceof HTMLInputElement) || target.name !== 'guests') return
		keep(event)
		askForGuests(target.validity.valid ? target.valueAsNumber : null)
		sendSoon()
	}

	function send(event: SubmitEvent<HTMLFormElement>) {
		sent()
		const typed = [...new FormData(event.currentTarget)]
		askFor(`?${new URLSearchParams(typed.map(([name, value]) => [name, String(value)]))}`)
	}

	return (
		<Form
			id="day-form"
			ref={form}
			method="get"
			action="/#day"
			preventScrollReset
			noValidate
			className={styles.form}
			onSubmit={send}
			onChange={change}
		>
			<TextField
				field={field('day', asked.day)}
				label={t('shop.day.date')}
				type="date"
				min={bounds.first}
				max={bounds.last}
			/>
			<QuantityField
				field={{
					...field('guests', shownGuests),
					errors: guests.problem ? [guests.problem] : undefined,
				}}
				label={t('shop.day.guests')}
				max={bounds.guests}
			/>
			<input type="hidden" name="kind" value={asked.kind} />
			<input type="hidden" name="duration" value={asked.duration} />
			{asked.time && <input type="hidden" name="time" value={asked.time} />}
			{asked.month && <input type="hidden" name="month" value={asked.month} />}
			{asked.product && <input type="hidden" name="product" value={asked.product} />}
			<Button variant="ghost">{t('shop.day.show')}</Button>
		</Form>
	)
}

function field(name: string, initialValue: string) {
	const id = `day-form-${name}`
	return {
		id,
		name,
		formId: 'day-form',
		errorId: `${id}-error`,
		descriptionId: `${id}-hint`,
		errors: undefined,
		initialValue,
	}
}

function Opening({ opening: { name, hours, kind, label } }: { opening: OpeningView }) {
	const { t } = useI18n()
	const word = t(`calendar.${kind}`)
	return (
		<p className={styles.opening}>
			<strong>{name}</strong>
			<span>{hours ? t('shop.day.hours', { kind: word, hours }) : word}</span>
			{label && <Badge>{label}</Badge>}
		</p>
	)
}
