import { expect, test } from '@playwright/test'

import { claimDay } from '../days.ts'
import { bookingOf, leave, order, pay, readyToOrder } from './funnel.ts'
import { newVisitor } from './visitor.ts'

// Addresses that lead to a file: where there is none, a browser gets a page.

const origin = process.env['SHOP_URL'] ?? ''
const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const nobody = 'A'.repeat(22)

async function get(path: string, accept: Record<string, string>) {
	const response = await fetch(origin + path, { headers: accept, redirect: 'manual' })
	const { status, headers } = response
	return { status, type: headers.get('Content-Type') ?? '', text: await response.text(), headers }
}

test('N22: every address of a document answers a browser without access with a page', async () => {
	const { visitor, version } = await readyToOrder(origin, await claimDay('any'))
	const provider = await leave(visitor, await order(visitor, version))
	await pay(provider)
	const done = `/checkout/success/${await bookingOf(provider, 'confirmed')}`
	expect((await visitor.send(`${done}/invoices/deposit.pdf`)).headers.get('Content-Type')).toBe(
		'application/pdf',
	)
	const calendar = await visitor.send(`${done}/calendar.ics`)
	expect(calendar.headers.get('Content-Type')).toContain('text/calendar')

	const none = `/checkout/success/${nobody}`
	for (const path of [
		`${done}/invoices/deposit.pdf`,
		`${done}/invoices/none.pdf`,
		`${done}/invoices/none`,
		`${done}/gift-vouchers.pdf`,
		`${none}/invoices/deposit.pdf`,
		`${none}/gift-vouchers.pdf`,
		`${none}/calendar.ics`,
		`/invitation/${'A'.repeat(43)}/calendar.ics`,
		'/pages/none/file',
		'/pages/constructor/file',
	]) {
		const page = await get(path, html)
		expect(page, path).toMatchObject({ status: 404, type: expect.stringContaining('text/html') })
		expect(page.text, path).toContain('<h1')
		expect(page.text, path).toContain('Impressum')
		expect(page.headers.get('Content-Security-Policy'), path).toBeTruthy()

		const program = await get(path, { Accept: 'application/json' })
		expect(program.status, path).toBe(404)
		expect(JSON.parse(program.text), path).toMatchObject({ statusCode: 404 })
	}
	expect((await get('/account/access-data/data.json', html)).status).toBe(302)
	expect((await newVisitor(origin).get('/pages/agb/file')).status).toBe(200)
})
