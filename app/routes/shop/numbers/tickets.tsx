import { tooManyOf } from '#app/forms/cart-answer.ts'
import { useCartChanges } from '#app/forms/cart-changes.tsx'
import { CartForm } from '#app/forms/cart-form.tsx'
import type { Field } from '#app/forms/form.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import type { Pieces } from '#app/models/offer/take.ts'
import type { Bounds } from '#app/routes/shop/day/day-form.tsx'
import { nameOf, useChosen, type Chosen } from '#app/routes/shop/numbers/chosen-numbers.ts'
import { ExtraRows } from '#app/routes/shop/numbers/extra-rows.tsx'
import { ForMany } from '#app/routes/shop/numbers/for-many.tsx'
import { isToBeHad, TicketRows } from '#app/routes/shop/numbers/ticket-rows.tsx'
import * as styles from '#app/routes/shop/numbers/tickets.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import type { DurationView } from '#app/routes/shop/view/duration-view.ts'
import type { ExtraView, OfferView } from '#app/routes/shop/view/offer-view.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EnterButton } from '#app/ui/enter-button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

type TicketsProps = {
	offers: readonly OfferView[]
	extras: readonly ExtraView[]
	/** The quantities in the fields by product id: typed, from the cart, or suggested. */
	numbers: Pieces
	isSuggestion: boolean
	changeDayPath: string | null
	bounds: Bounds
	durations: readonly DurationView[]
}

/** The panel of question 3 of a visit: a number for each ticket and extra, in one form, and the group tickets. */
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
	const { offers, extras, numbers } = props
	const { search } = useShopping()
	const isFixed = props.changeDayPath !== null
	const tickets = offers.filter(({ conditions }) => conditions.length === 0)
	const ids = [...tickets, ...extras].map(({ id }) => id)
	const { refusal } = useCartChanges()
	const { read, chosen } = useChosen(
		'numbers',
		{ tickets, extras, maxGuests: props.bounds.guests },
		numbers,
	)
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
			onTyped={read}
			beforeCheckout={search.time !== null && !isFixed}
			saved={Object.fromEntries(ids.map((id) => [nameOf(id), String(numbers[id] ?? 0)]))}
		>
			{({ pending, field }) => (
				<>
					<EnterButton />
					<TicketRows
						isFixed={isFixed}
						isSuggestion={props.isSuggestion}
						chosen={chosen.tickets}
						tickets={tickets}
						areAllGone={areAllGone}
						field={(id) => withTooMany(field(nameOf(id)), id)}
					/>
					{canAny && extras.length > 0 && (
						<ExtraRows
							extras={extras}
							field={(id) => (isFixed ? null : withTooMany(field(nameOf(id)), id))}
							numbers={numbers}
						/>
					)}
					{[...tickets, ...extras].every(({ isTaxed }) => isTaxed) && (
						<p className={styles.note}>{t('cart.vatNote')}</p>
					)}
					{canAny && <Save {...props} pending={pending} chosen={chosen} />}
				</>
			)}
		</CartForm>
	)
}

type SaveProps = Pick<TicketsProps, 'changeDayPath' | 'durations' | 'offers' | 'extras'> & {
	pending: boolean
	chosen: Chosen
}

/** The button of the tickets' form with the sum of its numbers, or a link to the step that has to come before. */
function Save({ pending, chosen, changeDayPath, durations, offers, extras }: SaveProps) {
	const { t, locale } = useI18n()
	const { search, stillInCart } = useShopping()
	const length = stillInCart && durations.find(({ value }) => value === search.duration)?.label
	const isInCart = [...offers, ...extras].some(({ inCart }) => inCart > 0)
	if (changeDayPath !== null)
		return <LinkButton to={changeDayPath}>{t('shop.otherDay.change')}</LinkButton>
	if (search.time === null) {
		return (
			<a href="#time" className={styles.chooseTime}>
				{t('shop.card.needsTime')}
			</a>
		)
	}
	const words = length
		? t('shop.tickets.change', { length })
		: t(isInCart ? 'shop.tickets.save' : 'shop.card.add')
	if (chosen.amount === null || chosen.amount === 0)
		return (
			<Button pending={pending} wide>
				{words}
			</Button>
		)
	const said = { words, count: chosen.tickets, amount: euros(chosen.amount, locale) }
	const isFirst = chosen.tickets > 0 && !isInCart && !length
	return (
		<>
			<Button pending={pending} wide>
				<span className={styles.withScripts}>
					{t(isFirst ? 'shop.tickets.reserve' : 'shop.tickets.withAmount', said)}
				</span>
				<span className={styles.withoutScripts}>{words}</span>
			</Button>
			<noscript>
				{import.meta.env.SSR && (
					<p className={styles.note}>{t('shop.withoutScripts.costs', said)}</p>
				)}
			</noscript>
		</>
	)
}
