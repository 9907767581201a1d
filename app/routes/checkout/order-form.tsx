import { useMemo } from 'react'
import { Form } from 'react-router'
import type { z } from 'zod'

import { CheckboxField } from '#app/forms/checkbox-field.tsx'
import {
	errorsOf,
	formProps,
	useForm,
	type Field,
	type FormErrors,
	type FormResult,
} from '#app/forms/form.ts'
import { useKeptTyping } from '#app/forms/kept-typing.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { RefusalAlert } from '#app/forms/refusal-alert.tsx'
import { MadeFor } from '#app/forms/typed-before.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { ProviderName } from '#app/models/provider.ts'
import type { Typed } from '#app/models/visitor/draft.ts'
import * as styles from '#app/routes/checkout/overview.css.ts'
import { GoOnPaying } from '#app/routes/checkout/running-order.tsx'
import { OrderButton, useIsSent } from '#app/routes/payment/order-button.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import type { KeptForm } from '#app/ui/header.tsx'
import { InformationLink } from '#app/ui/modal.tsx'
import type { CartView } from '#app/ui/order/cart-view.ts'
import { LinkedText } from '#app/ui/sentence.tsx'

/** Returns the form of the order, whose field for the way to pay stands further up the page than its button. */
export function useOrderForm(
	result: FormResult | undefined,
	{ typed, lastWay, ...ways }: Ways & { typed: Typed | null; lastWay: ProviderName | null },
) {
	useKeptTyping(keptForm.id)
	return useForm<z.ZodType<unknown, { terms: string; wayToPay: string }>>({
		id: keptForm.id,
		lastResult: result,
		defaultValue: {
			terms: typed?.['terms'],
			wayToPay: onlyWay(ways) ?? typed?.['wayToPay'] ?? again(lastWay, ways),
		},
	})
}

/** Returns the way to pay that was chosen for this cart before, if it is still offered. */
function again(way: ProviderName | null, { waysToPay, waysAway }: Ways): ProviderName | undefined {
	return way && waysToPay.includes(way) && !waysAway.includes(way) ? way : undefined
}

/** Returns the only way to pay that can be used now; undefined with a choice, or without any. */
function onlyWay({ waysToPay, waysAway }: Ways): ProviderName | undefined {
	const [first, ...others] = waysToPay.filter((way) => !waysAway.includes(way))
	return others.length === 0 ? first : undefined
}

type Ways = { waysToPay: readonly ProviderName[]; waysAway: readonly ProviderName[] }

type OrderFormProps = {
	form: { id: string }
	terms: Field
	cart: Pick<CartView, 'version' | 'totals' | 'isOrdered' | 'isReady' | 'hold'>
	termsVersion: string
	/** The account of the customer; null for a guest. */
	account: string | null
}

/**
 * Shows the last step below the overview: the order form, the button to go on paying, or why the cart cannot be
 * ordered.
 */
export function LastStep(props: OrderFormProps) {
	const { cart } = props
	const { t } = useI18n()
	if (cart.isOrdered) return <GoOnPaying />
	return (
		<>
			{cart.isReady ? <OrderForm {...props} /> : <NotReady isLost={cart.hold === 'lost'} />}
			<LinkButton to="/checkout/address" variant="ghost">
				{t('checkout.back')}
			</LinkButton>
		</>
	)
}

/** The form with the order button: between the ordered things and the button stand the terms alone. */
function OrderForm({ form, terms, cart, termsVersion, account }: OrderFormProps) {
	const { t } = useI18n()
	const isRunning = useIsSent('order')
	return (
		<Form method="post" action="/checkout/overview" className={styles.order} {...formProps(form)}>
			<input type="hidden" name="version" value={cart.version} />
			<input type="hidden" name="shown.total" value={cart.totals.total} />
			<input type="hidden" name="shown.online" value={cart.totals.online} />
			<input type="hidden" name="shown.onSite" value={cart.totals.onSite} />
			<input type="hidden" name="shown.termsVersion" value={termsVersion} />
			<MadeFor account={account} />
			<CheckboxField field={terms} focusOnError>
				<LinkedText text={t('checkout.overview.terms')}>
					{(words) => (
						<InformationLink slug="agb" target="_blank">
							{words}
						</InformationLink>
					)}
				</LinkedText>
			</CheckboxField>
			<OrderButton intent="order" />
			<p role="status" className={styles.wait}>
				{isRunning && t('checkout.overview.wait')}
			</p>
		</Form>
	)
}

/** Says in place of the order form why the cart cannot be ordered, with a link to the cart. */
function NotReady({ isLost }: { isLost: boolean }) {
	const { t } = useI18n()
	return (
		<Alert
			kind="warning"
			title={isLost ? t('checkout.overview.lost') : t('checkout.overview.notReady')}
		>
			{isLost && <p>{t('checkout.overview.lostText')}</p>}
			<LinkButton to="/cart" variant="ghost">
				{t('checkout.backToCart')}
			</LinkButton>
		</Alert>
	)
}

/**
 * The order's form as a form whose typed values are kept. The Enter key does not send it, because ticking the terms by
 * keyboard must not buy.
 */
export const keptForm: KeptForm = { id: 'order', byEnter: false }

/**
 * Says why nothing was ordered: a sentence of the shop, or the missing fields. A single missing field has the focus and
 * its own message beside the button, so nothing more is said here.
 */
export function Refusal({ result }: { result: FormResult }) {
	const { t } = useI18n()
	const errors = useMemo((): FormErrors['allErrors'] => {
		// The way to pay stands before the terms on the page.
		const { wayToPay, ...others } = errorsOf(result)
		return { ...(wayToPay && { wayToPay }), ...others }
	}, [result])
	if (errors['']) return <RefusalAlert messages={errors['']} reason={result} />
	if (Object.keys(errors).length === 1) return null
	return (
		<ErrorSummary
			form={{ id: keptForm.id, allErrors: errors }}
			labels={{
				wayToPay: t('checkout.overview.payment'),
				terms: t('checkout.overview.termsField'),
			}}
		/>
	)
}
