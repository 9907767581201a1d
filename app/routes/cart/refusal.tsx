import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { Form, Link } from 'react-router'

import { choicesId, formIdOf, submittedValue, type CartAnswer } from '#app/forms/cart-answer.ts'
import { errorsOf, formProps } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { plainField } from '#app/forms/plain-field.ts'
import { RefusalAlert } from '#app/forms/refusal-alert.tsx'
import { QuantityField } from '#app/forms/stepper.tsx'
import { ownAddress, ownPath } from '#app/http/own-path.ts'
import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { takeText, type Pieces } from '#app/models/offer/take.ts'
import { formatDay, formatDuration, formatTime } from '#app/models/venue/date-format.ts'
import { parseDay, parseTime, parseDuration } from '#app/models/venue/slot.ts'
import * as styles from '#app/routes/cart/refusal.css.ts'
import { Button } from '#app/ui/button.tsx'
import type { CartView } from '#app/ui/order/cart-view.ts'
import { Panel } from '#app/ui/panel.tsx'

type RefusalProps = { answer: CartAnswer; cart: CartView | null }

/** Shows why the cart was not changed, with a form or a link to change the wish and send it again. */
export function Refusal({ answer, cart }: RefusalProps) {
	const { t } = useI18n()
	const id = formIdOf(answer)
	const errors = useMemo(() => errorsOf(answer.result), [answer])
	// The field of the voucher's code shows the error and has the focus.
	if (answer.intent === 'redeem' && errors['code']) return <BackToPage answer={answer} />
	const title = titleOf(answer)
	const labels = {
		quantity: t('cart.quantity'),
		...pieceLabels(cart),
	}
	return (
		<>
			{errors[''] ? (
				<RefusalAlert messages={errors['']} reason={answer} title={title && t(title)} />
			) : (
				<ErrorSummary form={{ id, allErrors: errors }} labels={labels} />
			)}
			{answer.intent === 'add' && <RetryForm answer={answer} cart={cart} />}
			{(answer.intent === 'set' || answer.intent === 'book') && <WayOn answer={answer} />}
			{answer.intent === 'moveDay' && <BackToMove answer={answer} />}
		</>
	)
}

/**
 * A link back from a refused voucher code: without scripts the code is corrected on the cart's page, though it was
 * typed on another.
 */
function BackToPage({ answer }: { answer: CartAnswer }) {
	const { t } = useI18n()
	const { pathname, search } = ownAddress(submittedValue(answer.result, 'returnTo'))
	if (pathname === '/cart') return null
	const isOverview = pathname === '/checkout/overview'
	return (
		<p>
			<Link to={pathname + search}>{t(isOverview ? 'payment.toOverview' : 'cart.backToShop')}</Link>
		</p>
	)
}

function RetryForm({ answer, cart }: RefusalProps) {
	const { t, locale } = useI18n()
	const id = formIdOf(answer)
	const quantity = plainField(id, 'quantity', {
		value: submittedValue(answer.result, 'quantity'),
		errors: answer.result.error?.['quantity'],
	})
	const returnTo = submittedValue(answer.result, 'returnTo')
	return (
		<Panel title={t('cart.wish')}>
			<Form method="post" action="/cart" className={styles.retry} {...formProps({ id })}>
				<p>{wishWords(answer, locale, t)}</p>
				{keptFields.map((name) => {
					const value = submittedValue(answer.result, name)
					return value !== undefined && <input key={name} type="hidden" name={name} value={value} />
				})}
				<input type="hidden" name="version" value={cart?.version ?? 0} />
				<QuantityField field={quantity} label={t('cart.quantity')} />
				<div className={styles.actions}>
					<Button name="intent" value="add">
						{t('cart.tryAgain')}
					</Button>
					<Link to={ownPath(returnTo)}>{t('cart.backToShop')}</Link>
				</div>
			</Form>
		</Panel>
	)
}

/**
 * A link to the group of choices in which too much is chosen, with the other choices kept; without such a group, a link
 * back to the page of the wish.
 */
function WayOn({ answer }: { answer: CartAnswer }) {
	const { t, locale } = useI18n()
	const { group } = answer
	const line = submittedValue(answer.result, 'line')
	if (!group || !line) return <BackToNumbers answer={answer} />
	return (
		<p>
			<a href={`#${choicesId(line, group.id)}`}>
				{t('cart.toGroup', { group: inLocale(group.title, locale) })}
			</a>
		</p>
	)
}

/** A link to the page that says which lines of the cart can be moved to the wanted day by now. */
function BackToMove({ answer }: { answer: CartAnswer }) {
	const { t } = useI18n()
	const day = submittedValue(answer.result, 'day') ?? ''
	const returnTo = ownPath(submittedValue(answer.result, 'returnTo'))
	return (
		<p>
			<Link to={`/cart?${new URLSearchParams({ day, returnTo })}`}>
				{t('cart.dayChange.lookAgain')}
			</Link>
		</p>
	)
}

/** A link back to the page of the wish, with the quantities that were typed. */
function BackToNumbers({ answer }: { answer: CartAnswer }) {
	const { t } = useI18n()
	const { pathname, searchParams, hash } = ownAddress(submittedValue(answer.result, 'returnTo'))
	const take = takeText(numbersIn(answer))
	if (take !== null) searchParams.set('take', take)
	return (
		<p>
			<Link to={`${pathname}?${searchParams}${hash}`}>{t('cart.backToShop')}</Link>
		</p>
	)
}

function numbersIn({ result: { initialValue } }: CartAnswer): Pieces {
	const typed = initialValue?.['quantities']
	if (typeof typed !== 'object' || typed === null) return {}
	return Object.fromEntries(
		Object.entries(typed).flatMap(([id, text]) =>
			/^\d{1,3}$/.test(String(text)) ? [[id, Number(text)]] : [],
		),
	)
}

const keptFields = ['product', 'day', 'time', 'duration', 'parent', 'returnTo', 'newCart'] as const

/**
 * Returns the refused wish in words, as far as it can be read: 'Kinderticket, Sa., 28. November 2026, 14:00, 2 Std.'
 */
function wishWords(answer: CartAnswer, locale: Locale, t: TFunction): string {
	const day = parseDay(submittedValue(answer.result, 'day'))
	const time = parseTime(submittedValue(answer.result, 'time'))
	const duration = parseDuration(submittedValue(answer.result, 'duration'))
	const parts = [
		answer.product && inLocale(answer.product.name, locale),
		day && formatDay(day, locale),
		time && formatTime(time, locale),
		duration && formatDuration(duration, locale, t),
	]
	return parts.filter(Boolean).join(', ')
}

function pieceLabels(cart: CartView | null): Record<string, string> {
	const items = cart?.lines.flatMap((line) => line.groups.flatMap((group) => group.items)) ?? []
	return Object.fromEntries(items.map((item) => [`pieces.${item.id}`, item.name]))
}

/** Returns the key of the general sentence above the reason of a refusal; undefined where the reason stands alone. */
function titleOf({ intent, product, result }: CartAnswer) {
	switch (intent) {
		case 'set':
			return submittedValue(result, 'line') === undefined
				? 'errors.notAddedToCart'
				: 'errors.notBooked'
		case 'add':
		case 'book':
			return product?.isExposition ? 'errors.expositionNotFound' : 'errors.notAddedToCart'
		case 'quantity':
			// The number that the cart had before stays in it.
			return 'errors.quantityNotChanged'
		case 'remove':
			return 'errors.unlockFailed'
		default:
			return undefined
	}
}
