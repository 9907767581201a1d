import type { DateTime } from 'luxon'
import { data, redirect } from 'react-router'
import { z } from 'zod'

import { CartChanges } from '#app/forms/cart-changes.tsx'
import { parseForm } from '#app/forms/form.ts'
import { Hold } from '#app/forms/hold.tsx'
import { VoucherFold } from '#app/forms/voucher-box.tsx'
import { now as currentTime } from '#app/gateways/clock.server.ts'
import { headersOfAction } from '#app/http/action-headers.ts'
import { keptAffiliate } from '#app/http/affiliate.server.ts'
import { say } from '#app/i18n/say.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { stillSignedIn } from '#app/middleware/account.server.ts'
import { sameAccountOnly, typedBefore } from '#app/middleware/draft.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { outcomeIn, outcomeMiddleware } from '#app/middleware/outcome.server.ts'
import {
	rememberOrder,
	sessionIdOf,
	signedInOf,
	visitorSession,
} from '#app/middleware/session.server.ts'
import { cartOf, filledCart } from '#app/middleware/visit.server.ts'
import { placeOrder } from '#app/models/booking/place.server.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'
import { isAddressSaid } from '#app/models/order/address.ts'
import { policyOfCart } from '#app/models/order/draft.ts'
import { isPartySaid } from '#app/models/order/party.ts'
import { untilWords } from '#app/models/order/policy-words.ts'
import { resumePayment } from '#app/models/payment/create.server.ts'
import { findLastWay } from '#app/models/payment/latest.server.ts'
import { mayPayNow } from '#app/models/payment/outcome.server.ts'
import { areAllAway, listWaysAway, listWaysToPay } from '#app/models/payment/start.server.ts'
import { answered, giftWordsIn } from '#app/models/product/answer.ts'
import { providerNames } from '#app/models/provider.ts'
import { wholeNumber } from '#app/models/quantity.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { usualBesideCards } from '#app/models/venue/venue.ts'
import { countryOf, nameAbroad } from '#app/models/visitor/country.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { CheckoutPage } from '#app/routes/checkout/checkout-page.tsx'
import {
	EditCart,
	LegalNotes,
	Ordered,
	PaymentMethod,
	TypedDetails,
} from '#app/routes/checkout/order-check.tsx'
import { keptForm, LastStep, Refusal, useOrderForm } from '#app/routes/checkout/order-form.tsx'
import * as styles from '#app/routes/checkout/overview.css.ts'
import { RunningOrder } from '#app/routes/checkout/running-order.tsx'
import { wayOn } from '#app/routes/payment/way-on.ts'
import {
	isUnpaid,
	outcomeOfOrder,
	refusedOrder,
	wayOf,
	wayToBooked,
} from '#app/routes/payment/way-to-pay.server.ts'
import { viewCart } from '#app/ui/order/cart-view.ts'
import { CheckoutOutcome } from '#app/ui/order/checkout-outcome.tsx'
import { Panel } from '#app/ui/panel.tsx'

import type { Route } from './+types/overview.ts'

const shownSum = wholeNumber({ min: 0, max: 999_999_999 }).transform(cents).optional()

const schema = z.discriminatedUnion('intent', [
	z.object({
		intent: z.literal('order'),
		version: wholeNumber({ min: 0, max: 1_000_000 }),
		shown: z
			.object({
				total: shownSum,
				online: shownSum,
				onSite: shownSum,
				termsVersion: z.string().optional(),
			})
			.default({}),
		terms: z.literal('on', say('termsRequired')),
		wayToPay: z.enum(providerNames).optional(),
	}),
	z.object({ intent: z.literal('continue') }),
	z.object({ intent: z.literal('giveUp') }),
])

export const middleware = [sameAccountOnly, outcomeMiddleware]

export async function loader({ context }: Route.LoaderArgs) {
	const outcome = outcomeIn(context)
	const cart = await filledCart(context, outcome)
	const [venue, locale, now] = [currentVenue(), localeOf(context), currentTime()]
	// The cart may need a party or a postal address by now; a running order was placed with all it needs.
	const isSaid =
		cart.orderId !== null || (isPartySaid(venue, cart) && isAddressSaid(venue, cart, now))
	if (!cart.person || !isSaid) throw redirect('/checkout/address')
	const { salutation: _, dateOfBirth: __, ...person } = cart.person
	const view = viewCart(venue, cart, { locale, now })
	const { policy, spoken } = policyOfCart(venue, cart, { locale, now })
	const { sentences = [] } = policy ?? {}
	const { freeUntil = null, fee = null } = spoken ?? {}
	const [typed, lastWay] = await Promise.all([
		typedBefore(context, '/checkout/overview'),
		// Only a visitor back from a payment has chosen a way before; others save the query.
		outcome === null ? null : findLastWay(cart.id),
	])
	return {
		keptForm: !view.isOrdered && view.isReady ? keptForm : null,
		// Terms agreed to for another cart are asked for again.
		typed: typed && { ...typed, ...(typed['version'] !== `${cart.version}` && { terms: '' }) },
		lastWay,
		outcome,
		cart: view,
		person: { ...person, country: nameAbroad(countryOf(person), locale) },
		party: cart.party,
		gift: giftWordsIn(answered(venue, cart.lines, cart.answers)),
		account: signedInOf(context)?.id ?? null,
		termsVersion: venue.termsVersion,
		policy: { sentences, fee, freeUntil: freeUntil && untilWords(freeUntil, locale, now) },
		depositShare: venue.depositShare,
		besideCards: venue.besideCards ?? usualBesideCards,
		waysToPay: listWaysToPay(),
		waysAway: listWaysAway(),
		isAllAway: areAllAway(),
	}
}

/** Returns true: the page is read again after a refusal, too, because it may have been out of date. */
export function shouldRevalidate() {
	return true
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseForm(await request.formData(), schema)
	const cart = await cartOf(context)
	const now = currentTime()
	if (submission.status !== 'success') {
		const unpaid = cart && isUnpaid(cart, submission.payload, now)
		return data(submission.reply(unpaid ? refusedOrder(refuse('wayToPayMissing')) : {}), 422)
	}

	// After a second press the cart may be empty; its order is then the answer.
	if (!cart) return redirect('/cart')
	if (cart.lines.length === 0 && submission.value.intent !== 'order')
		return redirect(await wayToBooked(context), 303)
	switch (submission.value.intent) {
		case 'order': {
			const next = await order(submission.value, cart, { request, context }, now)
			if (!next.ok) return data(submission.reply(refusedOrder(next)), refusalInit(next))
			return redirect(next.value, 303)
		}
		case 'continue': {
			const outcome = await outcomeOfOrder(cart.orderId, 'goOn')
			const token =
				cart.orderId && mayPayNow(outcome) && (await resumePayment(cart.orderId, 'order'))
			if (token) return redirect(`/payment/${token}`, 303)
			return redirect(outcome ? wayOn(outcome) : '/checkout/overview', 303)
		}
		case 'giveUp': {
			const outcome = await outcomeOfOrder(cart.orderId, 'cancel')
			if (outcome !== 'failed')
				return redirect(outcome ? wayOn(outcome) : '/checkout/overview', 303)
			visitorSession(context).flash('notice', { key: 'checkout.overview.givenUp', kind: 'success' })
			return redirect('/cart', 303)
		}
	}
}

/** Places the order and returns the path of the next page: of its payment, or the confirmation. */
async function order(
	{ version, wayToPay, shown }: Extract<z.output<typeof schema>, { intent: 'order' }>,
	cart: Cart,
	{ request, context }: Pick<Route.ActionArgs, 'request' | 'context'>,
	now: DateTime,
): Promise<Result<string>> {
	if (wayToPay && listWaysAway().includes(wayToPay)) return refuse('wayAway')
	const voucherId = cart.voucher?.id ?? null
	const ref = { id: cart.id, day: cart.day, version, voucherId, shown }
	const visit = sessionIdOf(context)
	const ordering = {
		venue: currentVenue(),
		locale: localeOf(context),
		provider: wayOf(wayToPay),
		now,
		accountId: signedInOf(context)?.id,
		awc: keptAffiliate(request),
		visit,
	}
	const placed = stillSignedIn(await placeOrder(ref, ordering), '/checkout/overview')
	if (!placed.ok) return placed
	if (visit === null) await rememberOrder(context, placed.value.id, 'ordering')
	const { publicId, paymentToken } = placed.value
	return ok(paymentToken ? `/payment/${paymentToken}` : `/checkout/success/${publicId}`)
}

export const headers = headersOfAction

export default function Overview({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useI18n()
	const { outcome, cart, person, party, gift, account, termsVersion, policy, typed, ...payment } =
		loaderData
	const [form, fields] = useOrderForm(actionData, { ...payment, typed })
	return (
		<CheckoutPage
			step="overview"
			isSignedIn={account !== null}
			title={t('checkout.overview.title')}
		>
			<div className={styles.column}>
				{!actionData && <CheckoutOutcome name={outcome} hasCart again={`#${keptForm.id}`} />}
				{actionData && <Refusal result={actionData} />}
				{cart.isOrdered && <RunningOrder />}
				<CartChanges cart={cart} returnTo="/checkout/overview" focus="ordered">
					<Hold cart={cart} anchor="ordered" />
					<TypedDetails
						person={person}
						party={cart.needsParty ? party : null}
						gift={gift}
						isSent={cart.totals.shipping > 0}
						isFixed={cart.isOrdered}
					/>
					{!cart.isOrdered && <VoucherFold cart={cart} anchor="ordered" />}
				</CartChanges>
				<PaymentMethod {...payment} cart={cart} field={fields.wayToPay} />
				<LegalNotes lines={cart.lines} policy={policy} />
				<Panel
					id="ordered"
					tabIndex={-1}
					title={t('checkout.overview.order')}
					aside={!cart.isOrdered && <EditCart />}
				>
					<div className={styles.ordered}>
						<Ordered cart={cart} />
						<LastStep
							form={form}
							terms={fields.terms}
							cart={cart}
							termsVersion={termsVersion}
							account={account}
						/>
					</div>
				</Panel>
			</div>
		</CheckoutPage>
	)
}
