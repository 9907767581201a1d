import type { TFunction } from 'i18next'

import type { CartFormState } from '#app/forms/cart-form.tsx'
import * as styles from '#app/forms/group-choice.css.ts'
import * as rows from '#app/forms/number-row.css.ts'
import { NumberRow } from '#app/forms/number-row.tsx'
import { textOf } from '#app/forms/text-field.tsx'
import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { isOneChoice } from '#app/models/product/groups.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { GroupView, ItemView } from '#app/ui/order/line-view.ts'
import { Picture } from '#app/ui/picture.tsx'

export type GroupItemsProps = {
	group: GroupView
	field: CartFormState['field']
	/**
	 * The place of the group. A step of the start page is brief, and its numbers are stepped without scripts too; a fold
	 * shows the title and the state of its group already.
	 */
	place: 'step' | 'fold' | 'card'
	/** The booked number of each thing whose number was changed, in words, by the id of the thing. */
	was?: Readonly<Record<string, string>>
	/** True where the buttons of a fold's numbers send the form without scripts too, with the name of the field. */
	isStepped?: boolean
}

/** The things of a group of choices: tiles of which one is chosen, or rows with a number for each. */
export function GroupItems(props: GroupItemsProps) {
	const { group } = props
	if (isOneChoice(group)) return <Tiles {...props} />
	return (
		<ul role="list" className={rows.rows}>
			{group.items.map((item) => (
				<li key={item.id}>
					<Piece {...props} item={item} />
				</li>
			))}
		</ul>
	)
}

/** Returns a name without a first word that all names of the group share: 'Spaghettinebel' of 'Menü Spaghettinebel'. */
export function shortNameIn({ items }: GroupView, name: string): string {
	const [first = ''] = name.split(' ')
	const prefix = `${first} `
	const isName = (item: ItemView) =>
		item.name.startsWith(prefix) && /^\p{Lu}/u.test(item.name.slice(prefix.length))
	const isShared = items.length > 1 && items.every(isName)
	return isShared ? name.slice(prefix.length) : name
}

export function isToBeHad({ phone }: ItemView): boolean {
	return phone === null
}

/** True for a thing that only the telephone books and that is not chosen; a chosen one can still be taken out. */
function isOff(item: ItemView): boolean {
	return !isToBeHad(item) && item.quantity === 0
}

/** The things of a group as tiles with pictures, of which one is chosen. */
function Tiles({ group, field, place }: GroupItemsProps) {
	const { t, locale } = useI18n()
	const own = field(`choices.${group.id}`)
	return (
		<div className={place === 'step' ? styles.tiles : styles.wideTiles}>
			{group.items.map((item, index) => (
				<label key={item.id} className={styles.tile}>
					<Picture
						src={item.picture}
						width={320}
						height={200}
						alt=""
						className={styles.tilePicture}
					/>
					<input
						id={index === 0 ? own.id : `${own.id}-${item.id}`}
						type="radio"
						aria-label={`${item.name}, ${priceText(t, locale, item)}`}
						name={own.name}
						value={item.id}
						defaultChecked={textOf(own) === item.id}
						disabled={isOff(item)}
						className={styles.tileBox}
					/>
					<span className={styles.tileWords}>
						{shortNameIn(group, item.name)}
						<small>{priceText(t, locale, item)}</small>
						{place !== 'step' && <small>{item.summary}</small>}
					</span>
				</label>
			))}
		</div>
	)
}

function Piece(props: GroupItemsProps & { item: ItemView }) {
	const { item, group, field, place, was, isStepped = false } = props
	const { t, locale } = useI18n()
	const own = field(`pieces.${item.id}`)
	const isStep = place === 'step'
	const stepOf = isStepped ? own.name : (isStep && item.id) || null
	const before = was?.[item.id]
	const note = (
		<>
			{priceText(t, locale, item)}
			{!isStep && <Marks item={item} />}
			{before && (
				<>
					{' '}
					<Badge>{before}</Badge>
				</>
			)}
		</>
	)
	if (item.max > 1) {
		return (
			<NumberRow
				id={isStep ? item.id : `${own.id}-row`}
				of={stepOf}
				name={item.name}
				shortName={shortNameIn(group, item.name)}
				picture={item.picture}
				note={note}
				about={item.summary}
				max={item.max}
				field={isOff(item) ? null : own}
			/>
		)
	}
	return (
		<label className={styles.tick}>
			<Picture src={item.picture} width={80} height={50} alt="" className={rows.picture} />
			<span className={styles.tickWords}>
				{item.name}
				<small>{note}</small>
				{!isStep && <small>{item.summary}</small>}
			</span>
			<input
				id={own.id}
				type="checkbox"
				name={own.name}
				value="1"
				defaultChecked={textOf(own) !== '0'}
				disabled={isOff(item)}
				className={styles.box}
			/>
			{/* The first value of a name counts: an unticked box sends this zero. */}
			<input type="hidden" name={own.name} value="0" />
		</label>
	)
}

function Marks({ item: { mandatory, popular } }: { item: ItemView }) {
	const { t } = useI18n()
	return (
		<>
			{mandatory && (
				<>
					{' '}
					<Badge variant="warning">{t('shop.card.mandatoryOnSite')}</Badge>
				</>
			)}
			{popular && (
				<>
					{' '}
					<Badge variant="popular">{t('shop.card.popular')}</Badge>
				</>
			)}
		</>
	)
}

/**
 * Returns 'inklusive', '2 inklusive, weitere + 7,90 €' or the price to add; the telephone number for a thing that only
 * the telephone books; '' without a price.
 */
function priceText(t: TFunction, locale: Locale, item: ItemView): string {
	const { price, included, max, phone } = item
	if (phone !== null && isOff(item)) return t('shop.card.byPhoneAt', { phone })
	if (price === null) return ''
	const amount = euros(price, locale)
	if (included === 0) return t('shop.choices.more', { price: amount })
	return included >= max
		? t('shop.group.included')
		: t('shop.choices.includedThen', { count: included, price: amount })
}
