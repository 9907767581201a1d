import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'
import postgres, { type Sql } from 'postgres'

import { setPolicy } from '../booked-policy.ts'
import { claimDay } from '../days.ts'
import { codeIn, openOutbox } from '../outbox.ts'
import { bookingOf, leave, order, pay, readyToOrder, versionIn } from './funnel.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// The key of a booking over the wire: what scanners, strangers and forwarded letters get (faults K9, K36, K37).

const origin = process.env['SHOP_URL'] ?? ''
const outbox = openOutbox()
let sql: Sql
test.beforeAll(() => {
	sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1 })
})
test.afterAll(() => sql.end())

async function booked(): Promise<{ customer: Visitor; bookingId: string; key: string }> {
	const { visitor, version } = await readyToOrder(origin, await claimDay('any'))
	const provider = await leave(visitor, await order(visitor, version))
	await pay(provider)
	const bookingId = await bookingOf(provider, 'confirmed')
	await setPolicy(sql, bookingId, 0)
	const { text } = await outbox.confirmationOf(bookingId)
	const [, key = ''] = /\/booking\/([\w-]{43})/.exec(text) ?? []
	expect(key).not.toBe('')
	return { customer: visitor, bookingId, key }
}

async function comeBy(key: string): Promise<Visitor> {
	const visitor = newVisitor(origin)
	expect((await visitor.post(`/booking/${key}`, {})).status).toBe(303)
	return visitor
}

test('K37: opening the link of a letter changes nothing: no session, no rights, no name', async () => {
	const { bookingId, key } = await booked()
	const count = async () =>
		(
			await sql`select count(*)::int as n from visit_orders v
		join orders o on o.id = v.order_id where o.public_id = ${bookingId}`
		)[0]?.['n']
	const before = await count()
	const scanner = newVisitor(origin)
	for (const path of [`/booking/${key}`, `/booking/${key}.data`]) {
		const answer = await scanner.get(path)
		expect(answer.status).toBe(200)
		expect(answer.headers.getSetCookie()).toEqual([])
		expect(answer.text).not.toContain('Lovelace')
		expect(answer.text).not.toContain(bookingId)
	}
	expect((await scanner.send(`/booking/${key}`, { method: 'HEAD' })).status).toBe(200)
	const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
	expect((await scanner.post(`/booking/${key}`, {}, foreign)).status).toBe(403)
	expect(await count()).toBe(before)

	const { status, location } = await scanner.post(`/booking/${key}`, {})
	expect({ status, location }).toEqual({ status: 303, location: `/booking/${bookingId}` })
	expect(await count()).toBe(before + 1)
	expect((await scanner.get(`/booking/${bookingId}`)).text).toContain('Hallo Ada')
})

test('N397: every page of a booking stays out of caches, searches and the referrer of others', async () => {
	const { customer, bookingId, key } = await booked()
	const pages = ['', '/cancel', '/change', '/move', '/rest'].map(
		(at) => `/booking/${bookingId}${at}`,
	)
	for (const path of [`/booking/${key}`, ...pages]) {
		const { headers, text } = await customer.get(path)
		expect(headers.get('X-Robots-Tag'), path).toBe('noindex')
		expect(headers.get('Cache-Control'), path).toBe('private, no-store')
		expect(headers.get('Referrer-Policy'), path).toBe('same-origin')
		expect(text, path).toContain('<meta name="robots" content="noindex"/>')
		if (path !== `/booking/${key}`) expect(text, path).not.toContain(key)
	}
})

test('K9: the key of another booking, a made-up one and a replaced one open nothing', async () => {
	const [one, other] = [await booked(), await booked()]
	const visitor = await comeBy(one.key)
	const stranger = await visitor.get(`/booking/${other.bookingId}`)
	expect(stranger.text).not.toContain('Hallo')
	expect((await visitor.get(`/booking/${other.bookingId}/cancel`)).location).toBe(
		`/booking/${other.bookingId}`,
	)
	for (const path of [`/booking/${'A'.repeat(43)}`, `/booking/${one.key.slice(1)}A`])
		expect((await visitor.get(path)).status).toBe(404)

	const { location } = await one.customer.post(`/booking/${one.bookingId}`, {
		intent: 'replaceLinks',
	})
	expect(location).toBe(`/booking/${one.bookingId}?replaced=1`)
	const replaced = await newVisitor(origin).get(`/booking/${one.key}`)
	expect(replaced.status).toBe(404)
	expect(replaced.text).toContain('Dieser Link gilt nicht mehr')
	expect(replaced.text).toContain('href="tel:')
	expect((await newVisitor(origin).post(`/booking/${one.key}`, {})).status).toBe(404)
	expect((await visitor.get(`/booking/${one.bookingId}`)).text).not.toContain('Hallo')
	expect((await one.customer.get(`/booking/${one.bookingId}`)).text).toContain('Hallo')
	const again = await outbox.bookingLetterOf(one.bookingId, 'link')
	const [, fresh = ''] = /\/booking\/([\w-]{43})/.exec(again.text) ?? []
	expect((await newVisitor(origin).get(`/booking/${fresh}`)).status).toBe(200)
})

test('K36: a key alone sees the booking, and no papers, mail address or vouchers', async () => {
	const { bookingId, key } = await booked()
	const visitor = await comeBy(key)
	const { text } = await visitor.get(`/booking/${bookingId}`)
	expect(text).toContain('Stornieren')
	for (const path of [`/booking/${bookingId}`, `/checkout/success/${bookingId}`]) {
		const page = (await visitor.get(path)).text
		for (const secret of ['ada@example.org', 'Lovelace', 'Sternweg', '/invoices/', 'replaceLinks'])
			expect(page, `${path}: ${secret}`).not.toContain(secret)
	}
	expect((await visitor.get(`/checkout/success/${bookingId}/invoices/deposit.pdf`)).status).toBe(
		404,
	)
	expect((await visitor.get(`/checkout/success/${bookingId}/gift-vouchers`)).status).toBe(404)
	expect((await visitor.post(`/booking/${bookingId}`, { intent: 'replaceLinks' })).status).toBe(403)
})

test('K38: a key alone cancels nothing; the code of the mail makes it as good as having ordered', async () => {
	const { bookingId, key } = await booked()
	const visitor = await comeBy(key)
	const cancel = `/booking/${bookingId}/cancel`
	const code = `/booking/${bookingId}/code?to=${encodeURIComponent(`${cancel}?check=1`)}`
	expect((await visitor.get(`${cancel}?check=1`)).location).toBe(code)
	expect((await visitor.post(cancel, { fee: 0, back: 0 })).location).toBe(code)
	const state = async () =>
		(await sql`select state from orders where public_id = ${bookingId}`)[0]?.['state']
	expect(await state()).toBe('confirmed')

	const wrong = await visitor.post(code, { intent: 'useCode', code: '000000' })
	expect(wrong.status).toBe(422)
	const sent = await visitor.post(code, { intent: 'sendCode' })
	expect(sent.location).toContain('sent=1')
	const letter = await outbox.bookingLetterOf(bookingId, 'code')
	const digits = codeIn(letter)
	const used = await visitor.post(code, { intent: 'useCode', code: digits })
	expect(used.location).toBe(`${cancel}?check=1`)
	const { text } = await visitor.get(`${cancel}?check=1`)
	const sum = (of: string) => new RegExp(`name="${of}"[^>]*value="(\\d+)"`).exec(text)?.[1] ?? ''
	const changed = await visitor.post(`${cancel}?check=1`, { fee: 1, back: sum('back') })
	expect(changed.status, 'K39').toBe(422)
	expect(changed.text).toContain('Inzwischen gelten andere Beträge')
	const done = await visitor.post(cancel, { fee: sum('fee'), back: sum('back') })
	expect(done.location).toBe(cancel)
	expect(await state()).toBe('cancelled')
	expect((await visitor.get(cancel)).text).toContain('Ihre Buchung ist storniert')
	expect((await visitor.post(cancel, { fee: 0, back: 0 })).status).toBe(422)
})

test('a stranger has the link sent to the customer, and learns nothing of the address', async () => {
	const { bookingId } = await booked()
	const stranger = newVisitor(origin)
	const foreign = await stranger.get(`/booking/${bookingId}`)
	for (const secret of ['Ada', 'Lovelace', '€', 'example.org'])
		expect(foreign.text.split('<footer')[0], secret).not.toContain(secret)
	const number = (await sql`select number from orders where public_id = ${bookingId}`)[0]?.[
		'number'
	]
	expect(foreign.text).not.toContain(String(number))
	const sent = await stranger.post(`/booking/${bookingId}`, { intent: 'sendLink' })
	expect(sent.location).toBe(`/booking/${bookingId}?sent=1`)
	const letter = await outbox.bookingLetterOf(bookingId, 'link')
	expect(letter.to).toBe('ada@example.org')
	for (let count = 0; count < 2; count += 1)
		await stranger.post(`/booking/${bookingId}`, { intent: 'sendLink' })
	expectTooMany(await stranger.post(`/booking/${bookingId}`, { intent: 'sendLink' }))
	for (const odd of [{}, { intent: 'else' }, { intent: 'useCode', code: '\0' }])
		expect((await stranger.post(`/booking/${bookingId}`, odd)).status).toBe(422)
})

test('N394: the 21st order of a cart within an hour is refused with 429', async () => {
	const { visitor } = await readyToOrder(origin, await claimDay('any'))
	const press = async () => {
		const version = versionIn((await visitor.get('/checkout/overview')).text)
		const wish = { intent: 'order', version, terms: 'on', wayToPay: 'stripe' }
		return visitor.post('/checkout/overview', wish)
	}
	for (let times = 0; times < 20; times += 1) {
		expect((await press()).status).toBe(303)
		expect((await visitor.post('/checkout/overview', { intent: 'giveUp' })).location).toBe('/cart')
	}
	expectTooMany(await press())
})

function expectTooMany({ status, headers, text }: Awaited<ReturnType<Visitor['post']>>) {
	expect(status, 'N394').toBe(429)
	expect(headers.get('Retry-After')).toBe('900')
	expect(text).toContain('Zu viele Versuche')
}

test('K73: no link is sent for an order that was never booked', async () => {
	const { visitor, version } = await readyToOrder(origin, await claimDay('any'))
	await leave(visitor, await order(visitor, version))
	const [row] = await sql`
		select id, public_id from orders where state = 'pendingPayment' order by created_at desc limit 1`
	const answer = await visitor.post(`/booking/${row?.['public_id']}`, { intent: 'sendLink' })
	expect(answer.location).toBe(`/checkout/success/${row?.['public_id']}`)
	const jobs = await sql`
		select from pgboss.job where name = 'mailBookingLink' and data ->> 'orderId' = ${row?.['id']}`
	expect(jobs).toHaveLength(0)
})

test('K9: no key and no code stands in the log, in a job or in the database', async () => {
	const { bookingId, key } = await booked()
	const visitor = await comeBy(key)
	await visitor.get(`/booking/${bookingId}`, { Referer: `${origin}/booking/${key}` })
	await visitor.post(`/booking/${bookingId}/code`, { intent: 'sendCode' })
	const letter = await outbox.bookingLetterOf(bookingId, 'code')
	const digits = codeIn(letter)
	const log = await readFile(join(process.env['SHOP_DATA_DIR'] ?? '', 'output.log'), 'utf8')
	expect(log).toContain('/booking/:token')
	expect(log).not.toContain(key)
	const jobs = JSON.stringify(await sql`select data, output from pgboss.job`)
	expect(jobs).not.toContain(key)
	expect(digits).toMatch(/^\d{3} \d{3}$/)
	for (const shown of [digits, digits.replace(' ', '')]) expect(jobs).not.toContain(`"${shown}"`)
	const hash = createHash('sha256').update(key).digest('hex')
	expect(await sql`select hash from booking_tokens where hash in (${key}, ${hash})`).toEqual([
		{ hash },
	])
})
