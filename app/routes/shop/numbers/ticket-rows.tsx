import type { PropsWithChildren } from 'react'

import type { Field } from '#app/forms/form.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import * as rows from '#app/routes/shop/numbers/number-row.css.ts'
import { NumberRow } from '#app/routes/shop/numbers/number-row.tsx'
import { OfferObstacle } from '#app/routes/shop/numbers/offer-action.tsx'
import * as styles from '#app/routes/shop/numbers/tickets.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import { ageOf } from '#app/routes/shop/view/age-words.ts'
import type { OfferView } from '#app/routes/shop/view/offer-view.ts'
import { KeptPart } from '#app/ui/kept-part.tsx'

type TicketRowsProps = {
	isSuggestion: boolean
	/** How many tickets stand in the fields. */
	chosen: number
	/** For another day than the cart's: nothing can be added. */
	isFixed: boolean
	tickets: readonly OfferView[]
	areAllGone: boolean
	field: (id: string) => Field
}

/** The hidden fields say for which day, time and length: what was asked for last. */
export function TicketRows(props: TicketRowsProps) {
	const { tickets, areAllGone, field, isSuggestion, isFixed, chosen } = props
	const { t } = useI18n()
	const { search, asked } = useShopping()
	const shown = tickets.map((offer) =>
		rowOf(offer, { field: field(offer.id), isFixed, areAllGone }),
	)
	const isTyped = search.take !== null && tickets.every(({ inCart }) => inCart === 0)
	const blocked = isFixed || areAllGone ? [] : tickets.filter((offer) => !isToBeHad(offer))
	return (
		<>
			<input type="hidden" name="intent" value="set" />
			<input type="hidden" name="day" value={asked.day} />
			<input type="hidden" name="time" value={asked.time ?? ''} />
			<input type="hidden" name="duration" value={asked.duration} />
			<KeptPart of={blocked.length > 0 ? null : ['tickets', shown]}>
				<ul role="list" className={rows.rows}>
					{shown.map((row) => (
						<li key={row.id}>
							<OwnRow row={row} blocked={blocked.find(({ id }) => id === row.id)} />
						</li>
					))}
				</ul>
			</KeptPart>
			{(isSuggestion || isTyped) && !areAllGone && (
				<p className={styles.note}>
					{asked.take === null
						? t('shop.tickets.suggested', { count: asked.guests })
						: t(chosen > 0 ? 'shop.tickets.chosen' : 'shop.tickets.none', { count: chosen })}
				</p>
			)}
		</>
	)
}

/** The ways out of an obstacle are those of this page. */
function OwnRow({ row, blocked }: { row: TicketRow; blocked: OfferView | undefined }) {
	return (
		<KeptPart of={blocked ? null : ['ticket', row]}>
			<Ticket {...row}>
				{blocked && <OfferObstacle offer={blocked} titleId={`${row.id}-title`} />}
			</Ticket>
		</KeptPart>
	)
}

type RowFacts = {
	field: Field
	isFixed: boolean
	/** None of them can be had then; above it is said when they can. */
	areAllGone: boolean
}

/**
 * What is seen of it; a server that keeps it as a part leaves out all else. `field` null: it cannot be had. `left`
 * where it is worth a word.
 */
function rowOf(offer: OfferView, { field, isFixed, areAllGone }: RowFacts): TicketRow {
	const { max, left, here, inCart, state } = offer
	const canBeHad = isToBeHad(offer)
	const most = state === 'needsTime' ? max : Math.min(max, left + here)
	return {
		...(import.meta.env.SSR ? asGiven(offer) : offer),
		areAllGone,
		most,
		left: canBeHad && most < max ? left : null,
		elsewhere: inCart - here,
		field: isFixed || !canBeHad ? null : field,
	}
}

function asGiven({ id, name, picture, age, price }: OfferView): Given {
	return { id, name, picture, age, price }
}

type Given = Pick<OfferView, 'id' | 'name' | 'picture' | 'age' | 'price'>
type TicketRow = Given & {
	areAllGone: boolean
	most: number
	left: number | null
	elsewhere: number
	field: Field | null
}

/** 'Erwachsenenticket' may be broken before it. */
const lastWord = /(?<=\p{L}{2})(?:ticket|karte|pass)$/u

function Ticket({ children, ...row }: PropsWithChildren<TicketRow>) {
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

export function isToBeHad({ state, blockedBy, here }: OfferView): boolean {
	return (state === 'available' && !blockedBy) || state === 'needsTime' || here > 0
}
