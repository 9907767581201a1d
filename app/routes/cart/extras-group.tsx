import { Form } from 'react-router'
import type { z } from 'zod'
import type { TFunction } from 'i18next'

import { formProps, useForm, type FormResult } from '#app/forms/form.ts'
import { Messages } from '#app/forms/messages.tsx'
import { QuantityField } from '#app/forms/quantity-field.tsx'
import { RadioGroup } from '#app/forms/radio-group.tsx'
import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { GroupView, ItemView, LineView } from '#app/ui/order/cart-view.ts'
import { euros } from '#app/models/money.ts'
import * as styles from '#app/routes/cart/extras-group.css.ts'
import { Problems } from '#app/routes/cart/problems.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'

type ExtrasGroupProps = {
	group: GroupView
	line: LineView
	version: number
	locale: Locale
	answer: FormResult | null
}

/** One question of a package: open as long as it is not answered. */
export function ExtrasGroup({ group, line, version, locale, answer }: ExtrasGroupProps) {
	const { t } = useI18n()
	const chosen = group.items.map((item) => item.quantity).join()
	const isOpen = group.problems.length > 0 || answer !== null
	return (
		<details key={isOpen ? 'open' : 'closed'} open={isOpen} className={styles.group}>
			<summary className={styles.summary}>
				<span className={styles.title}>{inLocale(group.title, locale)}</span>
				{group.problems.length === 0 ? (
					<Badge>{chosen.match(/[1-9]/) ? t('cart.groupDone') : t('cart.chooseExtras')}</Badge>
				) : (
					<Problems of={group.problems} locale={locale} />
				)}
			</summary>
			<GroupForm
				key={answer ? 'refused' : chosen}
				group={group}
				line={line}
				version={version}
				locale={locale}
				answer={answer}
			/>
		</details>
	)
}

type GroupForm = z.ZodType<unknown, { choice: string; quantities: Record<string, string> }>

function GroupForm({ group, line, version, locale, answer }: ExtrasGroupProps) {
	const { t } = useI18n()
	const isRadio = group.rule === 'exactlyOne' && !group.perGuest
	const title = inLocale(group.title, locale)
	const [form, fields] = useForm<GroupForm>({
		id: `extras-${line.id}-${group.id}`,
		lastResult: answer,
		defaultValue: {
			choice: group.items.find((item) => item.quantity > 0)?.productId ?? '',
			quantities: Object.fromEntries(
				group.items.map((item) => [item.productId, String(startOf(group, item))]),
			),
		},
	})
	return (
		<Form
			method="post"
			action="/cart"
			preventScrollReset
			className={styles.form}
			{...formProps(form)}
		>
			<input type="hidden" name="version" value={version} />
			<input type="hidden" name="returnTo" value="/cart" />
			<input type="hidden" name="line" value={line.id} />
			<input type="hidden" name="group" value={group.id} />
			{isRadio ? (
				<RadioGroup
					field={fields.choice}
					legend={ruleWords(group, t)}
					options={group.items.map((item) => ({
						value: item.productId,
						label: <Name item={item} locale={locale} />,
						note: inLocale(item.summary, locale),
						aside: priceWords(group, item, locale, t),
					}))}
				/>
			) : (
				<fieldset>
					<legend className={styles.rule}>
						<span className={pages.visuallyHidden}>{title}: </span>
						{ruleWords(group, t)}
					</legend>
					<ul role="list" className={styles.items}>
						{group.items.map((item) => {
							const field = fields.quantities.getFieldset()[item.productId]
							return (
								<li key={item.productId} className={styles.item}>
									<div className={styles.words}>
										<p>
											<Name item={item} locale={locale} />
										</p>
										<p className={styles.note}>{inLocale(item.summary, locale)}</p>
										<p className={styles.price}>{priceWords(group, item, locale, t)}</p>
									</div>
									{field && (
										<QuantityField
											field={field}
											label={t('cart.quantityOf', { product: inLocale(item.name, locale) })}
											hideLabel
											min={0}
											max={item.max}
										/>
									)}
								</li>
							)
						})}
					</ul>
				</fieldset>
			)}
			<Messages id={form.errorId} messages={form.errors} />
			<Button
				name="intent"
				value="extras"
				variant="ghost"
				aria-label={t('cart.takeExtrasOf', { group: title })}
			>
				{t('cart.takeExtras')}
			</Button>
		</Form>
	)
}

function Name({ item, locale }: { item: ItemView; locale: Locale }) {
	const { t } = useI18n()
	return (
		<>
			<span className={styles.name}>{inLocale(item.name, locale)}</span>{' '}
			{item.popular && <Badge variant="popular">{t('cart.popular')}</Badge>}{' '}
			{item.mandatoryOnSite && <Badge variant="warning">{t('cart.mandatoryOnSite')}</Badge>}
		</>
	)
}

/** What belongs to the package anyway is filled in, to be taken with one click; nothing else ever is. */
function startOf(group: GroupView, item: ItemView): number {
	if (item.quantity > 0 || group.rule !== 'all') return item.quantity
	return Math.min(item.included, group.perGuest ? group.guests : 1)
}

function ruleWords({ rule, n, perGuest, guests }: GroupView, t: TFunction): string {
	const count = perGuest ? n * guests : n
	switch (rule) {
		case 'exactlyOne':
			return perGuest
				? t('cart.rules.exactlyOnePerGuest', { count: guests })
				: t('cart.rules.exactlyOne')
		case 'min':
			return t('cart.rules.min', { count })
		case 'max':
			return t('cart.rules.max', { count })
		case 'all':
			return perGuest ? t('cart.rules.allPerGuest') : t('cart.rules.all')
	}
}

/** What it costs: nothing, as long as no more is taken than the package includes. */
function priceWords(group: GroupView, item: ItemView, locale: Locale, t: TFunction): string {
	const price = item.price === null ? '' : euros(item.price, locale)
	if (item.included === 0) return t('cart.unitPrice', { price })
	const one = group.perGuest ? group.guests : 1
	if (item.included >= (group.rule === 'exactlyOne' ? one : item.max)) return t('cart.free')
	return t('cart.includedThen', { count: item.included, price })
}
