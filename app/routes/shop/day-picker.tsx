import type { FormEvent, ReactNode, SubmitEvent } from 'react'
import { Form, Link } from 'react-router'

import { useFollowingForm } from '#app/forms/following-form.ts'
import { QuantityField } from '#app/forms/quantity-field.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import type { Locale, Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Search } from '#app/models/offer/search.ts'
import { weekdayNames } from '#app/models/venue/date-format.ts'
import { monthOf } from '#app/models/venue/month.ts'
import type { MonthView, OpeningView, StripView } from '#app/routes/shop/calendar-view.ts'
import { CountedGuests } from '#app/routes/shop/counted-guests.tsx'
import * as styles from '#app/routes/shop/day-picker.css.ts'
import { DayKey, Strip } from '#app/routes/shop/day-strip.tsx'
import { MonthCalendar } from '#app/routes/shop/month-calendar.tsx'
import type { OfferView } from '#app/routes/shop/offer-view.ts'
import { Opening } from '#app/routes/shop/opening.tsx'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import type { ThingView } from '#app/routes/shop/thing-view.ts'
import { WaysOut } from '#app/routes/shop/ways-out.tsx'
import type { WayOut } from '#app/routes/shop/ways.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

/** First and last day that can be asked for, and how many guests. */
type Bounds = { first: string; last: string; guests: number }

export type DayPickerProps = {
	strip: StripView
	month: MonthView | null
	/** What the words of the calendar are about; null: coming in at all. */
	product: { id: string; name: string } | null
	opening: OpeningView
	problem: Message | null
	/** A day that was asked for and is not shown: it is over, or too far ahead. */
	otherDay: string | null
	/** What was chosen first. */
	thing: ThingView | null
	/** As typed, and why it is no number of guests. */
	guests: { typed: string | null; problem: Message | null }
	bounds: Bounds
	isOpen: boolean
	offers: readonly Pick<OfferView, 'isTaxed'>[]
	/** Other days, when this one will not do, and where on the page they lead. */
	alternatives: readonly WayOut[]
	anchor: string
}

/** Question 1: which day, how many guests. */
export function DayPicker(props: DayPickerProps) {
	const { t } = useI18n()
	const { bounds, month } = props
	return (
		<Panel
			id="day"
			number={1}
			title={t('shop.steps.day')}
			aria-label={t('shop.steps.day')}
			aside={<Shortcuts first={bounds.first} isMonth={month !== null} />}
		>
			<DayQuestions {...props} />
		</Panel>
	)
}

/** Links, a calendar and a plain form all lead to the same address. */
export function DayQuestions(props: DayPickerProps) {
	const { t, locale } = useI18n()
	const { search, asked } = useShopping()
	const linkTo = useSearchLink('day')
	const { strip, product, thing, problem, otherDay } = props
	const month = asked.month === null ? null : (props.month ?? emptyMonth(locale))
	const isForOne = product !== null && search.kind === 'play'
	/** Days have no marks or prices of their own for a party or a room that is not chosen yet. */
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
					<DayKey saysVat={!props.isOpen && props.offers.every(({ isTaxed }) => isTaxed)} />
				</>
			)}
			<DayForm {...props}>
				{thing?.offer.perGuest && <CountedGuests {...thing.offer} />}
				<Opening opening={props.opening} />
			</DayForm>
			{problem && otherDay === null && <Alert kind="warning" title={<Sentence of={problem} />} />}
			{!props.isOpen && <WaysOut ways={props.alternatives} anchor={props.anchor} showDay />}
		</div>
	)
}

/** In place of the month that is on its way: as tall at once as that will be. */
function emptyMonth(locale: Locale): MonthView {
	const weekdays = weekdayNames(locale)
	const weeks = Array.from({ length: 6 }, () => weekdays.map(() => null))
	return { title: '', weekdays, weeks, before: null, after: null }
}

/** Today, and the calendar in the place of the strip or the other way round. */
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

/** The second way in, by typing; the guests take effect by themselves where scripts run. */
type DayFormProps = Pick<DayPickerProps, 'bounds' | 'guests' | 'problem' | 'otherDay'> & {
	children: ReactNode
}

function DayForm({ bounds, guests, problem, otherDay, children }: DayFormProps) {
	const { t } = useI18n()
	const { asked, askForGuests, askFor } = useShopping()
	const shownGuests = guests.problem ? (guests.typed ?? '') : String(asked.guests)
	const shownDay = otherDay ?? asked.day
	const saved = { guests: shownGuests, day: shownDay }
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
				field={{
					...field('day', shownDay),
					errors: problem && otherDay !== null ? [problem] : undefined,
				}}
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
			<Kept asked={asked} />
			<div className={styles.send}>
				{children}
				<Button variant="ghost">{t('shop.day.show')}</Button>
			</div>
		</Form>
	)
}

/** What else was asked for. */
function Kept({ asked }: { asked: Search }) {
	return (
		<>
			<input type="hidden" name="kind" value={asked.kind} />
			<input type="hidden" name="duration" value={asked.duration} />
			{asked.time && <input type="hidden" name="time" value={asked.time} />}
			{asked.month && <input type="hidden" name="month" value={asked.month} />}
			{asked.product && <input type="hidden" name="product" value={asked.product} />}
		</>
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
