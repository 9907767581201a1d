import type { TFunction } from 'i18next'

import { QuantityField } from '#app/forms/quantity-field.tsx'
import { RadioGroup } from '#app/forms/radio-group.tsx'
import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import type { GroupForm as Group, GroupItem, RuleView } from '#app/routes/shop/shop-view.ts'
import { CartForm, type CartFormState } from '#app/routes/shop/cart-form.tsx'
import * as styles from '#app/routes/shop/group-form.css.ts'
import { useQuickForm } from '#app/routes/shop/quick-form.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Sentence } from '#app/ui/sentence.tsx'
import { Sign } from '#app/ui/sign.tsx'

type GroupFormProps = { group: Group; lineId: string; /** The card it stands in. */ anchor: string }

/** What is chosen of one group of a package: one of them, or how many of each. */
export function GroupForm({ group, lineId, anchor }: GroupFormProps) {
	const { t } = useI18n()
	const isRadio = group.rule === 'exactlyOne' && !group.perGuest
	const { form, later, stop } = useQuickForm(savedValues(group, isRadio))
	const names = isRadio ? ['choice'] : group.items.map(nameOf)
	return (
		<CartForm
			id={`${anchor}-${group.id}`}
			anchor={`${anchor}-${group.id}`}
			ref={form}
			className={styles.group}
			fields={names}
			onChange={later}
			onSubmit={stop}
		>
			{({ pending, refused, field }) => (
				<>
					<input type="hidden" name="line" value={lineId} />
					<input type="hidden" name="group" value={group.id} />
					{isRadio ? (
						<OneOf group={group} field={field} refused={refused} />
					) : (
						<Several group={group} field={field} refused={refused} />
					)}
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

type PartProps = { group: Group } & Pick<CartFormState, 'field' | 'refused'>

function OneOf({ group, field, refused }: PartProps) {
	const { t } = useI18n()
	const { locale } = useShopping()
	const chosen = group.items.find((item) => item.quantity > 0)
	return (
		<RadioGroup
			field={field('choice', chosen?.id ?? '')}
			legend={<Title group={group} refused={refused} />}
			options={group.items.map((item) => ({
				value: item.id,
				label: item.name,
				note: (
					<>
						{item.summary}{' '}
						<span className={styles.price}>{priceText(t, locale, { item, group })}</span>
					</>
				),
			}))}
		/>
	)
}

function Several({ group, field, refused }: PartProps) {
	return (
		<fieldset>
			<legend className={styles.legend}>
				<Title group={group} refused={refused} />
			</legend>
			<ul role="list" className={styles.items}>
				{group.items.map((item) => (
					<li key={item.id} className={styles.item}>
						<Item item={item} group={group} field={field} />
					</li>
				))}
			</ul>
		</fieldset>
	)
}

/** The question, the rule, and how far it is met. */
function Title({ group, refused }: Omit<PartProps, 'field'>) {
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

function Item({ item, group, field }: Omit<PartProps, 'refused'> & { item: GroupItem }) {
	const { t } = useI18n()
	const { locale } = useShopping()
	const name = nameOf(item)
	const quantity = shownQuantity(item, group)
	const own = field(name, quantity)
	const most = group.rule === 'exactlyOne' ? Math.min(item.max, group.guests) : item.max
	const words = (
		<span className={styles.words}>
			<span className={styles.name}>{item.name}</span>
			{item.mandatory && <Badge variant="warning">{t('shop.card.mandatoryOnSite')}</Badge>}
			{item.popular && <Badge variant="popular">{t('shop.card.popular')}</Badge>}
			<span className={styles.note}>{item.summary}</span>
			<span className={styles.price}>{priceText(t, locale, { item, group })}</span>
		</span>
	)
	const picture = (
		<Picture src={item.picture} width={640} height={400} alt="" className={styles.picture} />
	)
	if (most === 1) {
		return (
			<label className={styles.tick}>
				{picture}
				{words}
				<input
					id={own.id}
					type="checkbox"
					name={name}
					value="1"
					defaultChecked={quantity > 0}
					className={styles.box}
				/>
				{/* Of a name that comes twice the first value counts: nothing ticked says none. */}
				<input type="hidden" name={name} value="0" />
			</label>
		)
	}
	return (
		<div className={styles.counted}>
			{picture}
			{words}
			<div className={styles.quantity}>
				<QuantityField field={own} label={item.name} min={0} max={most} hideLabel />
			</div>
		</div>
	)
}

function nameOf({ id }: GroupItem): string {
	return `quantities.${id}`
}

/** What all must be taken and costs nothing is filled in already: it only has to be confirmed. */
function shownQuantity({ quantity, included }: GroupItem, { rule }: Group): number {
	return quantity === 0 && rule === 'all' && included > 0 ? 1 : quantity
}

function savedValues(group: Group, isRadio: boolean): Record<string, string> {
	if (isRadio) return { choice: group.items.find((item) => item.quantity > 0)?.id ?? '' }
	return Object.fromEntries(
		group.items.map((item) => [nameOf(item), String(shownQuantity(item, group))]),
	)
}

function priceText(
	t: TFunction,
	locale: Locale,
	{ item, group }: { item: GroupItem; group: Group },
): string {
	const { price, included, max } = item
	if (price === null) return ''
	const most = group.rule === 'exactlyOne' && !group.perGuest ? 1 : Math.min(max, group.guests)
	const amount = euros(price, locale)
	if (included === 0) return t('shop.group.each', { price: amount })
	const isAll = group.rule === 'exactlyOne' ? included >= most : included >= max
	return isAll
		? t('shop.group.included')
		: t('shop.group.includedThen', { count: included, price: amount })
}
