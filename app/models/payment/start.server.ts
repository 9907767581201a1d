import { and, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { payments } from '#app/db/schema.ts'
import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'
import {
	ProviderConflict,
	ProviderRefused,
	ProviderUnavailable,
} from '#app/gateways/provider-error.ts'
import type { StartedPayment } from '#app/gateways/provider.ts'
import { connectedProviders, isAway, paymentProvider } from '#app/gateways/providers.server.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { openFor } from '#app/models/payment/create.server.ts'
import {
	findPayment,
	findPaymentByToken,
	isOverdue,
	isShort,
	pageOf,
	type Payment,
	type PaymentWithOrder,
} from '#app/models/payment/payment.server.ts'
import {
	endedAs,
	hasMoneyMoved,
	isLive,
	livePaymentStates,
	type OrderPage,
	type PaymentOutcome,
} from '#app/models/payment/payment.ts'
import { applyReport } from '#app/models/payment/settle.server.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/** The connected providers, in the order in which they are offered; at least one. */
export function listWaysToPay(): readonly [ProviderName, ...ProviderName[]] {
	const [first, ...others] = connectedProviders
	if (!first) throw new Error('no payment provider is connected')
	return [first, ...others]
}

/** The providers that cannot be used now, while another can; empty when none can. */
export function listWaysAway(): ProviderName[] {
	const away = connectedProviders.filter(isAway)
	return away.length < connectedProviders.length ? away : []
}

/** True when no provider can be used now. */
export function areAllAway(): boolean {
	return connectedProviders.every(isAway)
}

/**
 * The page of the order that this token pays; null when the token leads neither to a payment page, nor to a paid order,
 * nor to the message that its time is over.
 */
export async function pageBehind(token: string): Promise<OrderPage | null> {
	const found = await findPaymentByToken(token)
	if (!found) return null
	const { payment } = found
	const leadsOn = isLive(payment.state) || hasMoneyMoved(payment) || payment.state === 'expired'
	return leadsOn ? pageOf(found) : null
}

/**
 * `redirectUrl`: where to pay. `outcome`: the provider refused the payment ('refused'), or has another one under its
 * key. `gone`: no such token, or its payment is over. `unavailable`: the provider gives no usable answer now.
 */
export type Start = { redirectUrl: string } | { outcome: PaymentOutcome } | 'gone' | 'unavailable'

/** Starts a payment and returns the address to pay at. Called twice, the provider gives the same address. */
export async function startFound(known: PaymentWithOrder, now: DateTime): Promise<Start> {
	const isFirst = isLive(known.payment.state) && known.payment.redirectUrl === null
	const found = isFirst && known.isShort ? await keepOpenLonger(known) : known
	const { payment } = found
	if (!isLive(payment.state)) return 'gone'
	if (payment.redirectUrl) return { redirectUrl: payment.redirectUrl }
	if (!found.isKeyKept) return 'gone'

	try {
		const started = await startAtProvider(found, now)
		if (started) return { redirectUrl: started.redirectUrl }
		return { outcome: endedAs('refused', pageOf(found)) }
	} catch (error) {
		if (error instanceof ProviderUnavailable) return 'unavailable'
		if (!(error instanceof ProviderConflict)) throw error
		log.warn({ paymentId: payment.id, err: error }, 'a payment could not be started')
		return { outcome: { ...pageOf(found), isUnverified: true } }
	}
}

/**
 * Gives a payment that was never started its whole time again, before the provider is asked: a provider keeps no
 * payment page open for less than half an hour (faults N4). A payment that is over, or was lengthened by another call,
 * is read anew.
 */
async function keepOpenLonger(known: PaymentWithOrder): Promise<PaymentWithOrder> {
	await lengthen(db, { id: known.payment.id })
	return (await findPayment(known.payment.id)) ?? known
}

const lengthen = prepare<{ id: string }>((build, value) =>
	build
		.update(payments)
		.set({ expiresAt: sql`now() + make_interval(mins => ${openFor.minutes})` })
		.where(
			and(
				eq(payments.id, value('id')),
				inArray(payments.state, [...livePaymentStates]),
				isNull(payments.providerId),
				isShort,
				not(isOverdue),
			),
		),
)

/**
 * Starts a payment at its provider and notes its payment page. Null when the payment is over: the provider refused it,
 * or it was closed while the provider was asked; the new page is then only noted, for the sweep.
 * @throws ProviderUnavailable, ProviderConflict
 */
export async function startAtProvider(
	found: PaymentWithOrder,
	now: DateTime,
): Promise<StartedPayment | null> {
	const { payment, order } = found
	const back = `${env.APP_ORIGIN}/checkout/success/${payment.provider}?return=${payment.returnToken}`
	try {
		const started = await paymentProvider(payment.provider).start({
			id: payment.id,
			reference: payment.reference ?? order.number,
			description: `${currentVenue().name} ${order.number}`,
			amount: payment.amount,
			// Whoever has the link of the booking may pay its rest, and is not shown the customer's address.
			...(payment.purpose === 'order' && { email: order.email }),
			successUrl: back,
			cancelUrl: `${back}&cancelled=1`,
			locale: order.locale as Locale,
			expiresAt: payment.expiresAt,
		})
		const [noted] = await noteStart(db, { ...started, id: payment.id })
		return noted && isLive(noted.state) ? placeOf(noted) : null
	} catch (error) {
		if (!(error instanceof ProviderRefused)) throw error
		log.warn({ paymentId: payment.id, err: error }, 'the provider refused a payment')
		await applyReport(found, { state: 'untaken' }, now)
		return null
	}
}

type NotedStart = Pick<Payment, 'state' | 'providerId' | 'redirectUrl'>

function placeOf({ providerId, redirectUrl }: NotedStart): StartedPayment | null {
	return providerId === null || redirectUrl === null ? null : { providerId, redirectUrl }
}

/** Notes a payment page; the first one stays, for a call that lengthened the payment may have opened another. */
const noteStart = prepare<StartedPayment & { id: string }, NotedStart>((build, value) =>
	build
		.update(payments)
		.set({
			providerId: sql`coalesce(${payments.providerId}, ${value('providerId')})`,
			redirectUrl: sql`coalesce(${payments.redirectUrl}, ${value('redirectUrl')})`,
			state: sql`case ${payments.state} when 'created' then 'started' else ${payments.state} end`,
		})
		.where(eq(payments.id, value('id')))
		.returning({
			state: payments.state,
			providerId: sql<string | null>`${payments.providerId}`.as('providerId'),
			redirectUrl: sql<string | null>`${payments.redirectUrl}`.as('redirectUrl'),
		}),
)
