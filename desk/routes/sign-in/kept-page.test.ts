import { readFileSync } from 'node:fs'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import deskRoutes from '#desk/routes.ts'
import { keptPage } from '#desk/routes/sign-in/kept-page.ts'

const number = '2026-000042'
const booking = { key: 'booking.title', values: { number } }
const day = { day: 'Day 2026-12-12' }

test.each([
	[`/bookings/${number}/refund`, [{ key: 'booking.refundForm.heading' }, booking], number],
	[`/bookings/${number}/change?x=1`, [{ key: 'booking.acts.change' }, booking], number],
	[`/bookings/${number}/undo/7`, [{ key: 'booking.undoForm.heading' }, booking], number],
	['/day/2026-12-12/close', [{ key: 'close.name', values: day }], null],
	['/day/2026-12-12/lift', [{ key: 'rooms.name', values: day }], null],
	['/day/nonsense/lift', [], null],
	['/new?cart=1', [{ key: 'phone.title' }], null],
	['/bookings', [{ key: 'search.name' }], null],
	[`/bookings/${number}/constructor`, [], null],
	['/constructor', [], null],
])('N343: a kept form for %s is named as its page is', (path, names, of) => {
	expect(keptPage(path, (asked) => `Day ${asked}`)).toEqual({ names, booking: of })
})

test('N343: every page whose forms wait for their person has a name here', () => {
	const guarded = deskRoutes.find(({ file }) => file === 'routes/signed-in.tsx')
	const paths = pathsOfForms(guarded?.children ?? [], '')
	expect(paths).toContain('/bookings/:number/notes')
	const nameless = paths.filter((path) => {
		const address = path.replace(':day', '2026-12-12').replaceAll(/:\w+/g, number)
		return keptPage(address, (asked) => `Day ${asked}`).names.length === 0
	})
	expect(nameless).toEqual([])
})

/** The paths of the routes that forms are sent to: their files export an action. */
function pathsOfForms(entries: readonly RouteConfigEntry[], parent: string): string[] {
	return entries.flatMap(({ path, file, children = [] }) => {
		const full = path ? `${parent}/${path}` : parent
		const hasForm = /^export (?:async )?function action\b/m.test(
			readFileSync(`desk/${file}`, 'utf8'),
		)
		return [...(hasForm ? [full] : []), ...pathsOfForms(children, full)]
	})
}
