import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { claimDay } from '../days.ts'
import { signInStaff } from '../desk/staff.ts'
import { asked } from './desk-tab.ts'

// Closing a day from a time on, without a browser.

const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
test.afterAll(() => sql.end())

const form = { intent: 'close', reason: 'Heizung', label: 'zu', words: '', seen: '' }

test('N406: a day is closed from no time on at which it is closed already, and from none that no clock shows', async () => {
	const jana = await signInStaff(sql, 'shift')
	const day = await claimDay('weekend')
	const overrides = () => sql`select override from day_overrides where day = ${day}`
	for (const from of ['20:00', '21:00', '23:59', '24:00', 'x', '']) {
		const path = `/day/${day}/close?from=${from}`
		const shown = await asked(jana, path)
		expect(shown.text).toContain('Bitte wählen Sie eine Zeit vor 20:00')
		const { status, text } = await asked(jana, path, form)
		expect(status).toBe(422)
		expect(text).toContain('Bitte wählen Sie eine Zeit vor 20:00')
		expect(text).toMatch(/name="reason"[^>]*value="Heizung"/)
		expect(await overrides()).toEqual([])
	}
	const path = `/day/${day}/close?from=18:00`
	expect((await asked(jana, path)).text).not.toContain('Bitte wählen Sie eine Zeit')
	for (const press of ['once', 'twice'])
		expect(await asked(jana, path, { ...form, press })).toMatchObject({ status: 303 })
	const [closed, ...others] = await overrides()
	expect(others).toEqual([])
	expect(closed?.['override']).toMatchObject({ hours: { opens: '10:00', closes: '18:00' } })
	await asked(jana, `/day/${day}/close`, { intent: 'open', seen: '' })
})
