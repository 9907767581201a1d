import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { beyondHorizon, setPolicy } from '../booked-policy.ts'
import { claimDay } from '../days.ts'
import { signInStaff, type SignedInStaff } from '../desk/staff.ts'
import { issueVoucher } from '../issued-voucher.ts'
import { asked, valueIn } from './desk-tab.ts'
import { bookingIdIn, bookingOf, leave, order, pay, readyToOrder, versionIn } from './funnel.ts'

// Forms of the desk that were read before somebody else, or another press, changed what they show.

const shop = process.env['SHOP_URL'] ?? ''
const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 2, onnotice: () => {} })
test.afterAll(() => sql.end())

/** Books tickets for four, paid online; returns the path of the booking at the desk. */
async function booked() {
	const { visitor, version } = await readyToOrder(shop, await claimDay('any'), 4)
	const provider = await leave(visitor, await order(visitor, version))
	await pay(provider)
	const publicId = await bookingOf(provider, 'confirmed')
	const [row] = await sql`select id, number from orders where public_id = ${publicId}`
	return { id: String(row?.['id']), path: `/bookings/${String(row?.['number'])}` }
}

test('N357: a form from before another correction does not take its mail address back', async () => {
	const [jana, mia] = [await signInStaff(sql, 'shift'), await signInStaff(sql, 'shift')]
	const { id, path } = await booked()
	const seen = valueIn((await asked(jana, `${path}/email`)).text, 'seen')
	const correct = (person: SignedInStaff, email: string, shown: string) =>
		asked(person, `${path}/email`, { email, seen: shown })
	expect(await correct(mia, 'right@example.com', seen)).toMatchObject({ status: 303 })
	const refused = await correct(jana, 'wrong@example.com', seen)
	expect(refused.status).toBe(422)
	expect(refused.text).toContain('Inzwischen steht hier eine andere Adresse')
	expect(await sql`select person ->> 'email' as email from orders where id = ${id}`).toEqual([
		{ email: 'right@example.com' },
	])
	const shown = valueIn(refused.text, 'seen')
	expect(await correct(jana, 'newest@example.com', shown)).toMatchObject({ status: 303 })
})

test('N358: a form from before another refund gives nothing back', async () => {
	const [ada, mia] = [await signInStaff(sql, 'owner'), await signInStaff(sql, 'owner')]
	const { id, path } = await booked()
	const seen = valueIn((await asked(ada, `${path}/refund`)).text, 'seen')
	const refund = (person: SignedInStaff, amount: string, known: string) =>
		asked(person, `${path}/refund`, { amount, reason: 'Kulanz', seen: known })
	expect(await refund(mia, '2,00', seen)).toMatchObject({ status: 303 })
	const refused = await refund(ada, '3,00', seen)
	expect(refused.status).toBe(422)
	expect(refused.text).toContain('schon anderes Geld zurück')
	const amounts = () => sql`
		select amount from refunds where payment_id in (select id from payments where order_id = ${id})
		order by amount`
	expect(await amounts()).toEqual([{ amount: 200 }])
	expect(await refund(ada, '3,00', valueIn(refused.text, 'seen'))).toMatchObject({ status: 303 })
	expect(await amounts()).toEqual([{ amount: 200 }, { amount: 300 }])
})

test('N359: a change that is pressed twice is made once, and answers alike', async () => {
	const jana = await signInStaff(sql, 'shift')
	const { id, path } = await booked()
	const numbers = { 'lines.1': '3', revision: '1', reason: 'eins krank' }
	const looked = await asked(jana, `${path}/change`, { intent: 'look', ...numbers })
	const form = { intent: 'take', shown: valueIn(looked.text, 'shown'), ...numbers }
	for (let times = 0; times < 2; times += 1) {
		expect(await asked(jana, `${path}/change`, form)).toMatchObject({
			status: 303,
			to: `${path}?done=change`,
		})
	}
	expect(await sql`select revision from orders where id = ${id}`).toEqual([{ revision: 2 }])
})

test('N360: a change whose money goes back another way by now is shown anew', async () => {
	const [jana, ada] = [await signInStaff(sql, 'shift'), await signInStaff(sql, 'owner')]
	const { id, path } = await booked()
	// The till has taken the rest, so a cheaper booking gives money back.
	const { text } = await asked(jana, `${path}/rest`)
	const [shownRest, left, card] = ['shown', 'left', 'card'].map((name) => valueIn(text, name))
	const rest = { shown: shownRest ?? '', left: left ?? '', card: card ?? '', revision: '1' }
	const noted = { ...rest, intent: 'note', receipt: '4711-1' }
	expect(await asked(jana, `${path}/rest`, noted)).toMatchObject({ status: 303 })

	const numbers = { 'lines.1': '3', revision: '1', reason: 'eins krank' }
	const looked = await asked(jana, `${path}/change`, { intent: 'look', ...numbers })
	const shown = valueIn(looked.text, 'shown')
	const form = await asked(ada, `${path}/refund`)
	const amount = /höchstens ([\d.,]+)/.exec(form.text)?.[1] ?? ''
	const refund = { amount, reason: 'Kulanz', seen: valueIn(form.text, 'seen') }
	expect(await asked(ada, `${path}/refund`, refund)).toMatchObject({ status: 303 })
	const refused = await asked(jana, `${path}/change`, { intent: 'take', shown, ...numbers })
	expect(refused.status).toBe(422)
	expect(valueIn(refused.text, 'shown')).not.toBe(shown)
	expect(await sql`select revision from orders where id = ${id}`).toEqual([{ revision: 1 }])
})

/** Books tickets for four, whose deposit a voucher of 50.00 pays; the rest is left for the venue. */
async function bookedWithVoucher() {
	const code = await issueVoucher(sql, 5000)
	const { visitor, version } = await readyToOrder(shop, await claimDay('any'), 4)
	expect((await visitor.post('/cart', { intent: 'redeem', version, code })).status).toBe(303)
	const ready = versionIn((await visitor.get('/checkout/overview')).text)
	const ordered = { intent: 'order', version: ready, terms: 'on' }
	const { location } = await visitor.post('/checkout/overview', ordered)
	const publicId = bookingIdIn(location ?? '')
	const [row] = await sql`select number from orders where public_id = ${publicId} and voucher > 500`
	return { publicId, path: `/bookings/${String(row?.['number'])}` }
}

/** Gives a booking a deadline so many days before its visit; 5.00 are kept afterwards. */
async function keepAfter(publicId: string, days: number): Promise<void> {
	await setPolicy(sql, publicId, days)
	await sql`
		update orders set policy = jsonb_set(policy, '{rules,0,deposit}', '500')
		where public_id = ${publicId}`
}

test('N390: a fee that the page did not show is not kept of what a voucher paid', async () => {
	const jana = await signInStaff(sql, 'shift')
	const { publicId, path } = await bookedWithVoucher()
	await keepAfter(publicId, 0)
	const early = await asked(jana, `${path}/cancel`)
	const fields = (text: string) => ({
		keep: 'terms',
		reason: 'krank',
		backAll: valueIn(text, 'backAll'),
		backTerms: valueIn(text, 'backTerms'),
		feeTerms: valueIn(text, 'feeTerms'),
	})
	// The deadline passes while the page is open.
	await keepAfter(publicId, beyondHorizon)
	const refused = await asked(jana, `${path}/cancel`, fields(early.text))
	expect(refused.status).toBe(422)
	expect(refused.text).toContain('Inzwischen geht ein anderer Betrag zurück')
	expect(refused.text).toMatch(/\b5,00\s€ einbehalten/)
	const rowOf = () => sql`select state, fee from orders where public_id = ${publicId}`
	expect(await rowOf()).toMatchObject([{ state: 'confirmed' }])
	const { backTerms } = fields(refused.text)
	expect(backTerms).toBe(fields(early.text).backTerms)
	expect(await asked(jana, `${path}/cancel`, fields(refused.text))).toMatchObject({ status: 303 })
	expect(await rowOf()).toMatchObject([{ state: 'cancelled', fee: 500 }])
})

test('N393: a booked text that is longer than may be typed keeps no guests from being changed', async () => {
	const jana = await signInStaff(sql, 'shift')
	const { id, path } = await booked()
	const text = 'Nüsse '.repeat(40).trim()
	const answers = { tableWishes: { label: { de: 'Allergien', en: 'Allergies' }, text } }
	await sql`update orders set answers = ${sql.json(answers)} where id = ${id}`
	const numbers = { 'lines.1': '3', revision: '1', reason: 'eins krank' }
	const form = { ...numbers, 'answers.tableWishes': text }
	const looked = await asked(jana, `${path}/change`, { intent: 'look', ...form })
	expect(looked.status).toBe(200)
	const shown = valueIn(looked.text, 'shown')
	const typed = { ...form, 'answers.tableWishes': `${text} und Soja` }
	const refused = await asked(jana, `${path}/change`, { intent: 'take', shown, ...typed })
	expect(refused.status).toBe(422)
	expect(refused.text).toContain('höchstens 200 Zeichen')
	expect(await asked(jana, `${path}/change`, { intent: 'take', shown, ...form })).toMatchObject({
		status: 303,
	})
	expect(await sql`select revision from orders where id = ${id}`).toEqual([{ revision: 2 }])
})
