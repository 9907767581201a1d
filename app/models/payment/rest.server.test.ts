import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { allocations, invoices, orders, payments, refunds } from '#app/db/schema.ts'
import type { Wish } from '#app/models/cart/cart.ts'
import { cents, zero } from '#app/models/money.ts'
import { providerNames, type ProviderName } from '#app/models/provider.ts'
import { ok, refuse } from '#app/models/result.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'

// The rest of a booking, paid online before the visit: it moves from the till to the provider, and nothing else moves.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let booking: typeof import('#app/models/booking/cancel.server.ts')
let issuing: typeof import('#app/models/invoice/issue.server.ts')
let onSite: typeof import('#app/models/invoice/on-site.server.ts')
let sweep: typeof import('#app/models/invoice/sweep.server.ts')
let letterModel: typeof import('#app/models/payment/letters.server.ts')
let visits: typeof import('#app/models/order/visits.server.ts')
let mails: typeof import('#app/jobs/order-mail.server.ts') &
	typeof import('#app/jobs/rest-mail.server.ts') &
	typeof import('#app/jobs/venue-mail.server.ts')

const now = () => DateTime.utc()
const room = { productId: 'room-mercury', quantity: 1 }

beforeAll(async () => {
	shop = await openPayingShop()
	booking = await import('#app/models/booking/cancel.server.ts')
	issuing = await import('#app/models/invoice/issue.server.ts')
	onSite = await import('#app/models/invoice/on-site.server.ts')
	sweep = await import('#app/models/invoice/sweep.server.ts')
	letterModel = await import('#app/models/payment/letters.server.ts')
	visits = await import('#app/models/order/visits.server.ts')
	mails = {
		...(await import('#app/jobs/order-mail.server.ts')),
		...(await import('#app/jobs/rest-mail.server.ts')),
		...(await import('#app/jobs/venue-mail.server.ts')),
	}
})
afterAll(() => shop.close())
beforeEach(clear)

async function clear(): Promise<void> {
	await emptyTables(shop.admin, 'attempts', 'counters', 'invoices')
	await shop.clear()
}

type Booked = Left & { number: string; onSite: number; online: number }

async function booked(wish: Partial<Wish> = room): Promise<Booked> {
	const left = await shop.leave('stripe', undefined, wish)
	await shop.paid(left)
	await issuing.issueInvoices(left.orderId, now())
	const row = await rowOf(left)
	expect(row.onSite).toBeGreaterThan(0)
	return { ...left, number: row.number, onSite: row.onSite, online: row.online }
}

async function rowOf({ orderId }: { orderId: string }) {
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, orderId))
	if (!row) throw new Error('no order')
	return row
}

async function restsOf({ orderId }: Left) {
	const rows = await shop.admin.select().from(payments).where(eq(payments.orderId, orderId))
	return rows
		.filter(({ purpose }) => purpose === 'rest')
		.toSorted((one, other) => one.createdAt.valueOf() - other.createdAt.valueOf())
}

/** Begins to pay the rest, as far as the provider's page. */
async function leaveWithRest(of: Booked, provider: ProviderName): Promise<Left> {
	const begun = await shop.pay.payRest(of.orderId, provider, now())
	if (!begun.ok || !('token' in begun.value)) throw new Error('the rest cannot be paid')
	expect(await shop.pay.goOnPaying(begun.value.token, now())).toHaveProperty('redirectUrl')
	const rest = (await restsOf(of)).at(-1)
	return { ...of, provider, paymentId: rest?.id ?? '', providerId: rest?.providerId ?? '' }
}

/** Pays at the provider; the shop does not know it yet. */
const payThere = (left: Left, body?: object) => shop.payThere(left, body)
const settled = ({ paymentId }: Left) => shop.pay.settlePayment(paymentId, now())

async function paidRest(of: Booked, provider: ProviderName = 'stripe'): Promise<Left> {
	const rest = await leaveWithRest(of, provider)
	await payThere(rest)
	await settled(rest)
	return rest
}

async function refundsOf({ orderId }: Left) {
	const rows = await shop.admin
		.select({ refund: refunds, payment: payments })
		.from(refunds)
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.where(eq(payments.orderId, orderId))
	return rows
		.map(({ refund, payment }) => ({ amount: refund.amount, purpose: payment.purpose }))
		.toSorted((one, other) => other.purpose.localeCompare(one.purpose))
}

/** Issues every paper and checks all invariants. */
async function expectWhole({ orderId }: Left): Promise<void> {
	await issuing.issueInvoices(orderId, now())
	const broken = (await audit(shop.admin)).filter((finding) => finding.broken.length > 0)
	// The mails of these tests are written by hand.
	expect(broken.filter(({ id }) => id !== 'I8')).toEqual([])
}

test.each(providerNames)(
	'K20: a rest paid by %s moves from the till to online, with its paper and its letter, and nothing else moves',
	async (provider) => {
		const before = await booked()
		const places = await shop.admin.select().from(allocations)
		const rest = await leaveWithRest(before, provider)
		await payThere(rest)
		const standing = await settled(rest)
		const outcome = { publicId: before.publicId, purpose: 'rest' }
		expect(standing).toEqual({ state: 'paid', outcome })
		expect(await settled(rest), 'asked again').toEqual(standing)

		const { total } = await rowOf(before)
		expect(await rowOf(before)).toMatchObject({
			state: 'confirmed',
			online: before.online + before.onSite,
			onSite: 0,
			total: before.online + before.onSite,
		})
		expect(await shop.admin.select().from(allocations)).toEqual(places)
		expect(await restsOf(before)).toMatchObject([
			{ state: 'paid', paidAmount: before.onSite, reference: `${before.number}-2` },
		])
		const [first] = await shop.admin.select().from(payments).where(eq(payments.purpose, 'order'))
		expect(first?.reference).toBe(before.number)
		expect(await visits.findVisit(before.orderId)).toMatchObject({ left: 0 })

		await expectWhole(before)
		const papers = await shop.admin.select().from(invoices)
		expect(papers.map(({ slug, gross }) => [slug, gross])).toEqual([
			['deposit', before.online],
			['deposit-2', before.onSite],
		])
		expect(total).toBe(before.online + before.onSite)
		expect(await shop.jobs('mailConfirmation')).toHaveLength(1)
		expect(await shop.jobs('mailRest')).toEqual([{ paymentId: rest.paymentId }])
		await mails.mailRest(rest.paymentId)
		const [letter, ...others] = Object.values(await shop.letters())
		expect(others).toEqual([])
		expect(letter).toContain(`Subject: Der Rest zur Bestellung ${before.number} ist bezahlt`)
		expect(letter).toContain('Vor Ort ist nichts mehr zu zahlen.')
		expect(letter).toContain('application/pdf')
		expect(letter, 'the calendar is unchanged').not.toContain('text/calendar')
	},
)

test('K20: the sweep finds the money of a rest whose window was closed after paying', async () => {
	const before = await booked()
	const rest = await leaveWithRest(before, 'stripe')
	await payThere(rest)
	await raw(shop.admin, `update payments set created_at = now() - interval '1 minute'`)
	await shop.pay.sweepPayments(now())
	expect(await rowOf(before)).toMatchObject({ state: 'confirmed', onSite: 0 })
})

test('K20: the venue of a party is told of its rest, as it is of the booking', async () => {
	const before = await booked()
	const rest = await paidRest(before)
	await mails.tellOfRest(rest.paymentId)
	const [letter] = Object.values(await shop.letters())
	expect(letter).toContain(`Subject: Rest online bezahlt: ${before.number}`)
})

test('K20: the paper of a rest that is the first payment is found by the sweep, however old the order', async () => {
	const before = await booked()
	await emptyTables(shop.admin, 'payments', 'invoices')
	await raw(shop.admin, `delete from counters where name like 'invoice-%'`)
	await raw(
		shop.admin,
		`update orders set on_site = total, online = 0, confirmed_at = now() - interval '60 days'`,
	)
	const whole = { ...before, onSite: before.onSite + before.online }
	const rest = await paidRest(whole, 'paypal')
	expect(await restsOf(before)).toMatchObject([{ reference: `${before.number}-2`, state: 'paid' }])
	await raw(shop.admin, `update payments set settled_at = now() - interval '2 minutes'`)
	await sweep.sweepInvoices(now())
	const papers = await shop.admin.select().from(invoices)
	expect(papers).toMatchObject([
		{ slug: 'invoice', gross: whole.onSite, paymentId: rest.paymentId },
	])
	await expectWhole(before)
})

test('K21: a rest that is pressed 16 times at once has one payment, and every address leads to one page', async () => {
	const before = await booked()
	const begun = await Promise.all(
		Array.from({ length: 16 }, () => shop.pay.payRest(before.orderId, 'stripe', now())),
	)
	expect(await restsOf(before)).toHaveLength(1)
	const last = begun.at(-1)
	expect(begun.every((each) => each.ok && 'token' in each.value)).toBe(true)
	if (!last?.ok || !('token' in last.value)) throw new Error('not begun')
	const page = await shop.pay.goOnPaying(last.value.token, now())
	expect(await shop.pay.goOnPaying(last.value.token, now())).toEqual(page)
})

test('K21, negative control: without the lock of the order a second press would fail', async () => {
	const { orderId, onSite } = await booked()
	const payment = { orderId, purpose: 'rest', provider: 'stripe', amount: cents(onSite) } as const
	const insert = (token: string) =>
		shop.db.transaction((tx) => shop.pay.createPayment(tx, { ...payment, token }))
	const both = await Promise.allSettled(['first', 'second'].map(insert))
	expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('K21: another way to pay closes the payment that is open; its page takes no money', async () => {
	const before = await booked()
	const card = await leaveWithRest(before, 'stripe')
	const wallet = await leaveWithRest(before, 'paypal')
	expect(await restsOf(before)).toMatchObject([
		{ id: card.paymentId, state: 'cancelled' },
		{ id: wallet.paymentId, state: 'started', reference: `${before.number}-3` },
	])
	await expect(payThere(card)).rejects.toThrow()
	await payThere(wallet)
	await settled(wallet)
	expect(await rowOf(before)).toMatchObject({ onSite: 0 })
	await expectWhole(before)
})

test('K97: a booking that a voucher paid may change the way to pay its rest, twice', async () => {
	const before = await booked()
	await emptyTables(shop.admin, 'payments', 'invoices')
	for (const provider of ['stripe', 'paypal', 'stripe'] as const)
		await leaveWithRest(before, provider)
	const made = await restsOf(before)
	expect(made.map(({ reference }) => reference).toSorted()).toEqual(
		[2, 3, 4].map((count) => `${before.number}-${count}`),
	)
})

test('K21: a rest that is paid already is not begun again, and the payment says so', async () => {
	const before = await booked()
	const rest = await leaveWithRest(before, 'stripe')
	await payThere(rest)
	const outcome = { publicId: before.publicId, purpose: 'rest' }
	expect(await shop.pay.payRest(before.orderId, 'paypal', now())).toEqual(ok({ outcome }))
	expect(await shop.pay.payRest(before.orderId, 'paypal', now())).toEqual(
		refuse('booking.restNotDue'),
	)
})

test.each(['cancelled', 'declined'] as const)(
	'K22: a rest that is %s ends alone: the booking stands, and the visitor comes back to it',
	async (end) => {
		const before = await booked()
		const untouched = await rowOf(before)
		const rest = await leaveWithRest(before, 'paypal')
		if (end === 'declined') {
			await payThere(rest)
			shop.sandbox.setFaults({ plan: { declined: 1 } })
		}
		const standing =
			end === 'declined' ? await settled(rest) : await shop.pay.closePayment(rest.paymentId, now())
		const outcome = { publicId: before.publicId, purpose: 'rest', ended: 'failed' }
		expect(standing).toEqual({ state: end, outcome })
		expect(await rowOf(before)).toEqual(untouched)
		expect(await shop.jobs('mailRest')).toEqual([])
		shop.sandbox.clearFaults()
		await paidRest(before, 'stripe')
		expect(await rowOf(before)).toMatchObject({ onSite: 0 })
		await expectWhole(before)
	},
)

test('K22: a rest declined after its visitor had left ends with a letter about the rest', async () => {
	const before = await booked()
	const rest = await leaveWithRest(before, 'paypal')
	await payThere(rest)
	await raw(
		shop.admin,
		`update payments set created_at = now() - interval '7 hours', expires_at = now() - interval '6 hours',
			capture_begun_at = now() - interval '6 hours' where purpose = 'rest'`,
	)
	await shop.pay.sweepPayments(now())
	expect(await restsOf(before)).toMatchObject([{ state: 'expired' }])
	await mails.mailRest(rest.paymentId)
	const [letter] = Object.values(await shop.letters())
	expect(letter).toContain('Ihre Buchung steht')
	expect(letter).toMatch(/\/booking\/[\w-]{43}\r\n/)
})

test('K23: the till took the rest meanwhile: money by card goes back whole, with a letter', async () => {
	const before = await booked()
	const rest = await leaveWithRest(before, 'stripe')
	await taken(before)
	const untouched = await rowOf(before)
	await payThere(rest)
	expect(await settled(rest)).toMatchObject({ state: 'needsReview' })
	await settled(rest)
	expect(await rowOf(before)).toEqual(untouched)
	expect(await refundsOf(before)).toEqual([{ amount: before.onSite, purpose: 'rest' }])
	expect(await shop.jobs('tellOperator')).toEqual([])
	const [job, ...others] = await shop.jobs('mailRest')
	expect([job, others]).toEqual([{ paymentId: rest.paymentId, cause: 'notDue' }, []])
	await mails.mailRest(rest.paymentId, { cause: 'notDue' })
	const [letter] = Object.values(await shop.letters())
	expect(letter).toContain('Dieser Betrag war nicht mehr offen')
	await expectWhole(before)
})

test('K23: the till took the rest meanwhile: an approved wallet is not asked for money, and its payment ends', async () => {
	const before = await booked()
	const rest = await leaveWithRest(before, 'paypal')
	await payThere(rest)
	await taken(before)
	expect(await settled(rest)).toMatchObject({ state: 'cancelled' })
	const { captures } = shop.sandbox.ledger()
	expect(captures.filter(({ sessionId }) => sessionId === rest.providerId)).toEqual([])
	expect(await shop.pay.payRest(before.orderId, 'paypal', now())).toEqual(
		refuse('booking.restPaid'),
	)
})

test('K86: a capture that did not reach the provider before the till took the rest: its payment ends, and nothing is taken', async () => {
	const before = await booked()
	const rest = await leaveWithRest(before, 'paypal')
	await payThere(rest)
	await raw(shop.admin, `update payments set capture_begun_at = now() where purpose = 'rest'`)
	await taken(before)
	expect(await settled(rest)).toMatchObject({ state: 'started' })
	await raw(
		shop.admin,
		`update payments set capture_begun_at = now() - interval '3 minutes' where purpose = 'rest'`,
	)
	expect(await settled(rest)).toMatchObject({ state: 'cancelled' })
	const { captures } = shop.sandbox.ledger()
	expect(captures.filter(({ sessionId }) => sessionId === rest.providerId)).toEqual([])
	await expectWhole(before)
})

test('K23: the till and the provider at once, eight times: the rest counts once', async () => {
	for (let round = 0; round < 8; round += 1) {
		await clear()
		const before = await booked()
		const rest = await leaveWithRest(before, 'stripe')
		await payThere(rest)
		const [note] = await Promise.all([taken(before), settled(rest)])
		const { onSite: due, online } = await rowOf(before)
		expect(due).toBe(note.ok ? before.onSite : 0)
		expect(online).toBe(note.ok ? before.online : before.online + before.onSite)
		expect(await refundsOf(before)).toHaveLength(note.ok ? 1 : 0)
		await expectWhole(before)
	}
})

test('K23: the till took a part: what is left is paid online, and the final invoice is whole', async () => {
	const before = await booked()
	const part = { amount: cents(1000), method: 'cash', receipt: '4711' } as const
	await onSite.noteOnSite(before.number, part, now())
	await paidRest(before)
	expect(await rowOf(before)).toMatchObject({ onSite: 1000, state: 'confirmed' })
	await expectWhole(before)
	const papers = await shop.admin.select().from(invoices)
	expect(papers.map(({ slug }) => slug)).toEqual(['deposit', 'deposit-2', 'final'])
})

test('K24: the money of a rest whose booking is cancelled meanwhile goes back once, whole', async () => {
	for (let round = 0; round < 4; round += 1) {
		await clear()
		const before = await booked()
		const rest = await leaveWithRest(before, 'stripe')
		await payThere(rest)
		await Promise.all([
			booking.cancelBooking(before.number, zero, now()),
			settled(rest),
			settled(rest),
		])
		const back = await refundsOf(before)
		expect(back.filter(({ purpose }) => purpose === 'rest')).toEqual([
			{ amount: before.onSite, purpose: 'rest' },
		])
		expect(back).toHaveLength(2)
		await expectWhole(before)
	}
})

test.each([
	['another amount', { amount: 1500 }, 1500],
	['another currency', { currency: 'usd' }, null],
])(
	'K25, K121: a rest in %s goes back, its letters say so and that the booking stands, also when sent again',
	async (_, taken, amount) => {
		const before = await booked()
		const untouched = await rowOf(before)
		const rest = await leaveWithRest(before, 'stripe')
		await payThere(rest, taken)
		expect(await settled(rest)).toMatchObject({ state: 'needsReview' })
		expect(await rowOf(before)).toEqual(untouched)
		const back = amount ?? before.onSite
		expect(await refundsOf(before)).toEqual([{ amount: back, purpose: 'rest' }])
		const cause = 'notAsAgreed' as const
		expect(await shop.jobs('mailRest')).toEqual([{ paymentId: rest.paymentId, cause }])
		await mails.mailRest(rest.paymentId, { cause })
		expect(Object.values(await shop.letters())).toEqual([
			expect.stringContaining('stimmt aber nicht mit dem'),
		])
		const told = { concern: 'needsReview', about: rest.paymentId, purpose: 'rest' } as const
		expect(await shop.jobs('tellOperator')).toEqual([{ orderId: before.orderId, ...told }])
		await mails.tellOperator(before.orderId, told)
		const letters = Object.values(await shop.letters()).join('\n')
		expect(letters).toContain('den Rest der Bestellung')
		await expectWhole(before)

		await raw(shop.admin, 'delete from pgboss.job')
		const name = `rest-${rest.paymentId}`
		expect(await letterModel.sendAgain(before.number, name, { actor: 'staff:jana' })).toEqual(ok())
		expect(await shop.jobs('mailRest')).toMatchObject([{ paymentId: rest.paymentId, cause }])
	},
)

test.each([
	['does not know the payment', async (rest: Left) => forgetThere(rest)],
	['took nothing', async (rest: Left) => payThere(rest, { amount: 0 })],
])(
	'K121: the provider %s: the venue is told, nothing goes back, and no letter says that no money came',
	async (_, act) => {
		const before = await booked()
		const rest = await leaveWithRest(before, 'stripe')
		await raw(
			shop.admin,
			`update payments set created_at = now() - interval '9 hours', expires_at = now() - interval '8 hours',
				capture_begun_at = now() - interval '8 hours' where purpose = 'rest'`,
		)
		await act(rest)
		expect(await settled(rest)).toMatchObject({ state: 'needsReview' })
		expect(await shop.jobs('tellOperator')).toMatchObject([{ purpose: 'rest' }])
		expect(await shop.jobs('mailRest')).toEqual([])
		expect(await refundsOf(before)).toEqual([])
	},
)

async function forgetThere({ paymentId }: Left): Promise<void> {
	await raw(shop.admin, `update payments set provider_id = 'cs_test_gone' where id = $1`, [
		paymentId,
	])
}

test("K25: a first order's money under the reference of its rest is not as agreed", async () => {
	const before = await booked()
	const rest = await leaveWithRest(before, 'stripe')
	await raw(shop.admin, `update payments set reference = null where purpose = 'rest'`)
	await payThere(rest)
	expect(await settled(rest)).toMatchObject({ state: 'needsReview' })
})

test('K26: a refund takes the newest payment first, and goes on to the one before', async () => {
	const before = await booked()
	await paidRest(before)
	await issuing.issueInvoices(before.orderId, now())
	const amount = cents(before.onSite + 500)
	expect(await shop.pay.orderRefund(before.number, amount)).toEqual(
		ok({ ordered: amount, voided: 0 }),
	)
	expect(await refundsOf(before)).toEqual([
		{ amount: before.onSite, purpose: 'rest' },
		{ amount: 500, purpose: 'order' },
	])
	expect(await shop.jobs('mailRefund')).toHaveLength(2)
	expect(await shop.pay.orderRefund(before.number, amount), 'pressed twice').toEqual(
		refuse('desk.givesBackAlready'),
	)
	await expectWhole(before)
})

test('K26: a booking that is cancelled with a fee gives back of both payments what is not kept, in one letter', async () => {
	const before = await booked()
	await paidRest(before)
	const fee = cents(300)
	const back = before.online + before.onSite - fee
	expect(await booking.cancelBooking(before.number, fee, now())).toMatchObject(
		ok({ back: cents(back), kept: fee }),
	)
	const given = await refundsOf(before)
	expect(given).toEqual([
		{ amount: before.onSite, purpose: 'rest' },
		{ amount: before.online - fee, purpose: 'order' },
	])
	const [letter] = await shop.jobs('mailCancellation')
	const { refundId, otherRefundIds } = letter as { refundId: string; otherRefundIds: string[] }
	expect(otherRefundIds).toHaveLength(1)
	await mails.mailCancellation(before.orderId, [refundId, ...otherRefundIds])
	const [text] = Object.values(await shop.letters())
	expect(text).toContain(`${(back / 100).toFixed(2).replace('.', ',')}`)
	await expectWhole(before)
})

test('K27: a rest is not begun to be paid once the visit is over, or when nothing is due', async () => {
	const before = await booked()
	const after = now().plus({ months: 2 })
	expect(await shop.pay.payRest(before.orderId, 'stripe', after)).toEqual(refuse('booking.over'))
	await taken(before)
	expect(await shop.pay.payRest(before.orderId, 'stripe', now())).toEqual(
		refuse('booking.restPaid'),
	)
	expect(await restsOf(before)).toEqual([])
})

function taken({ number, onSite: due }: Booked) {
	const note = { amount: cents(due), method: 'card', receipt: `4712-${number}` } as const
	return onSite.noteOnSite(number, note, now())
}
