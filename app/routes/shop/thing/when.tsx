import { useLayoutEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'

import { CartForm } from '#app/forms/cart-form.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { guestsFor } from '#app/models/offer/guests.ts'
import { ByPhone } from '#app/routes/shop/day/by-phone.tsx'
import { Durations } from '#app/routes/shop/day/durations.tsx'
import { StillInCart } from '#app/routes/shop/day/still-in-cart-line.tsx'
import { WaysOut } from '#app/routes/shop/day/ways-out.tsx'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import * as styles from '#app/routes/shop/thing/when.css.ts'
import type { ThingView, TimeView } from '#app/routes/shop/view/thing-view.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import type { LineView } from '#app/ui/order/line-view.ts'
import { stepNumber, stack } from '#app/ui/panel.css.ts'
import { Sentence } from '#app/ui/sentence.tsx'
import * as times from '#app/ui/times-of-day.css.ts'
import { TimesOfDay } from '#app/ui/times-of-day.tsx'

type WhenProps = {
	thing: ThingView
	/** The day of the cart in words: 'Samstag, 5. Dezember 2026'. */
	dayName: string | null
	/** True when the cart holds the party or room just as the page shows it. */
	isAnswered: boolean
	children: ReactNode
}

/**
 * The panel of question 2 of a party or room: its time and the number of guests. Once answered, it folds to a sentence
 * with a link that changes the answer, and the next question is in sight.
 */
export function When({ thing, dayName, isAnswered, children }: WhenProps) {
	const { t } = useI18n()
	const { chosen } = thing.offer
	const { isFolded, folds } = useFolding(
		isAnswered,
		chosen && JSON.stringify([dayName, chosen.detail, chosen.quantity]),
	)
	return (
		// A new element for each fold: replacing the question by its sentence counts as no layout shift.
		<section
			key={folds}
			id="when"
			tabIndex={-1}
			aria-label={t('shop.steps.when')}
			className={styles.when}
		>
			<details open={!isFolded}>
				<summary className={styles.summary}>
					<h2 className={styles.title}>
						<span className={stepNumber}>2</span>
						<span>
							{t('shop.steps.when')}
							<small className={styles.thing}>{thing.offer.name}</small>
						</span>
					</h2>
					{chosen && <Answer line={chosen} dayName={dayName} />}
				</summary>
				<div id="day" className={styles.parts}>
					{children}
				</div>
			</details>
		</section>
	)
}

/**
 * Folds question 2 when a party or room is booked, and with scripts scrolls to question 3. Unfolds it as soon as
 * something else is asked for; it then stays open until the next booking, also when the visitor goes back to what is
 * booked.
 */
function useFolding(isAnswered: boolean, booking: string | null) {
	const [fold, setFold] = useState({
		isFolded: isAnswered,
		booking: isAnswered ? booking : null,
		folds: 0,
	})
	const { isFolded, folds } = fold
	if (isAnswered && booking !== fold.booking) setFold({ isFolded: true, booking, folds: folds + 1 })
	else if (booking === null && fold.booking !== null) setFold({ ...fold, isFolded: false, booking })
	else if (!isAnswered && isFolded) setFold({ ...fold, isFolded: false })
	useLayoutEffect(() => {
		const choices = document.getElementById('choices')
		if (folds === 0 || !choices) return
		choices.scrollIntoView({ behavior: 'instant', block: 'start' })
		choices.focus({ preventScroll: true })
	}, [folds])
	return { isFolded, folds }
}

function Answer({ line, dayName }: { line: LineView; dayName: string | null }) {
	const { t } = useI18n()
	return (
		<span className={styles.answer}>
			<span className={styles.booked}>
				<strong>{dayName}</strong>
				<br />
				{line.detail && <KeptTogether text={line.detail} />}
				{line.perGuest && ` · ${t('cart.guestCount', { count: line.quantity })}`}
			</span>
			<span className={styles.change}>{t('shop.when.change')}</span>
		</span>
	)
}

/** Shows a button for each start time, which books the party or room then, or moves the booked one. */
export function ThingTimes({ thing }: { thing: ThingView }) {
	const { t } = useI18n()
	const { asked } = useShopping()
	const { offer, lengths } = thing
	const quantity = offer.perGuest ? guestsFor(offer, asked.guests) : 1
	// A booking that already has this smaller number of guests was confirmed before.
	const isForFewer =
		offer.perGuest && quantity < asked.guests && offer.chosen?.quantity !== quantity
	const areSomeByPhone = thing.times.some(({ isByPhone }) => isByPhone)
	const { instead } = offer
	if (offer.blockedBy && !offer.chosen && !instead) return null
	return (
		<div id="time" tabIndex={-1} className={styles.parts}>
			{lengths.length > 0 && <Durations lengths={lengths} />}
			{instead && <p>{t('shop.instead.note', { name: instead.name })}</p>}
			{thing.times.length > 0 ? (
				<CartForm id={`book-${offer.id}`} anchor="choices" className={stack.sm}>
					{({ pending }) => (
						<>
							<input type="hidden" name="intent" value="book" />
							<input type="hidden" name="product" value={offer.id} />
							<input type="hidden" name="day" value={asked.day} />
							<input type="hidden" name="duration" value={asked.duration} />
							{asked.occasion && <input type="hidden" name="occasion" value={asked.occasion} />}
							{instead && <input type="hidden" name="instead" value={instead.lineId} />}
							<input type="hidden" name="quantity" value={quantity} />
							<TimesOfDay id="time" label={t('shop.time.slots')} times={thing.times} isWide>
								{(time) =>
									isForFewer && time.isFree ? (
										<TimeOfFewer time={time} />
									) : (
										<Time time={time} thing={thing} pending={pending} />
									)
								}
							</TimesOfDay>
							{isForFewer && <FewerGuests thing={thing} count={quantity} pending={pending} />}
						</>
					)}
				</CartForm>
			) : (
				<p className={styles.problem}>
					<Sentence of={{ key: 'errors.noSlots' }} />
				</p>
			)}
			<StillInCart />
			{areSomeByPhone && <ByPhone />}
			{thing.times.length > 0 && thing.times.every(({ isFree }) => !isFree) && (
				<>
					{!areSomeByPhone && <p className={styles.problem}>{t('shop.card.soldOut')}</p>}
					<WaysOut ways={offer.ways} anchor="when" showDay />
				</>
			)}
		</div>
	)
}

type TimeProps = { time: TimeView; thing: ThingView; pending: boolean }

function Time({ time: { time, label, isFree, isByPhone }, thing, pending }: TimeProps) {
	const { t } = useI18n()
	const { search, stillInCart } = useShopping()
	const isBooked = thing.offer.here > 0 && search.time === time && stillInCart === null
	if (!isFree && !isBooked) {
		return (
			<span className={times.timeOff}>
				<span className={times.time}>{label}</span>
				<small>{t(isByPhone ? 'shop.time.byPhone' : 'shop.time.full')}</small>
			</span>
		)
	}
	return (
		<button
			type="submit"
			name="time"
			value={time}
			aria-busy={pending || undefined}
			aria-current={isBooked ? 'time' : undefined}
			className={times.timeOn}
		>
			<span className={times.time}>{label}</span>
		</button>
	)
}

/** A link in place of the button of a start time where not all guests fit: the page asks first (faults N6). */
function TimeOfFewer({ time: { time, label } }: { time: TimeView }) {
	const { search } = useShopping()
	const linkTo = useSearchLink('fewer')
	return (
		<Link
			to={linkTo({ time })}
			preventScrollReset
			data-then="fewer"
			aria-current={search.time === time ? 'time' : undefined}
			className={times.timeOn}
		>
			<span className={times.time}>{label}</span>
		</Link>
	)
}

type FewerGuestsProps = { thing: ThingView; count: number; pending: boolean }

/** Asks whether to book for fewer guests than asked for, at the chosen time; empty until a free time is chosen. */
function FewerGuests({ thing: { offer, times }, count, pending }: FewerGuestsProps) {
	const { t } = useI18n()
	const { search, asked } = useShopping()
	const linkTo = useSearchLink('things')
	const time = times.find(({ time, isFree }) => isFree && time === search.time)
	if (!time) return null
	return (
		<Alert
			id="fewer"
			kind="warning"
			autoFocus={search}
			title={t('shop.fewer.title', { name: offer.name, count })}
		>
			<p>{t('shop.fewer.text', { count: asked.guests })}</p>
			<Button name="time" value={time.time} pending={pending} wide>
				{t('shop.fewer.book', { count, time: time.label })}
			</Button>
			<LinkButton to={linkTo({ product: null, time: null })} variant="ghost" wide>
				{t('shop.fewer.other')}
			</LinkButton>
		</Alert>
	)
}
