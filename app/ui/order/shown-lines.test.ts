import { expect, test } from 'vitest'

import { translator } from '#app/i18n/translator.ts'
import type { LineView } from '#app/ui/order/line-view.ts'
import { cents } from '#app/models/money.ts'
import { shownCartLines } from '#app/ui/order/shown-lines.ts'
import { whenAndWhere } from '#app/ui/order/when-and-where.ts'

const room = { de: 'Partyraum Mars', en: 'Party room Mars' }
const startsAt = '2026-11-28T13:00:00.000Z'

test.each([
	[
		'with a room',
		{ startsAt, endsAt: '2026-11-28T15:30:00.000Z', room },
		'14:00–16:30 Uhr (2 Std. 30 Min.), Partyraum Mars',
	],
	[
		'whole hours',
		{ startsAt, endsAt: '2026-11-28T15:00:00.000Z', room: null },
		'14:00–16:00 Uhr (2 Std.)',
	],
	[
		'less than an hour',
		{ startsAt, endsAt: '2026-11-28T13:45:00.000Z', room: null },
		'14:00–14:45 Uhr (45 Min.)',
	],
	['dateless', { startsAt: null, endsAt: null, room: null }, ''],
])('a line says when, how long and where: %s', (_, line, words) => {
	expect(whenAndWhere(line, 'de-DE').replaceAll(/\s/g, ' ')).toBe(words)
})

test('an extra names its package, a party its guests, and what costs nothing is not said to be due', () => {
	const party = line({
		id: 'p',
		name: 'Galaxie-Party',
		perGuest: true,
		quantity: 8,
		amount: cents(27920),
	})
	const crown = line({
		id: 'c',
		parentId: 'p',
		name: 'Krone',
		included: 1,
		amount: cents(0),
	})

	const [first, second] = shownCartLines([party, crown], translator('de-DE'))

	expect(first).toMatchObject({
		position: 1,
		detail: '8 Gäste',
		dueLabel: 'Anzahlung online, Rest vor Ort',
	})
	expect(second).toMatchObject({ position: 2, detail: 'gehört zu: Galaxie-Party', dueLabel: null })
})

function line(facts: Partial<LineView> & Pick<LineView, 'id' | 'name'>): LineView {
	return {
		parentId: null,
		productId: facts.id,
		kind: 'addon',
		picture: '',
		detail: '',
		answer: null,
		quantity: 1,
		min: 1,
		max: 9,
		perGuest: false,
		unitPrice: cents(590),
		included: 0,
		amount: cents(590),
		due: 'deposit',
		startsAt: null,
		problems: [],
		groups: [],
		...facts,
	}
}
