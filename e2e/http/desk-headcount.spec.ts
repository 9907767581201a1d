import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { claimDay } from '../days.ts'
import { signInStaff } from '../desk/staff.ts'
import { asked, valueIn } from './desk-tab.ts'
import { bookingOf, leave, order, pay, readyToOrder, versionIn } from './funnel.ts'

// Who came, as the desk counts it.

const shop = process.env['SHOP_URL'] ?? ''
const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 2, onnotice: () => {} })
test.afterAll(() => sql.end())

test('N376: the counter lowers no guests ahead of their day, by no form; a shift may', async () => {
	const { visitor, version } = await readyToOrder(shop, await claimDay('any'), 4)
	const provider = await leave(visitor, await order(visitor, version))
	await pay(provider)
	const publicId = await bookingOf(provider, 'confirmed')
	const [row] = await sql`select number from orders where public_id = ${publicId}`
	const path = `/bookings/${String(row?.['number'])}/rest`
	const [mia, jana] = [await signInStaff(sql, 'counter'), await signInStaff(sql, 'shift')]
	const early = 'erst am Tag des Besuchs'

	const shown = (await asked(mia, path)).text
	const [revision, left] = [valueIn(shown, 'revision') || '1', valueIn(shown, 'left') || '0']
	const typed = { revision, left, shown: left, came: '3', receipt: '4711' }
	for (const intent of ['apply', 'note'])
		expect((await asked(mia, path, { ...typed, intent })).text).toContain(early)
	expect(await sql`select revision from orders where public_id = ${publicId}`).toEqual([
		{ revision: 1 },
	])
	expect((await asked(jana, path, { ...typed, intent: 'apply' })).text).not.toContain(early)
})

test('N377: children and adults are counted by line, and the till takes the rest of those who came', async () => {
	const day = await claimDay('any')
	const { visitor, version } = await readyToOrder(shop, day, 2)
	const children = { product: 'ticket-child', quantity: 3, day, time: '14:00', duration: 120 }
	const added = await visitor.post('/cart', { intent: 'add', version, returnTo: '/', ...children })
	expect(added.status).toBe(303)
	const overview = (await visitor.get('/checkout/overview')).text
	const provider = await leave(visitor, await order(visitor, versionIn(overview)))
	await pay(provider)
	const publicId = await bookingOf(provider, 'confirmed')
	// By these terms who does not come need not pay.
	const [row] = await sql`
		update orders set policy = null, terms_version = '2026-11-26' where public_id = ${publicId}
		returning id, number`
	const path = `/bookings/${String(row?.['number'])}/rest`
	const jana = await signInStaff(sql, 'shift')
	const shown = (await asked(jana, path)).text
	for (const [field, booked] of [
		['came.1', '2'],
		['came.2', '3'],
	] as const)
		expect({ field, booked: valueIn(shown, field) }).toEqual({ field, booked })

	const typed = (html: string) => ({
		revision: valueIn(html, 'revision'),
		left: valueIn(html, 'left'),
		shown: valueIn(html, 'shown'),
		card: valueIn(html, 'card'),
		receipt: '4711-0377',
	})
	const stepped = await asked(jana, path, {
		...typed(shown),
		'came.1': '1',
		'came.2': '3',
		step: 'came.2:-1',
	})
	const rest = Number(valueIn(stepped.text, 'shown'))
	expect(rest).toBeLessThan(Number(valueIn(shown, 'shown')))
	const counted = { ...typed(stepped.text), 'came.1': '1', 'came.2': '2', intent: 'note' }
	expect(await asked(jana, path, counted)).toMatchObject({ status: 303 })
	const lines = await sql`
		select quantity from order_lines where order_id = ${row?.['id']} order by position`
	expect(lines).toEqual([{ quantity: 1 }, { quantity: 2 }])
	const notes = await sql`select amount from on_site_payments where order_id = ${row?.['id']}`
	expect(notes).toEqual([{ amount: rest }])
})
