import type { PropsWithChildren } from 'react'

import { tooManyOf } from '#app/forms/cart-answer.ts'
import { useCartChanges } from '#app/forms/cart-changes.tsx'
import { CartForm } from '#app/forms/cart-form.tsx'
import { FirstButton } from '#app/forms/first-button.tsx'
import type { Field } from '#app/forms/form.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import type { Numbers } from '#app/models/offer/take.ts'
import { ageOf } from '#app/routes/shop/age-words.ts'
import type { DurationView } from '#app/routes/shop/duration-view.ts'
import { ExtraRows } from '#app/routes/shop/extra-rows.tsx'
import { ForMany } from '#app/routes/shop/for-many.tsx'
import * as rows from '#app/routes/shop/number-row.css.ts'
import { NumberRow } from '#app/routes/shop/number-row.tsx'
import { OfferObstacle } from '#app/routes/shop/offer-action.tsx'
import type { ExtraView, OfferView } from '#app/routes/shop/offer-view.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import * as styles from '#app/routes/shop/tickets.css.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { KeptPart } from '#app/ui/kept-part.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

type TicketsProps = {
	offers: readonly OfferView[]
	extras: readonly ExtraView[]
	/** What the fields show: what lies in the cart, what was typed, or what we suggest. */
	numbers: Numbers
	isSuggestion: boolean
	changeDayPath: string | null
	durations: readonly DurationView[]
}

/** Question 3: how many of each, in one list and one form; the extras below it. */
export function Tickets(props: TicketsProps) {
	const { t } = useI18n()
	const { offers, changeDayPath } = props
	const title = t('shop.steps.offers.play')
	return (
		<Panel id="tickets" tabIndex={-1} number={3} title={title} aria-label={title}>
			{offers.length === 0 ? (
				<p>
					<Sentence of={{ key: 'errors.noEntries' }} />
				</p>
			) : (
				<NumbersForm {...props} />
			)}
			<ForMany offers={offers} changeDayPath={changeDayPath} />
		</Panel>
	)
}

function NumbersForm(props: TicketsProps) {
	const { t } = useI18n()
	const { offers, extras, numbers, changeDayPath } = props
	const tickets = offers.filter(({ conditions }) => conditions.length === 0)
	const ids = [...tickets, ...extras].map(({ id }) => id)
	const { refusal } = useCartChanges()
	const canAny = tickets.length === 0 || tickets.some(isToBeHad)
	const areAllGone = !canAny && tickets.every(({ state }) => state === 'soldOut')
	function withTooMany(field: Field, id: string): Field {
		const errors = tooManyOf(refusal, id)
		return errors ? { ...field, errors } : field
	}
	return (
		<CartForm
			id="numbers"
			anchor="tickets"
			className={styles.form}
			saved={Object.fromEntries(ids.map((id) => [nameOf(id), String(numbers[id] ?? 0)]))}
		>
			{({ pending, field }) => (
				<>
					<FirstButton />
					<TicketRows
						{...props}
						isSuggestion={props.isSuggestion && !pending}
						tickets={tickets}
						areAllGone={areAllGone}
						field={(id) => withTooMany(field(nameOf(id)), id)}
					/>
					{canAny && (
						<ExtraRows
							extras={extras}
							field={(id) => withTooMany(field(nameOf(id)), id)}
							isFixed={changeDayPath !== null}
							showsPopular={pending || tickets.some(({ here }) => here > 0)}
							numbers={numbers}
						/>
					)}
					{[...tickets, ...extras].every(({ isTaxed }) => isTaxed) && (
						<p className={styles.note}>{t('cart.vatNote')}</p>
					)}
					{canAny && <Save {...props} pending={pending} />}
				</>
			)}
		</CartForm>
	)
}

function nameOf(id: string): string {
	return `quantities.${id}`
}

type TicketRowsProps = Pick<TicketsProps, 'isSuggestion' | 'changeDayPath'> & {
	tickets: readonly OfferView[]
	areAllGone: boolean
	field: (id: string) => Field
}

/** The hidden fields say for which day, time and length: what was asked for last. */
function TicketRows({ tickets, areAllGone, field, isSuggestion, changeDayPath }: TicketRowsProps) {
	const { t } = useI18n()
	const { asked } = useShopping()
	return (
		<>
			<input type="hidden" name="intent" value="set" />
			<input type="hidden" name="day" value={asked.day} />
			<input type="hidden" name="time" value={asked.time ?? ''} />
			<input type="hidden" name="duration" value={asked.duration} />
			<ul role="list" className={rows.rows}>
				{tickets.map((offer) => {
					const isFixed = changeDayPath !== null
					const row = rowOf(offer, { field: field(offer.id), isFixed, areAllGone })
					const isBlocked = !isFixed && !areAllGone && !isToBeHad(offer)
					return (
						<li key={offer.id}>
							{/* The ways out of an obstacle are those of this page. */}
							<KeptPart of={isBlocked ? null : ['ticket', row]}>
								<Ticket {...row}>
									{isBlocked && <OfferObstacle offer={offer} titleId={`${offer.id}-title`} />}
								</Ticket>
							</KeptPart>
						</li>
					)
				})}
			</ul>
			{isSuggestion && !areAllGone && (
				<p className={styles.note}>{t('shop.tickets.suggested', { count: asked.guests })}</p>
			)}
		</>
	)
}

type RowFacts = {
	field: Field
	isFixed: boolean
	/** None of them can be had then; above it is said when they can. */
	areAllGone: boolean
}

/** What is seen of it and nothing else; `field` null: it cannot be had. `left` where it is worth a word. */
function rowOf(offer: OfferView, { field, isFixed, areAllGone }: RowFacts) {
	const { id, name, picture, age, price, max, left, here, inCart, state } = offer
	const canBeHad = isToBeHad(offer)
	const most = state === 'needsTime' ? max : Math.min(max, left + here)
	return {
		id,
		name,
		picture,
		age,
		price,
		areAllGone,
		most,
		left: canBeHad && most < max ? left : null,
		elsewhere: inCart - here,
		field: isFixed || !canBeHad ? null : field,
	}
}

/** 'Erwachsenenticket' may be broken before it. */
const lastWord = /(?<=\p{L}{2})(?:ticket|karte|pass)$/u

function Ticket({ children, ...row }: PropsWithChildren<ReturnType<typeof rowOf>>) {
	const { t, locale } = useI18n()
	const { id, name, picture, age, price, most, left, elsewhere, field, areAllGone } = row
	return (
		<NumberRow
			id={id}
			name={name}
			shortName={name.replace(lastWord, '\u00ad$&')}
			picture={picture}
			max={most}
			field={field}
			note={
				<span className={rows.facts}>
					{age && <span>{ageOf(t, age)} </span>}
					{price !== null && <span className={rows.price}>{euros(price, locale)}</span>}
				</span>
			}
		>
			{left !== null && <p>{t('shop.card.left', { count: left })}</p>}
			{elsewhere > 0 && <p>{t('shop.tickets.elsewhere', { count: elsewhere })}</p>}
			{children}
			{areAllGone && <p>{t('shop.card.soldOut')}</p>}
		</NumberRow>
	)
}

function isToBeHad({ state, blockedBy, here }: OfferView): boolean {
	return (state === 'available' && !blockedBy) || state === 'needsTime' || here > 0
}

type SaveProps = Pick<TicketsProps, 'changeDayPath' | 'durations'> & {
	pending: boolean
}

/** The one button, or what has to happen before. */
function Save({ pending, changeDayPath, durations }: SaveProps) {
	const { t } = useI18n()
	const { search, stillInCart } = useShopping()
	const length = stillInCart && durations.find(({ value }) => value === search.duration)?.label
	if (changeDayPath !== null)
		return <LinkButton to={changeDayPath}>{t('shop.otherDay.change')}</LinkButton>
	if (search.time === null) {
		return (
			<a href="#time" className={styles.chooseTime}>
				{t('shop.card.needsTime')}
			</a>
		)
	}
	return (
		<Button pending={pending} wide>
			{length ? t('shop.tickets.change', { length }) : t('shop.tickets.save')}
		</Button>
	)
}
