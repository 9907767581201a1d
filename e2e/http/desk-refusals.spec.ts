import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { signInStaff } from '../desk/staff.ts'
import { asked } from './desk-tab.ts'

// Faults N384: addresses that take forms alone answer a browser with a page, never with bare data.

const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 2, onnotice: () => {} })
test.afterAll(() => sql.end())

const day = '2026-12-12'
const block = '00000000-0000-4000-8000-000000000000'

test('N384: an address that takes a form says its refusals on a page', async () => {
	const [jana, emilia] = [await signInStaff(sql, 'shift'), await signInStaff(sql, 'counter')]
	const answers = [
		[await asked(jana, '/day/foo/lift'), 404, '<h1>'],
		[await asked(jana, `/day/${day}/lift`, { block: 'foo' }), 400, '<h1>'],
		[await asked(jana, `/day/${day}/lift`, { block }), 409, '<h1>'],
		[await asked(emilia, `/day/${day}/lift`, { block }), 403, 'Das geht mit: '],
		[await asked(emilia, '/bookings/2026-1/letters', { letter: 'x' }), 403, 'Das geht mit: '],
		[await asked(jana, '/bookings/2026-1/letters', { letter: 'x' }), 404, '<h1>'],
	] as const
	for (const [{ status, text }, expected, words] of answers) {
		expect(status).toBe(expected)
		expect(text).toContain('<html')
		expect(text).toContain(words)
	}
})

test('N384: the address of a challenge opened by hand leads to its page', async () => {
	const jana = await signInStaff(sql, 'shift')
	expect(await asked(jana, '/sign-in/passkey')).toMatchObject({ status: 302, to: '/sign-in' })
	expect(await asked(jana, '/me/passkey')).toMatchObject({ status: 302, to: '/me' })
	const path = '/welcome/foo'
	expect(await asked(jana, `${path}/passkey`)).toMatchObject({ status: 302, to: path })
})
