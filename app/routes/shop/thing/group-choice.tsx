import type { TFunction } from 'i18next'

import { useCartChanges } from '#app/forms/cart-changes.tsx'
import type { CartFormState } from '#app/forms/cart-form.tsx'
import { SharedOut } from '#app/forms/shared-out.tsx'
import { textOf } from '#app/forms/text-field.tsx'
import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { isOneChoice, quantityOf } from '#app/models/product/groups.ts'
import * as rows from '#app/routes/shop/numbers/number-row.css.ts'
import { NumberRow } from '#app/routes/shop/numbers/number-row.tsx'
import * as styles from '#app/routes/shop/thing/choices.css.ts'
import type { GroupView, ItemView } from '#app/ui/order/line-view.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Sentence } from '#app/ui/sentence.tsx'
import { Sign } from '#app/ui/sign.tsx'

type GroupChoiceProps = { group: GroupView; field: CartFormState['field'] }

/** A condition as a heading that counts, and below it what there is to choose from. */
export function GroupChoice({ group, field }: GroupChoiceProps) {
	const isOne = isOneChoice(group)
	return (
		<SharedOut group={group} id={`choices-${group.id}`} className={styles.group}>
			<legend className={styles.legend}>
				{group.title} <State group={group} />
			</legend>
			<ForAll group={group} />
			{isOne ? (
				<Tiles group={group} field={field} />
			) : (
				<ul role="list" className={rows.rows}>
					{group.items.map((item) => (
						<li key={item.id}>
							<Piece item={item} group={group} field={field} />
						</li>
					))}
				</ul>
			)}
		</SharedOut>
	)
}

/** 'Spaghettinebel' among menus that are all called 'Menü ...'; never 'of sparkling apple juice'. */
function shortNameIn({ items }: GroupView, name: string): string {
	const [first = ''] = name.split(' ')
	const prefix = `${first} `
	const isName = (item: ItemView) =>
		item.name.startsWith(prefix) && /^\p{Lu}/u.test(item.name.slice(prefix.length))
	const isShared = items.length > 1 && items.every(isName)
	return isShared ? name.slice(prefix.length) : name
}

function State({ group }: { group: GroupView }) {
	const { t } = useI18n()
	const { refusal } = useCartChanges()
	const [problem] = group.problems
	const count = quantityOf(group.items)
	const [refused] = (refusal?.group?.id === group.id && refusal.result.error?.['']) || []
	if (refused) {
		return (
			<span className={styles.refused}>
				<Sentence of={refused} />
			</span>
		)
	}
	if (problem) {
		return (
			<span className={styles.open}>
				<Sentence of={problem.message} />
				{problem.others && `: ${problem.others}`}
			</span>
		)
	}
	return (
		<span className={count === 0 ? styles.none : styles.done}>
			<Sign name="check" className={styles.check} />
			{group.rule === 'exactlyOne' && group.perGuest
				? t('shop.choices.ofAll', { count, total: group.guests })
				: t('shop.choices.chosen', { count })}
		</span>
	)
}

function isToBeHad({ phone }: ItemView): boolean {
	return phone === null
}

/** What is chosen already can be taken out all the same. */
function isOff(item: ItemView): boolean {
	return !isToBeHad(item) && item.quantity === 0
}

/** The same for everybody, in one press. It stays, so that nothing below it moves when it is pressed (faults N44). */
function ForAll({ group }: { group: GroupView }) {
	const { t } = useI18n()
	const isPerGuest = group.rule === 'exactlyOne' && group.perGuest
	if (!isPerGuest) return null
	return (
		<p className={styles.forAll}>
			{t('shop.choices.all')}
			{group.items.filter(isToBeHad).map(({ id, name, quantity }) => (
				<button
					key={id}
					type="submit"
					name="all"
					value={id}
					aria-label={t('shop.choices.allOf', { name })}
					aria-pressed={quantity === group.guests}
					className={styles.forAllButton}
				>
					{shortNameIn(group, name)}
				</button>
			))}
		</p>
	)
}

/** One of a few, in pictures. */
function Tiles({ group, field }: GroupChoiceProps) {
	const { t, locale } = useI18n()
	const own = field(`choices.${group.id}`)
	return (
		<div className={styles.tiles}>
			{group.items.map((item) => (
				<label key={item.id} className={styles.tile}>
					<Picture
						src={item.picture}
						width={320}
						height={200}
						alt=""
						className={styles.tilePicture}
					/>
					<input
						id={`${own.id}-${item.id}`}
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
					</span>
				</label>
			))}
		</div>
	)
}

function Piece({ item, group, field }: GroupChoiceProps & { item: ItemView }) {
	const { t, locale } = useI18n()
	const own = field(`pieces.${item.id}`)
	const price = priceText(t, locale, item)
	if (item.max > 1) {
		return (
			<NumberRow
				id={item.id}
				name={item.name}
				shortName={shortNameIn(group, item.name)}
				picture={item.picture}
				note={price}
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
				<small>{price}</small>
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
			{/* Of a name that comes twice the first value counts: nothing ticked says none. */}
			<input type="hidden" name={own.name} value="0" />
		</label>
	)
}

/** 'inklusive', '2 inklusive, weitere + 7,90 €', or what it costs more. */
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
