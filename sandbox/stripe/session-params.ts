import { z } from 'zod'

import type { Session } from '#sandbox/ledger.ts'
import { parseForm } from '#sandbox/stripe/form-encoding.ts'
import { invalid } from '#sandbox/stripe/refusal.ts'
import { newId } from '#sandbox/stripe/wire.ts'

/** Reads form-encoded parameters by a schema; refuses unknown, missing and malformed ones. */
export function read<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
	const result = schema.safeParse(parseForm(body))
	if (result.success) return result.data
	throw refusalOf(result.error.issues[0])
}

/** Returns the session that a create call asks for, or throws a refusal in the words of the real one. */
export function sessionFrom(body: string, now: number): Session {
	const params = read(createSchema, body)
	const lines = params.line_items.map(({ quantity, price_data: price }) => ({
		name: price.product_data.name,
		quantity,
		unitAmount: price.unit_amount,
	}))
	const amount = lines.reduce((sum, line) => sum + line.quantity * line.unitAmount, 0)
	const currency = currencyOf(params.line_items.map((item) => item.price_data.currency))
	checkAmount(amount, currency)

	return {
		id: newId('cs_test'),
		created: now,
		expiresAt: expiryOf(params.expires_at, now),
		status: 'open',
		paymentStatus: 'unpaid',
		amount,
		currency,
		lines,
		reference: params.client_reference_id ?? null,
		metadata: params.metadata ?? {},
		intentMetadata: params.payment_intent_data?.metadata ?? {},
		intentDescription: params.payment_intent_data?.description ?? null,
		successUrl: webAddress(params.success_url, 'success_url'),
		cancelUrl: params.cancel_url ? webAddress(params.cancel_url, 'cancel_url') : null,
		locale: params.locale ?? null,
		email: params.customer_email ?? null,
		intent: null,
		declines: 0,
	}
}

export const amountSchema = z
	.string()
	.regex(/^-?\d{1,12}$/, 'Invalid integer: amount')
	.transform(Number)

export const metadataSchema = z.record(z.string().max(40), z.string().max(500))

const HALF_HOUR = 30 * 60
const DAY = 24 * 60 * 60
/** The smallest and largest payment that Stripe takes: 0.50 in EUR, and eight digits. */
const SMALLEST = 50
const LARGEST = 99_999_999

const createSchema = z.strictObject({
	mode: z.literal('payment', 'Invalid mode: this sandbox knows `payment` only'),
	ui_mode: z.literal('hosted_page').optional(),
	success_url: z.string().max(5000),
	cancel_url: z.string().max(5000).optional(),
	client_reference_id: z.string().max(200).optional(),
	customer_email: z.email('Invalid email address').max(800).optional(),
	expires_at: amountSchema.optional(),
	locale: z
		.string()
		.regex(/^(auto|[a-z]{2,3}(-[A-Z0-9]{2,3})?)$/, 'Invalid locale')
		.optional(),
	submit_type: z.enum(['auto', 'book', 'donate', 'pay']).optional(),
	metadata: metadataSchema.optional(),
	payment_intent_data: z
		.strictObject({ description: z.string().max(1000), metadata: metadataSchema })
		.partial()
		.optional(),
	line_items: z
		.array(
			z.strictObject({
				quantity: amountSchema.pipe(z.int().min(1, 'Invalid positive integer')),
				price_data: z.strictObject({
					currency: z.string().regex(/^[A-Za-z]{3}$/, 'Invalid currency'),
					unit_amount: amountSchema.pipe(z.int().min(0, 'Invalid non-negative integer')),
					product_data: z.strictObject({
						name: z.string().min(1, 'You passed an empty string').max(5000),
						description: z.string().max(5000).optional(),
					}),
				}),
			}),
		)
		.min(1)
		.max(100),
	expand: z.array(z.string()).optional(),
})

function refusalOf(issue: z.core.$ZodIssue | undefined) {
	if (!issue) return invalid('Invalid request.', '')
	const param = nameOf(issue.path)
	if (issue.code === 'unrecognized_keys') {
		const unknown = nameOf([...issue.path, issue.keys[0] ?? ''])
		return invalid(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown')
	}
	if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) {
		return invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
	}
	return invalid(issue.message, param)
}

function nameOf([first, ...rest]: readonly PropertyKey[]) {
	return `${String(first ?? '')}${rest.map((part) => `[${String(part)}]`).join('')}`
}

function currencyOf(currencies: string[]) {
	const [currency = '', ...others] = currencies.map((each) => each.toLowerCase())
	const known = Intl.supportedValuesOf('currency').includes(currency.toUpperCase())
	const param = 'line_items[0][price_data][currency]'
	if (!known) throw invalid(`Invalid currency: ${currency}.`, param)
	if (others.some((other) => other !== currency)) {
		throw invalid('All prices on a Checkout Session must have the same currency.', param)
	}
	return currency
}

function checkAmount(amount: number, currency: string) {
	if (amount < SMALLEST) {
		throw invalid(
			`The Checkout Session's total amount due must add up to at least 0.50 ${currency}`,
			'line_items',
			'amount_too_small',
		)
	}
	if (amount > LARGEST) {
		throw invalid(
			`The Checkout Session's total amount must be no more than 999,999.99 ${currency}`,
			'line_items',
			'amount_too_large',
		)
	}
}

function expiryOf(wanted: number | undefined, now: number) {
	const expiresAt = wanted ?? now + DAY
	if (expiresAt < now + HALF_HOUR) throw badExpiry('at least 30 minutes')
	if (expiresAt > now + DAY) throw badExpiry('less than 24 hours')
	return expiresAt
}

function badExpiry(rule: string) {
	const message = `The \`expires_at\` timestamp must be ${rule} from Checkout Session creation.`
	return invalid(message, 'expires_at')
}

function webAddress(text: string, param: string) {
	const url = URL.canParse(text) ? new URL(text) : null
	if (url && /^https?:$/.test(url.protocol)) return text
	throw invalid('Not a valid URL', param, 'url_invalid')
}
