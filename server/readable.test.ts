import { expect, test } from 'vitest'

import { mostFieldsOfDesk } from './desk-site.ts'
import { readable } from './readable.ts'

const form = 'application/x-www-form-urlencoded'
const fields = (count: number) => Array.from({ length: count }, (_, n) => `a${n}=1`).join('&')
const parts = (count: number) =>
	Array.from(
		{ length: count },
		(_, n) => `--x\r\nCONTENT-disposition: form-data; name="${n}"\r\n\r\n1\r\n`,
	)
		.join('')
		.concat('--x--\r\n')

function read(originalUrl: string, body: string | 'too large' = '', type = form) {
	const sent = body === 'too large' ? body : Buffer.from(body)
	const {
		path,
		body: kept,
		refusal,
	} = readable({ originalUrl, headers: { 'content-type': type } }, sent)
	return { path, kept: kept.toString(), refusal }
}

test.each([
	['/', ''],
	['/pages/agb?day=2026-03-29&guests=2', 'a=1&b=%ff'],
	['/pages/%C3%A4%20%2F', fields(250)],
	['/x?' + fields(250), ''],
	['/x?%ff=%', ''],
])('%s is passed on as it was sent', (path, body) => {
	expect(read(path, body)).toEqual({ path, kept: body, refusal: undefined })
})

test.each([
	['/account/%ff', '/account/%25ff'],
	['/%', '/%25'],
	['/a%0Ab/%20', '/a%250Ab/%20'],
	['/a%0D', '/a%250D'],
	['/%E2%80%A8.data', '/%25E2%2580%25A8.data'],
	['/payment/secret%E0%A4%A?go=1', '/payment/secret%25E0%25A4%25A'],
])('%s is refused under a path that routes can match (faults M6, M10)', (path, matched) => {
	expect(read(path, 'a=1')).toEqual({ path: matched, kept: '', refusal: 400 })
	expect(() => decodeURIComponent(matched)).not.toThrow()
})

test.each([
	['251 fields', form, fields(251)],
	['6,500 fields', 'Application/X-WWW-Form-Urlencoded; charset=utf-8', fields(6500)],
	['nothing but separators', form, '&'.repeat(251)],
	['251 parts', 'multipart/form-data; boundary=x', parts(251)],
	['a body that is too large', form, 'too large'],
])('the fields of %s are counted before they are parsed (faults M4)', (_, type, body) => {
	expect(read('/cart?day=1', body, type)).toEqual({ path: '/cart', kept: '', refusal: 413 })
})

test.each([
	['/day/2026-12-12/close', 1250, undefined],
	['/day/2026-12-12/close.data?from=16:00', 1250, undefined],
	['/Day/2026-12-12/Close/', 1250, undefined],
	['/day/2026-12-12/close', 1251, 413],
	['/day/2026-12-12/block', 251, 413],
	['/sign-in', 251, 413],
])('N353: at the desk %s with %i fields is answered with %s', (originalUrl, count, refusal) => {
	const incoming = { originalUrl, headers: { 'content-type': form } }
	const sent = Buffer.from(fields(count))
	expect(readable(incoming, sent, mostFieldsOfDesk).refusal).toBe(refusal)
	if (count > 250) expect(readable(incoming, sent).refusal, 'at the shop').toBe(413)
})

test('250 fields are read, and so are texts that are no form', () => {
	expect(read('/cart', parts(250), 'multipart/form-data; boundary=x').refusal).toBe(undefined)
	expect(read('/api/payments/x/webhook', fields(9000), 'application/json').refusal).toBe(undefined)
})

test.each([
	['/cart?' + 'a'.repeat(8000), '/cart'],
	['/cart?' + fields(251), '/cart'],
	['/' + 'a'.repeat(8000), '/'],
	['/' + '%ff/'.repeat(2000), '/'],
])('an address of more than 8,000 characters or 250 parameters is too long', (path, matched) => {
	expect(read(path)).toEqual({ path: matched, kept: '', refusal: 414 })
})
