import type { FormEvent, ReactNode, SubmitEvent } from 'react'
import { Form, Link } from 'react-router'

import { useFollowingForm } from '#app/forms/following-form.ts'
import { QuantityField } from '#app/forms/quantity-field.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import type { Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { DayView, MonthView, OpeningView, StripView } from '#app/routes/shop/calendar-view.ts'
import { euros } from '#app/models/money.ts'
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
	strip: StripView
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
	strip,
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
		<Panel
			id="day"
			number={1}
			title={t('shop.steps.day')}
			aria-label={t('shop.steps.day')}
			aside={<Shortcuts first={bounds.first} isMonth={month !== null} />}
		>
			<div className={styles.parts}>
				{product && (
					<p className={styles.product}>
						<span>{t('shop.day.forProduct', { product: product.name })}</span>
						<Chip to={linkTo({ product: null, month: search.month })}>{t('shop.day.forAll')}</Chip>
					</p>
				)}
				{month ? <MonthCalendar month={month} /> : <Strip strip={strip} />}
				<DayKey />
				<DayForm bounds={bounds} guests={guests}>
					<Opening opening={opening} />
				</DayForm>
				{problem && <Alert kind="warning" title={<Sentence of={problem} />} />}
				{children}
			</div>
		</Panel>
	)
}

/** Today, and the calendar in the place of the strip or the other way round. */
function Shortcuts({ first, isMonth }: { first: string; isMonth: boolean }) {
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
				to={linkTo(isMonth ? {} : { month: search.day.slice(0, 7) })}
				preventScrollReset
				className={styles.shortcut}
			>
				{t(isMonth ? 'shop.day.hideMonth' : 'shop.day.showMonth')}
			</Link>
		</p>
	)
}

/** Fourteen days; it scrolls in itself, and at its ends stand the ways to other weeks. */
function Strip({ strip }: { strip: StripView }) {
	const { t } = useI18n()
	return (
		<ol role="list" aria-label={t('shop.day.strip')} className={styles.strip}>
			{strip.before && (
				<Turn day={strip.before} label={t('shop.day.weekBefore')} look={styles.before} />
			)}
			{strip.days.map((day) => (
				<li key={day.day} className={styles.place}>
					<DayLink day={day} look={look}>
						<DayWords day={day} />
					</DayLink>
				</li>
			))}
			{strip.after && (
				<Turn day={strip.after} label={t('shop.day.weekAfter')} look={styles.after} />
			)}
		</ol>
	)
}

function Turn({ day, label, look }: { day: string; label: string; look: string }) {
	const linkTo = useSearchLink('day')
	return (
		<li className={styles.turn}>
			<Link to={linkTo({ day })} aria-label={label} preventScrollReset className={styles.turnLink}>
				<Sign name="arrowLeft" className={look} />
			</Link>
		</li>
	)
}

const look = { day: styles.day, dearDay: styles.dearDay, dayOff: styles.dayOff }

function DayWords({ day }: { day: DayView }) {
	const { t } = useI18n()
	const { locale } = useShopping()
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
				{day.date}
			</span>
			<span aria-hidden="true" className={styles.mark[mark]}>
				{mark === 'free' && amount ? amount : t(`shop.shortMarks.${mark}`)}
			</span>
		</>
	)
}

/** What the edge of a day means, in words. */
function DayKey() {
	const { t } = useI18n()
	return (
		<ul role="list" className={styles.key}>
			<li className={styles.keyItem}>
				<span className={styles.plainEdge} />
				{t('shop.day.plain')}
			</li>
			<li className={styles.keyItem}>
				<span className={styles.dearEdge} />
				{t('shop.day.dear')}
			</li>
		</ul>
	)
}

/** The second way in, by typing; the guests take effect by themselves where scripts run. */
type DayFormProps = Pick<DayPickerProps, 'bounds' | 'guests' | 'children'>

function DayForm({ bounds, guests, children }: DayFormProps) {
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
			<div className={styles.send}>
				{children}
				<Button variant="ghost">{t('shop.day.show')}</Button>
			</div>
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
