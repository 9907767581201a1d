import { Form } from 'react-router'
import type { z } from 'zod'

import { formProps, useForm, type FormResult } from '#app/forms/form.ts'
import { Messages } from '#app/forms/messages.tsx'
import { QuantityField } from '#app/forms/quantity-field.tsx'
import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { CartView, LineView } from '#app/ui/order/cart-view.ts'
import { euros } from '#app/models/money.ts'
import { answerTo, type CartAnswer } from '#app/routes/cart/answers.ts'
import * as styles from '#app/routes/cart/cart-lines.css.ts'
import { ExtrasGroup } from '#app/routes/cart/extras-group.tsx'
import { Problems } from '#app/routes/cart/problems.tsx'
import { Button } from '#app/ui/button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Sign } from '#app/ui/sign.tsx'
import { whenAndWhere } from '#app/ui/order/shown-lines.ts'

type CartLinesProps = { cart: CartView; locale: Locale; answer: CartAnswer | null }

/** What lies in the cart; a package with its extras below it. */
export function CartLines({ cart, locale, answer }: CartLinesProps) {
	const packages = cart.lines.filter((line) => line.parentId === null)
	return (
		<ul role="list" className={styles.lines}>
			{packages.map((line) => (
				<li key={line.id}>
					<Line line={line} cart={cart} locale={locale} answer={answer} />
				</li>
			))}
		</ul>
	)
}

function Line({ line, cart, locale, answer }: CartLinesProps & { line: LineView }) {
	const { t } = useI18n()
	const extras = cart.lines.filter((other) => other.parentId === line.id)
	const price = euros(line.unitPrice, locale)
	const facts = [
		line.perGuest && t('cart.guestCount', { count: line.quantity }),
		whenAndWhere(line, locale),
		line.perGuest ? t('cart.perGuest', { price }) : t('cart.unitPrice', { price }),
	]
	return (
		<article aria-labelledby={`line-${line.id}`} className={styles.line}>
			<div className={styles.head}>
				<Picture src={line.picture} width={640} height={400} alt="" className={styles.picture} />
				<div className={styles.words}>
					<h3 id={`line-${line.id}`} className={styles.name}>
						{inLocale(line.name, locale)}
					</h3>
					<ul role="list" className={styles.facts}>
						{facts.filter(Boolean).map((fact) => (
							<li key={String(fact)}>{fact}</li>
						))}
					</ul>
				</div>
				<p className={styles.amount}>{euros(line.amount, locale)}</p>
			</div>
			<Problems of={line.problems} locale={locale} />
			{!cart.isOrdered && <Controls line={line} cart={cart} locale={locale} answer={answer} />}
			{extras.length > 0 && (
				<ul role="list" className={styles.extras} aria-label={t('cart.extras')}>
					{extras.map((extra) => (
						<li key={extra.id}>
							<Extra line={extra} parent={line} cart={cart} locale={locale} answer={answer} />
						</li>
					))}
				</ul>
			)}
			{!cart.isOrdered &&
				line.groups.map((group) => (
					<ExtrasGroup
						key={group.id}
						group={group}
						line={line}
						version={cart.version}
						locale={locale}
						answer={answerTo(answer, 'extras', { line: line.id, group: group.id })}
					/>
				))}
		</article>
	)
}

/** An extra of a package. How many is said in its group; one that is in none has its own field. */
function Extra({
	line,
	parent,
	cart,
	locale,
	answer,
}: CartLinesProps & { line: LineView; parent: LineView }) {
	const { t } = useI18n()
	const isInGroup = parent.groups.some((group) =>
		group.items.some((item) => item.productId === line.productId),
	)
	return (
		<div className={styles.extra}>
			<p className={styles.extraWords}>
				<span className={styles.times}>{line.quantity}&nbsp;×</span> {inLocale(line.name, locale)}
				{line.included > 0 && (
					<span className={styles.note}> {t('cart.included', { count: line.included })}</span>
				)}
			</p>
			<p className={styles.extraAmount}>{euros(line.amount, locale)}</p>
			<Problems of={line.problems} locale={locale} />
			{!cart.isOrdered && (
				<div className={styles.controls}>
					{!isInGroup && <Quantity line={line} cart={cart} locale={locale} answer={answer} />}
					<Removal line={line} cart={cart} locale={locale} compact />
				</div>
			)}
		</div>
	)
}

function Controls(props: CartLinesProps & { line: LineView }) {
	return (
		<div className={styles.controls}>
			<Quantity {...props} />
			<Removal {...props} />
		</div>
	)
}

function Quantity({ line, cart, locale, answer }: CartLinesProps & { line: LineView }) {
	if (line.max === 1) return null
	const own = answerTo(answer, 'quantity', { line: line.id })
	return (
		<QuantityForm
			key={own ? 'refused' : line.quantity}
			line={line}
			version={cart.version}
			locale={locale}
			answer={own}
		/>
	)
}

type QuantityFormProps = {
	line: LineView
	version: number
	locale: Locale
	answer: FormResult | null
}

function QuantityForm({ line, version, locale, answer }: QuantityFormProps) {
	const { t } = useI18n()
	const product = inLocale(line.name, locale)
	const [form, { quantity }] = useForm<z.ZodType<unknown, { quantity: string }>>({
		id: `quantity-${line.id}`,
		lastResult: answer,
		defaultValue: { quantity: String(line.quantity) },
	})
	return (
		<Form
			method="post"
			action="/cart"
			preventScrollReset
			className={styles.quantity}
			{...formProps(form)}
		>
			<Hidden version={version} line={line.id} />
			<QuantityField
				field={quantity}
				label={line.perGuest ? t('cart.guestsOf', { product }) : t('cart.quantityOf', { product })}
				hideLabel
				min={line.min}
				max={line.max}
			/>
			<Button
				name="intent"
				value="quantity"
				variant="ghost"
				aria-label={t('cart.changeOf', { product })}
			>
				{t('cart.change')}
			</Button>
			<Messages id={form.errorId} messages={form.errors} />
		</Form>
	)
}

type RemovalProps = { line: LineView; cart: CartView; locale: Locale; compact?: boolean }

/** `compact`: on phones a cross alone. */
function Removal({ line, cart, locale, compact = false }: RemovalProps) {
	const { t } = useI18n()
	const label = t('cart.removeOf', { product: inLocale(line.name, locale) })
	return (
		<Form method="post" action="/cart" preventScrollReset className={styles.removal}>
			<Hidden version={cart.version} line={line.id} />
			<Button name="intent" value="remove" variant="quiet" aria-label={label}>
				{compact && <Sign name="close" className={styles.onPhones} />}
				<span className={compact ? styles.notOnPhones : undefined}>{t('cart.remove')}</span>
			</Button>
		</Form>
	)
}

function Hidden({ version, line }: { version: number; line: string }) {
	return (
		<>
			<input type="hidden" name="version" value={version} />
			<input type="hidden" name="returnTo" value="/cart" />
			<input type="hidden" name="line" value={line} />
		</>
	)
}
