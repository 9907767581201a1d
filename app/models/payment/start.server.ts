import { randomUUID } from 'node:crypto'

import { and, desc, eq, inArray, isNull, not, notInArray, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { payments, paymentTokens } from '#app/db/schema.ts'
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
import {
	findPayment,
	findPaymentByToken,
	isOverdue,
	isShort,
	type Payment,
	type PaymentWithOrder,
} from '#app/models/payment/payment.server.ts'
import {
	hasMoneyMoved,
	isLive,
	livePaymentStates,
	type PaymentOutcome,
} from '#app/models/payment/payment.ts'
import { applyReport } from '#app/models/payment/settle.server.ts'
import { everyProvider, type ProviderName } from '#app/models/provider.ts'
import { newToken, sha256 } from '#app/models/token.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/** The time that a payment page stays open, from the order on, or from a late first start: see `isShort`. */
const open = { minutes: everyProvider.opensForAtLeast + 10 }

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

type NewPayment = Pick<Payment, 'orderId' | 'provider' | 'amount'> & {
	/** The token of /payment/{sessionToken}: see `newToken`. */
	token: string
}

/** Inserts a payment in the transaction that places its order, before the provider is asked. */
export async function createPayment(
	tx: Transaction,
	{ token, ...payment }: NewPayment,
): Promise<void> {
	const id = randomUUID()
	await insertPayment(tx, { ...payment, id, returnToken: newToken(), hash: sha256(token) })
}

type PaymentValues = Omit<NewPayment, 'token'> & {
	id: string
	returnToken: string
	hash: string
}

const insertPayment = prepare<PaymentValues>(
	(build, value) => sql`
		with payment as ${build.insert(payments).values({
			id: value('id'),
			orderId: value('orderId'),
			provider: value('provider'),
			state: 'created',
			amount: value('amount'),
			returnToken: value('returnToken'),
			expiresAt: sql`now() + make_interval(mins => ${open.minutes})`,
		})}
		insert into payment_tokens (hash, payment_id) values (${value('hash')}, ${value('id')})`,
)

const insertToken = prepare<{ hash: string; paymentId: string }>((build, value) =>
	build.insert(paymentTokens).values({ hash: value('hash'), paymentId: value('paymentId') }),
)

/** A fresh token of /payment/{sessionToken} for the live payment of an order; null when there is none. */
export async function resumePayment(orderId: string): Promise<string | null> {
	return db.transaction(async (tx) => {
		const [live] = await tx
			.select({ id: payments.id })
			.from(payments)
			.where(and(eq(payments.orderId, orderId), inArray(payments.state, [...livePaymentStates])))
		return live ? issueToken(tx, live.id) : null
	})
}

/** True when this token leads to a payment page, a paid order, or the message that its time is over. */
export async function leadsAnywhere(token: string): Promise<boolean> {
	const found = await findPaymentByToken(token)
	if (!found) return false
	const { payment } = found
	return isLive(payment.state) || hasMoneyMoved(payment) || payment.state === 'expired'
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
		return started ? { redirectUrl: started.redirectUrl } : { outcome: 'refused' }
	} catch (error) {
		if (error instanceof ProviderUnavailable) return 'unavailable'
		if (!(error instanceof ProviderConflict)) throw error
		log.warn({ paymentId: payment.id, err: error }, 'a payment could not be started')
		return { outcome: { publicId: found.order.publicId, isUnverified: true } }
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
		.set({ expiresAt: sql`now() + make_interval(mins => ${open.minutes})` })
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
			reference: order.number,
			description: `${currentVenue().name} ${order.number}`,
			amount: payment.amount,
			email: order.email,
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

/** Issues a token and keeps the newest five of a payment: an older tab may still use one of them. */
async function issueToken(tx: Transaction, paymentId: string): Promise<string> {
	const token = newToken()
	const newest = tx
		.select({ hash: paymentTokens.hash })
		.from(paymentTokens)
		.where(eq(paymentTokens.paymentId, paymentId))
		.orderBy(desc(paymentTokens.createdAt))
		.limit(MOST_TOKENS - 1)
	await tx
		.delete(paymentTokens)
		.where(and(eq(paymentTokens.paymentId, paymentId), notInArray(paymentTokens.hash, newest)))
	await insertToken(tx, { hash: sha256(token), paymentId })
	return token
}

const MOST_TOKENS = 5
