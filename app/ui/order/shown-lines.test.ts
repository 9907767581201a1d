import { expect, test } from 'vitest'

import { translator } from '#app/i18n/translator.ts'
import { cents } from '#app/models/money.ts'
import type { LineView } from '#app/ui/order/line-view.ts'
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
	[
		'a room by itself',
		{ startsAt, endsAt: '2026-11-28T14:00:00.000Z', room, title: room },
		'14:00–15:00 Uhr (1 Std.)',
	],
])('a line shows time, duration and room: %s', (_, line, words) => {
	const title = { de: 'Kometen-Party', en: 'Comet party' }
	expect(whenAndWhere({ title, ...line }, 'de-DE').replaceAll(/\s/g, ' ')).toBe(words)
})

const party = line({
	id: 'p',
	name: 'Galaxie-Party',
	perGuest: true,
	quantity: 8,
	amount: cents(27920),
})
const other = line({ id: 'q', name: 'Kometen-Party', amount: cents(20720), quantity: 8 })
const free = { name: 'Krone', included: 1, amount: cents(0) }
const socks = line({ id: 's', name: 'Stoppersocken', due: 'onSite' })
const t = translator('de-DE')

test('a party shows its guests; when alone it leaves out the extras’ party and the time of payment', () => {
	const lines = [party, line({ ...free, id: 'c', parentId: 'p' })]
	expect(shownCartLines(lines, t)).toMatchObject([
		{ position: 1, detail: '8 Gäste', dueLabel: null },
		{ position: 2, detail: '', dueLabel: null },
	])
})

test('extras name their party where there are several; a line paid at another time says when', () => {
	const crowns = ['p', 'q'].map((parentId) => line({ ...free, id: `crown-${parentId}`, parentId }))
	const shown = shownCartLines([party, other, ...crowns, socks], t)
	expect(shown.map(({ detail, dueLabel }) => [detail, dueLabel])).toEqual([
		['8 Gäste', 'Anzahlung online, Rest vor Ort'],
		['', 'Anzahlung online, Rest vor Ort'],
		['gehört zu: Galaxie-Party', null],
		['gehört zu: Kometen-Party', null],
		['', 'vor Ort zu zahlen'],
	])
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
		duration: null,
		problems: [],
		groups: [],
		...facts,
	}
}
