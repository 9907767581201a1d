import type { Field } from '#app/forms/form.ts'
import * as rows from '#app/forms/number-row.css.ts'
import { NumberRow } from '#app/forms/number-row.tsx'
import { softHyphened } from '#app/i18n/line-breaks.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { OfferObstacle } from '#app/routes/shop/numbers/offer-action.tsx'
import * as styles from '#app/routes/shop/numbers/tickets.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import { ageOf } from '#app/routes/shop/view/age-words.ts'
import type { OfferView } from '#app/routes/shop/view/offer-view.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'

type TicketRowsProps = {
	isSuggestion: boolean
	/** The number of tickets in all fields together. */
	chosen: number
	/** True when the page shows another day than the cart's, so that nothing can be added. */
	isFixed: boolean
	tickets: readonly OfferView[]
	areAllGone: boolean
	field: (id: string) => Field
}

/** The rows of tickets with their numbers, and hidden fields for the day, time and duration asked for last. */
export function TicketRows(props: TicketRowsProps) {
	const { tickets, areAllGone, field, isSuggestion, isFixed, chosen } = props
	const { t } = useI18n()
	const { asked } = useShopping()
	return (
		<>
			<input type="hidden" name="intent" value="set" />
			<input type="hidden" name="day" value={asked.day} />
			<input type="hidden" name="time" value={asked.time ?? ''} />
			<input type="hidden" name="duration" value={asked.duration} />
			{!areAllGone && (
				<p role="status" className={styles.note}>
					{isSuggestion && asked.take === null
						? t('shop.tickets.suggested', { count: asked.guests })
						: t(stateOf(tickets, chosen, asked.take !== null), { count: chosen })}
				</p>
			)}
			<ul role="list" className={rows.rows}>
				{tickets.map((offer) => (
					<li key={offer.id}>
						<Ticket
							offer={offer}
							field={field(offer.id)}
							isFixed={isFixed}
							areAllGone={areAllGone}
						/>
					</li>
				))}
			</ul>
		</>
	)
}

/** Returns the key of the sentence on the tickets in the fields; `isTyped`: they are not those of the cart. */
function stateOf(tickets: readonly OfferView[], chosen: number, isTyped: boolean) {
	if (chosen === 0) return 'shop.tickets.none'
	const isReserved = !isTyped && tickets.some(({ here }) => here > 0)
	return isReserved ? 'shop.tickets.reserved' : 'shop.tickets.chosen'
}

type TicketProps = {
	offer: OfferView
	field: Field
	isFixed: boolean
	/** True when every ticket is sold out: each row then says just that, without links to other times. */
	areAllGone: boolean
}

function Ticket({ offer, field, isFixed, areAllGone }: TicketProps) {
	const { t, locale } = useI18n()
	const { id, name, picture, age, price, max, left, here, inCart, state } = offer
	const canBeHad = isToBeHad(offer)
	const most = state === 'needsTime' ? max : Math.min(max, left + here)
	const elsewhere = inCart - here
	return (
		<NumberRow
			id={id}
			name={name}
			shortName={softHyphened(name)}
			picture={picture}
			max={most}
			field={isFixed || !canBeHad ? null : field}
			note={
				<span className={rows.facts}>
					{age && (
						<span>
							{ageOf(t, age)}
							{price !== null && <span className={visuallyHidden}>,</span>}{' '}
						</span>
					)}
					{price !== null && <span className={rows.price}>{euros(price, locale)}</span>}
				</span>
			}
		>
			{canBeHad && most < max && <p>{t('shop.card.left', { count: left })}</p>}
			{elsewhere > 0 && <p>{t('shop.tickets.elsewhere', { count: elsewhere })}</p>}
			{!canBeHad && !isFixed && !areAllGone && (
				<OfferObstacle offer={offer} titleId={`${id}-title`} />
			)}
			{areAllGone && <p>{t('shop.card.soldOut')}</p>}
		</NumberRow>
	)
}

export function isToBeHad({ state, blockedBy, here }: OfferView): boolean {
	return (state === 'available' && !blockedBy) || state === 'needsTime' || here > 0
}
