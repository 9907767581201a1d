import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'

import { CartForm, type CartFormState } from '#app/forms/cart-form.tsx'
import type { Field, FormResult } from '#app/forms/form.ts'
import * as styles from '#app/forms/group-form.css.ts'
import { QuantityField } from '#app/forms/quantity-field.tsx'
import { RadioGroup } from '#app/forms/radio-group.tsx'
import { SharedOut } from '#app/forms/shared-out.tsx'
import { textOf } from '#app/forms/text-field.tsx'
import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { isOneChoice } from '#app/models/product/groups.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import type { GroupView, ItemView, RuleView } from '#app/ui/order/line-view.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Sentence } from '#app/ui/sentence.tsx'
import { Sign } from '#app/ui/sign.tsx'

type GroupFormProps = {
	group: GroupView
	lineId: string
	/** The answer of /cart on the page itself, as it comes without JavaScript. */
	answer?: FormResult | null
	/** Hidden fields to send along, by name. */
	kept?: Record<string, string>
	/** The question; for a page on which another element asks it already. */
	legend?: ReactNode
}

/** A form to choose from one group of a package: one of its things, or a number of each. */
export function GroupForm(props: GroupFormProps) {
	const { group, lineId, answer = null, kept = {}, legend } = props
	const { t } = useI18n()
	const id = `extras-${lineId}-${group.id}`
	const Choices = isOneChoice(group) ? OneOf : Several
	return (
		<CartForm
			id={id}
			anchor={id}
			className={styles.group}
			saved={savedValues(group)}
			answer={answer}
			quick
		>
			{({ pending, isRefused, field }) => (
				<>
					<input type="hidden" name="line" value={lineId} />
					<input type="hidden" name="group" value={group.id} />
					{Object.entries(kept).map(([name, value]) => (
						<input key={name} type="hidden" name={name} value={value} />
					))}
					<Choices
						group={group}
						field={field}
						legend={legend ?? <Title group={group} refused={isRefused} />}
					/>
					<Button
						name="intent"
						value="extras"
						variant={group.problems.length > 0 ? 'primary' : 'ghost'}
						pending={pending}
						className={styles.save}
					>
						{t('shop.group.save')}
					</Button>
				</>
			)}
		</CartForm>
	)
}

/** 'genau eine Wahl pro Gast', 'mindestens 2' */
export function ruleOf(t: TFunction, { rule, n, perGuest }: RuleView): string {
	return t(`shop.rules.${rule}${perGuest ? 'PerGuest' : ''}`, { count: n })
}

type ChoicesProps = Pick<CartFormState, 'field'> & {
	group: GroupView
	legend: ReactNode
}

function OneOf({ group, field, legend }: ChoicesProps) {
	const { t, locale } = useI18n()
	return (
		<RadioGroup
			field={field('choice')}
			legend={legend}
			options={group.items.map((item) => ({
				value: item.id,
				label: item.name,
				note: (
					<>
						{item.summary} <span className={styles.price}>{priceText(t, locale, item)}</span>
					</>
				),
				...(isOff(item) && { reason: t('shop.card.byPhoneAt', { phone: item.phone }) }),
			}))}
		/>
	)
}

function Several({ group, field, legend }: ChoicesProps) {
	return (
		<SharedOut group={group}>
			<legend className={styles.legend}>{legend}</legend>
			<ul role="list" className={styles.items}>
				{group.items.map((item) => (
					<li key={item.id} className={styles.item}>
						<Item item={item} field={field(nameOf(item))} />
					</li>
				))}
			</ul>
		</SharedOut>
	)
}

/** The question, the rule, and how far it is met. */
function Title({ group, refused }: { group: GroupView; refused: boolean }) {
	const { t } = useI18n()
	const { title, problems, items } = group
	const isBegun = items.some((item) => item.quantity > 0)
	return (
		<span className={styles.title}>
			<span>
				{title} <small className={styles.rule}>{ruleOf(t, group)}</small>
			</span>
			{problems.map(({ message, others }) => (
				<Badge key={message.key} variant="warning">
					<Sentence of={message} />
					{others && `: ${others}`}
				</Badge>
			))}
			{problems.length === 0 && isBegun && !refused && (
				<Badge>
					<Sign name="check" className={styles.check} />
					{t('shop.group.complete')}
				</Badge>
			)}
		</span>
	)
}

type ItemProps = { item: ItemView; field: Field }

function Item({ item, field }: ItemProps) {
	if (item.max === 1) {
		return (
			<label className={styles.tick}>
				<ItemWords item={item} />
				<input
					id={field.id}
					type="checkbox"
					name={field.name}
					value="1"
					defaultChecked={textOf(field) !== '0'}
					disabled={isOff(item)}
					className={styles.box}
				/>
				{/* The first value of a name counts: an unticked box sends this zero. */}
				<input type="hidden" name={field.name} value="0" />
			</label>
		)
	}
	return (
		<div className={styles.counted}>
			<ItemWords item={item} />
			{!isOff(item) && (
				<div className={styles.quantity}>
					<QuantityField field={field} label={item.name} min={0} max={item.max} hideLabel />
				</div>
			)}
		</div>
	)
}

function ItemWords({ item }: { item: ItemView }) {
	const { t, locale } = useI18n()
	return (
		<>
			<Picture src={item.picture} width={80} height={50} alt="" className={styles.picture} />
			<span className={styles.words}>
				<span className={styles.name}>{item.name}</span>
				{item.mandatory && <Badge variant="warning">{t('shop.card.mandatoryOnSite')}</Badge>}
				{item.popular && <Badge variant="popular">{t('shop.card.popular')}</Badge>}
				<span className={styles.note}>{item.summary}</span>
				<span className={styles.price}>
					{isOff(item)
						? t('shop.card.byPhoneAt', { phone: item.phone })
						: priceText(t, locale, item)}
				</span>
			</span>
		</>
	)
}

/** True when only the telephone books it; a chosen one can still be taken out. */
function isOff({ phone, quantity }: ItemView): boolean {
	return phone !== null && quantity === 0
}

function nameOf({ id }: ItemView): string {
	return `quantities.${id}`
}

/** The quantity to show. A mandatory thing that costs nothing is filled in already: it only has to be confirmed. */
function shownQuantity({ quantity, included }: ItemView, { rule }: GroupView): number {
	return quantity === 0 && rule === 'all' && included > 0 ? 1 : quantity
}

function savedValues(group: GroupView): Record<string, string> {
	if (isOneChoice(group)) return { choice: group.items.find((item) => item.quantity > 0)?.id ?? '' }
	return Object.fromEntries(
		group.items.map((item) => [nameOf(item), String(shownQuantity(item, group))]),
	)
}

function priceText(
	t: TFunction,
	locale: Locale,
	{ price, isTaxed, included, max }: ItemView,
): string {
	if (price === null) return ''
	const amount = isTaxed
		? t('shop.group.withVat', { price: euros(price, locale) })
		: euros(price, locale)
	if (included === 0) return t('shop.group.each', { price: amount })
	return included >= max
		? t('shop.group.included')
		: t('shop.group.includedThen', { count: included, price: amount })
}
