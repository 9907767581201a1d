import type { Stripe } from 'stripe'
import { z } from 'zod'

import { askStripe, type StripeAccount } from '#app/gateways/stripe-client.server.ts'
import { hasFailed, refundSchema, sessionSchema, stateOf } from '#app/gateways/stripe-words.ts'
import { cents } from '#app/models/money.ts'
import type { ListedCapture, MoneyListing, TracedMoney } from '#app/models/payment/listing.ts'

// Lists the money of an account at Stripe and traces where it came from.

/** The longest time between the opening of a session at Stripe and its payment, in seconds; a debit takes days more. */
const SESSION_LIFE = 24 * 60 * 60

/**
 * Lists the sessions at Stripe that were paid, and the refunds. Stripe lists sessions by the time they were opened, so
 * those of the day before are read as well. The list is complete: a session appears in it at once.
 */
export async function listMoney(
	account: StripeAccount,
	{ since, until }: { since: Date; until: Date },
): Promise<MoneyListing> {
	const gte = Math.floor(since.getTime() / 1000) - SESSION_LIFE
	const lt = Math.floor(until.getTime() / 1000) + 1
	const sessions = await everyPage(listedSessionsSchema, (page) =>
		askStripe(account, (stripe) =>
			stripe.checkout.sessions.list({
				...page,
				created: { gte, lt },
				expand: ['data.payment_intent'],
			}),
		),
	)
	const refunds = await everyPage(listedRefundsSchema, (page) =>
		askStripe(account, (stripe) => stripe.refunds.list({ ...page, created: { gte } })),
	)
	return {
		captured: sessions.flatMap((session) => capturedBy(session) ?? []),
		refunded: refunds
			.filter(({ status }) => !hasFailed(status))
			.flatMap(({ id: refundId, payment_intent: captureId, amount, created }) =>
				captureId === null
					? []
					: [{ refundId, captureId, amount: cents(amount), at: momentOf(created) }],
			),
		completeUntil: until,
	}
}

type Page = { limit: number; starting_after?: string }

/** Reads a list of Stripe's to its end, a hundred objects at a time. */
export async function everyPage<Row extends { id: string }>(
	schema: z.ZodType<{ data: Row[]; has_more: boolean }>,
	read: (page: Page) => Promise<unknown>,
): Promise<Row[]> {
	const rows: Row[] = []
	for (let hasMore = true; hasMore;) {
		const last = rows.at(-1)
		const page = schema.parse(await read({ limit: 100, ...(last && { starting_after: last.id }) }))
		rows.push(...page.data)
		hasMore = page.has_more && page.data.length > 0
	}
	return rows
}

function capturedBy(session: ListedSession): ListedCapture | null {
	const { payment_intent: intent, created } = session
	if (stateOf(session).state !== 'paid' || !intent) return null
	return {
		captureId: intent.id,
		reference: session.client_reference_id ?? '',
		amount: cents(intent.amount_received),
		currency: intent.currency.toUpperCase(),
		at: momentOf(created),
		note: session.metadata ?? {},
	}
}

function momentOf(seconds: number): Date {
	return new Date(seconds * 1000)
}

/**
 * Finds the session of an intent, which is the capture at Stripe, and returns its note and its payer; null when Stripe
 * has none.
 */
export async function traceMoney(stripe: Stripe, captureId: string): Promise<TracedMoney | null> {
	const { data } = await stripe.checkout.sessions.list({ payment_intent: captureId, limit: 1 })
	const [session] = tracedSchema.parse(data)
	if (!session) return null
	const { id: providerId, metadata, customer_details: payer } = session
	const names = (payer?.name ?? '').trim().split(/\s+/)
	return {
		providerId,
		note: metadata ?? {},
		payer: {
			email: payer?.email ?? null,
			firstName: names.slice(0, -1).join(' ') || null,
			lastName: names.at(-1) || null,
		},
	}
}

const tracedSchema = z.array(
	z.object({
		id: z.string().min(1),
		metadata: z.record(z.string(), z.string()).nullable(),
		customer_details: z
			.object({ email: z.string().nullable(), name: z.string().nullable() })
			.nullable(),
	}),
)

const listedSessionSchema = sessionSchema.extend({
	id: z.string().min(1),
	created: z.int(),
	metadata: z.record(z.string(), z.string()).nullable(),
})
type ListedSession = z.output<typeof listedSessionSchema>
const listedSessionsSchema = z.object({ data: z.array(listedSessionSchema), has_more: z.boolean() })
const listedRefundsSchema = z.object({
	data: z.array(refundSchema.extend({ created: z.int(), payment_intent: z.string().nullable() })),
	has_more: z.boolean(),
})
