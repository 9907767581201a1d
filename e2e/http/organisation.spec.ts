import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { readPdf } from '#testing/read-pdf.ts'

import { claimDay } from '../days.ts'
import { openOutbox } from '../outbox.ts'
import { details, leave, order, pay, readyToOrder, sessionOf } from './funnel.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// Orders for a company, a school or an authority, and addresses abroad.

const origin = process.env['SHOP_URL'] ?? ''
let sql: postgres.Sql

test.beforeAll(() => {
	sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
})
test.afterAll(() => sql.end())

const kita = {
	'organisation.name': 'Städtische Kita Sonnenschein',
	'organisation.reference': 'Ausflug Igelgruppe',
	'organisation.leitwegId': '04011000-1234512345-06',
}

async function ordered(more: Record<string, string>): Promise<{ visitor: Visitor; id: string }> {
	const { visitor, version } = await readyToOrder(origin, await claimDay('any'), 1, more)
	const page = await leave(visitor, await order(visitor, version))
	await pay(page)
	const confirmed = async () => {
		const [row] = await sql<{ id: string }[]>`
			select public_id as id from orders join payments on order_id = orders.id
			where provider_id = ${sessionOf(page)} and orders.state = 'confirmed'`
		return row?.id
	}
	await expect.poll(confirmed).toBeDefined()
	return { visitor, id: (await confirmed()) ?? '' }
}

async function download(visitor: Visitor, path: string): Promise<Response> {
	const Cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
	return fetch(origin + path, { headers: { Cookie } })
}

async function pdfAt(visitor: Visitor, path: string) {
	const file = await download(visitor, path)
	return readPdf(new Uint8Array(await file.arrayBuffer()))
}

test('an authority gets a whole invoice over one ticket, its XRechnung by mail and to download', async () => {
	const { visitor, id } = await ordered(kita)
	const { files, text } = await openOutbox().confirmationOf(id)
	const [pdf, xml] = files.filter(({ name }) => name.startsWith('Anzahlungsrechnung-RE-'))
	expect(pdf?.name.replace('.pdf', '.xml')).toBe(xml?.name)
	expect(xml?.type).toBe('application/xml')
	for (const words of Object.values(kita)) {
		expect(xml?.content).toContain(words)
		expect(text).toContain(words)
	}

	const page = `/checkout/success/${id}`
	const link = `${page}/invoices/deposit.xml`
	expect((await visitor.get(page)).text).toContain(`href="${link}"`)
	const file = await download(visitor, link)
	expect(file.headers.get('Content-Type')).toBe('application/xml')
	expect(file.headers.get('Cache-Control')).toBe('private, no-store')
	expect(await file.text()).toBe(xml?.content)
	expect((await newVisitor(origin).get(link)).status).toBe(404)

	const read = await pdfAt(visitor, link.replace('.xml', '.pdf'))
	expect(read.attachments).toEqual({})
	for (const words of ['Städtische Kita Sonnenschein', 'Sternweg', 'XRechnung'])
		expect(read.text).toContain(words)
	expect(read.text).not.toContain('§ 33 UStDV')
})

test('a school without a Leitweg-ID gets its e-invoice inside the PDF, a person none', async () => {
	const school = await ordered({ 'organisation.name': 'Grundschule am Sternenplatz' })
	const person = await ordered({})
	const inside = async ({ visitor, id }: typeof school) => {
		const path = `/checkout/success/${id}/invoices/deposit`
		expect((await visitor.get(`${path}.xml`)).status).toBe(404)
		return (await pdfAt(visitor, `${path}.pdf`)).attachments['factur-x.xml']
	}
	expect(await inside(school)).toContain('Grundschule am Sternenplatz')
	expect(await inside(person)).toBeUndefined()
})

test('an address abroad is named in the letter and on the papers (faults N11)', async () => {
	const abroad = { country: 'AT', postcode: 'A 1010', city: 'Wien', 'organisation.name': 'Mond KG' }
	const { id } = await ordered(abroad)
	const { text } = await openOutbox().confirmationOf(id)
	expect(text).toMatch(/1010 Wien\s+Österreich/)
	const [row] = await sql`select person from orders where public_id = ${id}`
	expect(row?.['person']).toMatchObject({ country: 'AT', postcode: '1010' })
	const [paper] = await sql`
		select content from invoices join orders on orders.id = order_id where public_id = ${id}`
	expect(paper?.['content'].buyer).toMatchObject({ country: 'AT', company: 'Mond KG' })
})

const refused: [name: string, typed: Record<string, string>, sentence: string][] = [
	['a check digit', { ...kita, 'organisation.leitwegId': '04011000-1234512345-07' }, 'Prüfziffer'],
	['a form', { ...kita, 'organisation.leitwegId': '4711' }, 'So sieht eine Leitweg-ID aus'],
	['a missing name', { ...kita, 'organisation.name': '' }, 'Darf nicht leer sein'],
	['a postcode of Austria', { postcode: 'A-1010', country: 'DE' }, 'Passt nicht zum Land'],
	['a missing postcode', { postcode: '', country: 'AT' }, 'Darf nicht leer sein'],
	['a country', { country: 'XX' }, 'Ungültige Eingabe'],
]
for (const [name, typed, sentence] of refused) {
	test(`${name} that is not right is refused, and what was typed stays (faults N11)`, async () => {
		const { visitor } = await readyToOrder(origin, await claimDay('any'))
		const answer = await visitor.post('/checkout/address', { ...details, ...typed })
		expect(answer.status).toBe(422)
		expect(answer.text).toContain(sentence)
		for (const value of Object.values(typed)) expect(answer.text).toContain(value)
	})
}

test('gift vouchers by mail need an address for an organisation alone', async () => {
	const { visitor } = await readyToOrder(origin, await claimDay('any'), 1, {
		product: 'gift-50-mail',
	})
	const { firstName, lastName, email, emailRepeat } = details
	const named = { firstName, lastName, email, emailRepeat, ...kita }
	const answer = await visitor.post('/checkout/address', named)
	expect(answer.status).toBe(422)
	expect(answer.text.match(/Darf nicht leer sein/g)?.length).toBeGreaterThanOrEqual(3)
	expect((await visitor.post('/checkout/address', { ...details, ...named })).location).toBe(
		'/checkout/overview',
	)
})
