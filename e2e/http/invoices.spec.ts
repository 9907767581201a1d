import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { operate } from '#testing/operator.ts'
import { readPdf } from '#testing/read-pdf.ts'

import { claimDay } from '../days.ts'
import { issueVoucher } from '../issued-voucher.ts'
import { openOutbox } from '../outbox.ts'
import { leave, order, pay, readyToOrder, sessionOf } from './funnel.ts'
import { venue } from './operator.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// A customer's invoices, and the operator's notes of payments at the till.

const origin = process.env['SHOP_URL'] ?? ''
let sql: postgres.Sql

test.beforeAll(() => {
	sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
})
test.afterAll(() => sql.end())

type Issued = { number: string; gross: number; content: { vat: { rate: number; vat: number }[] } }
type Ordered = { id: string; bookingId: string; number: string; online: number; on_site: number }

async function ordered(visitor: Visitor, version: string): Promise<Ordered> {
	const page = await leave(visitor, await order(visitor, version))
	await pay(page)
	const confirmed = async () => {
		const [row] = await sql<Ordered[]>`
			select orders.id, public_id as "bookingId", number, online, on_site
			from orders join payments on order_id = orders.id
			where provider_id = ${sessionOf(page)} and orders.state = 'confirmed'`
		return row
	}
	await expect.poll(confirmed).toBeDefined()
	const row = await confirmed()
	if (!row) throw new Error('no order')
	return row
}

async function download(visitor: Visitor, path: string) {
	const Cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
	const response = await fetch(origin + path, { headers: { Cookie } })
	expect(response.status).toBe(200)
	expect(response.headers.get('Content-Type')).toBe('application/pdf')
	expect(response.headers.get('Cache-Control')).toBe('private, no-store')
	return {
		file: response.headers.get('Content-Disposition'),
		...(await readPdf(new Uint8Array(await response.arrayBuffer()))),
	}
}

function linksIn(page: string): string[] {
	return [...page.matchAll(/href="(\/checkout\/success\/[^"]+\.pdf)"/g)].map(
		([, link = '']) => link,
	)
}

/** 1234 is '12,34 €'. */
function euros(cents: number): string {
	return `${(cents / 100).toFixed(2).replace('.', ',')} €`
}

test('the deposit, the payment at the till, and the final invoice have the sums of the rows', async () => {
	const { visitor, version } = await readyToOrder(origin, await claimDay('any'), 12)
	const { id, bookingId, number, online, on_site } = await ordered(visitor, version)
	const page = `/checkout/success/${bookingId}`

	const [link = '', ...others] = linksIn((await visitor.get(page)).text)
	expect([link, others]).toEqual([`${page}/invoices/deposit.pdf`, []])
	const deposit = await download(visitor, link)
	expect(deposit.file).toMatch(/^attachment; filename="Anzahlungsrechnung-RE-\d{4}-\d{6}\.pdf"$/)
	expect(deposit).toMatchObject({ isTagged: true, lang: 'de-DE' })
	expect(deposit.text).toContain(`Gesamtbetrag ${euros(online)}`)
	const { files } = await openOutbox().confirmationOf(bookingId)
	expect(files.map(({ name }) => name)).toContain(/"(.*)"/.exec(deposit.file ?? '')?.[1])

	expect((await newVisitor(origin).get(link)).status).toBe(404)
	expect(linksIn((await newVisitor(origin).get(page)).text)).toEqual([])
	for (const name of ['final.pdf', 'deposit', 'x.pdf', '..%2Fdeposit.pdf', '%00.pdf'])
		expect((await visitor.get(`${page}/invoices/${name}`)).status, name).toBe(404)

	const part = (on_site / 100 - 6).toFixed(2)
	expect(await venue('paid', number, '1', 'cash', 'K1')).toMatchObject({ code: 0 })
	expect(await venue('paid', number, '1,00', 'cash', 'K1')).toMatchObject({ code: 1 })
	// N80: a voucher pays a part of the rest at the till.
	const code = await issueVoucher(sql, 700)
	expect(await venue('paid', number, '5', 'voucher', 'K4')).toMatchObject({ code: 1 })
	expect(await venue('paid', number, '8', 'voucher', code, 'K4')).toMatchObject({ code: 1 })
	expect(await venue('paid', number, '5', 'voucher', code, 'K4')).toMatchObject({ code: 0 })
	expect(await venue('unnote', number, 'K4')).toMatchObject({ code: 0 })
	expect(await venue('paid', number, '5', 'voucher', code, 'K4')).toMatchObject({ code: 0 })
	const last = await venue('paid', number, part, 'card', 'K2')
	expect(last.code, last.said).toBe(0)
	expect(last.said).toMatch(/Nothing is left to pay.*\n.*Issued: RE-\d{4}-\d{6}/s)
	expect(await venue('paid', number, '5', 'card', 'K3')).toMatchObject({ code: 1 })

	const links = linksIn((await visitor.get(page)).text)
	expect(links).toEqual([link, `${page}/invoices/final.pdf`])
	const final = await download(visitor, `${page}/invoices/final.pdf`)
	const rows = await sql<
		Issued[]
	>`select number, gross, content from invoices where order_id = ${id} order by number`
	expect(rows.map(({ gross }) => gross)).toEqual([online, online + on_site])
	expect(final.text).toContain(`Gesamtbetrag ${euros(online + on_site)}`)
	expect(final.text).toContain(`-${euros(online)}`)
	expect(final.text).toContain(`Restbetrag ${euros(on_site)}`)
	expect(final.text).toContain(`bar vor Ort, Kassenbeleg Nr. K1 ${euros(100)}`)
	expect(final.text).toContain(`Kassenbeleg Nr. K4 ${euros(500)}`)
	expect(final.text).toContain(String(rows[0]?.number))
	const [, issued] = rows
	for (const { rate, vat } of issued?.content.vat ?? []) {
		expect(final.text).toContain(`MwSt. ${rate} % ${euros(vat)}`)
	}

	const history = await venue('order', number)
	expect(history.said).toContain(`${issued?.number} Final invoice`)
})

test('a refund takes back its part of the deposit, and a full one cancels what is left', async () => {
	const { visitor, version } = await readyToOrder(origin, await claimDay('any'), 6)
	const { bookingId, number, online } = await ordered(visitor, version)
	const page = `/checkout/success/${bookingId}`
	await openOutbox().confirmationOf(bookingId)
	expect(await venue('refund', number, '5.00')).toMatchObject({ code: 0 })
	const links = async () =>
		linksIn((await visitor.get(page)).text).map((link) => link.split('/').at(-1))
	await expect.poll(links).toEqual(['deposit.pdf', 'correction-1.pdf'])
	const part = await download(visitor, `${page}/invoices/correction-1.pdf`)
	expect(part.text).toContain('Rechnungskorrektur RE-')
	expect(part.text).toContain(`Gesamtbetrag -${euros(500)}`)

	expect(await venue('refund', number)).toMatchObject({ code: 0 })
	await expect.poll(links).toEqual(['deposit.pdf', 'correction-1.pdf', 'correction-2.pdf'])
	const rest = await download(visitor, `${page}/invoices/correction-2.pdf`)
	expect(rest.text).toContain(`Gesamtbetrag -${euros(online - 500)}`)

	// Rows that other tests made by hand may break other promises.
	const settings = { DATABASE_URL: process.env['SHOP_DATABASE_URL'] }
	const { answer } = await operate(['verify'], settings)
	expect(answer).toMatch(/I13 .* holds\nI14 .* holds/)
})

test('an unknown order, that of another account and an order without such a file get one and the same answer', async () => {
	const { visitor, version } = await readyToOrder(origin, await claimDay('any'), 1)
	const { bookingId } = await ordered(visitor, version)
	const other = newVisitor(origin)
	const paths = [`${bookingId}/invoices/deposit.pdf`, `${'A'.repeat(22)}/invoices/deposit.pdf`]
	const answers = await Promise.all(paths.map((path) => other.get(`/checkout/success/${path}`)))
	expect(answers.map(({ status }) => status)).toEqual([404, 404])
	const [one = '', two = ''] = answers.map(({ text }, index) =>
		text.replaceAll(paths[index] ?? '', ''),
	)
	expect(one.length).toBe(two.length)
})
