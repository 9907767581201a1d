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
import { zero } from '#app/models/money.ts'
import { noteOf } from '#app/models/payment/booking-note.ts'
import { openFor } from '#app/models/payment/create.server.ts'
import type { PaymentNote } from '#app/models/payment/listing.ts'
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
	type OwnReport,
	type PaymentOutcome,
} from '#app/models/payment/payment.ts'
import { applyReport } from '#app/models/payment/settle.server.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Lists the connected providers, in the order in which they are offered to pay with.
 * @throws when none is connected
 */
export function listWaysToPay(): readonly [ProviderName, ...ProviderName[]] {
	const [first, ...others] = connectedProviders
	if (!first) throw new Error('no payment provider is connected')
	return [first, ...others]
}

/** Lists the providers that cannot be used now while another can; empty when all or none are away. */
export function listWaysAway(): ProviderName[] {
	const away = connectedProviders.filter(isAway)
	return away.length < connectedProviders.length ? away : []
}

/** True when none of the connected providers can be used now. */
export function areAllAway(): boolean {
	return connectedProviders.every(isAway)
}

/**
 * Finds the page of the order whose payment has this token. Null unless the payment is open, has money, or ran out of
 * time.
 */
export async function pageBehind(token: string): Promise<OrderPage | null> {
	const found = await findPaymentByToken(token)
	if (!found) return null
	const { payment } = found
	const leadsOn = isLive(payment.state) || hasMoneyMoved(payment) || payment.state === 'expired'
	return leadsOn ? pageOf(found) : null
}

/**
 * The result of sending a visitor to pay. `redirectUrl`: the provider's payment page. `outcome`: the provider refused
 * the payment ('refused'), or has another one under its key. `gone`: the token is unknown, or its payment is over.
 * `unavailable`: the provider gives no usable answer now.
 */
export type StartOutcome =
	| { redirectUrl: string }
	| { outcome: PaymentOutcome }
	| 'gone'
	| 'unavailable'

/**
 * Starts a payment at its provider and returns the address of the payment page. Called twice, it returns the same
 * address.
 */
export async function startFound(known: PaymentWithOrder, now: DateTime): Promise<StartOutcome> {
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
 * Gives a payment that was never started its whole time again, before the provider is asked, which keeps no payment
 * page open for less than half an hour (faults N4). A payment that is over, or was lengthened by another call, is only
 * read anew.
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
 * or it was closed while the provider was asked; the new page is then only noted, for the sweep. `refused`: the report
 * that is applied to a payment that the provider refused.
 * @throws ProviderUnavailable, ProviderConflict
 */
export async function startAtProvider(
	found: PaymentWithOrder,
	now: DateTime,
	refused: OwnReport = { state: 'untaken' },
): Promise<StartedPayment | null> {
	const { payment, order } = found
	const back = `${env.APP_ORIGIN}/checkout/success/${payment.provider}?return=${payment.returnToken}`
	try {
		const started = await paymentProvider(payment.provider).start({
			id: payment.id,
			reference: payment.reference ?? order.number,
			description: `${currentVenue().name} ${order.number}`,
			note: noteAbout(found),
			amount: payment.amount,
			// Everyone with the link of a booking may pay its rest, and everyone who was read a code may pay by it: they are
			// not shown the customer's address.
			...(payment.purpose === 'order' && !order.payUntil && { email: order.email }),
			successUrl: back,
			cancelUrl: `${back}&cancelled=1`,
			locale: order.locale as Locale,
			expiresAt: payment.expiresAt,
		})
		const [noted] = await noteStart(db, { ...started, id: payment.id })
		return noted && isLive(noted.state) ? pageToPay(noted) : null
	} catch (error) {
		if (!(error instanceof ProviderRefused)) throw error
		log.warn({ paymentId: payment.id, err: error }, 'the provider refused a payment')
		await applyReport(found, refused, now)
		return null
	}
}

/**
 * Makes the note of a payment for its provider. It has contents of the order only before the payment page is opened and
 * only for the purpose `order`: those of a booking that stands may change meanwhile.
 */
function noteAbout({ payment: { purpose }, order }: PaymentWithOrder): PaymentNote {
	const { number, locale, day, booked } = order
	const { discount = zero, voucher = zero, lines = [] } = booked ?? {}
	return noteOf(new URL(env.APP_ORIGIN).host, {
		number,
		purpose,
		locale: locale as Locale,
		day: booked && day,
		discount,
		voucher,
		lines: lines.map(({ startsAt, endsAt, ...line }) => ({
			...line,
			startsAt: startsAt === null ? null : new Date(startsAt),
			endsAt: endsAt === null ? null : new Date(endsAt),
		})),
	})
}

type NotedStart = Pick<Payment, 'state' | 'providerId' | 'redirectUrl'>

function pageToPay({ providerId, redirectUrl }: NotedStart): StartedPayment | null {
	return providerId === null || redirectUrl === null ? null : { providerId, redirectUrl }
}

/**
 * Notes the page that a provider opened for a payment; the first one stays, for a call that lengthened the payment may
 * have opened another.
 */
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
