import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { changesOf, lastMorning } from '#app/models/day-sheet/changes.ts'
import { isOfKitchen } from '#app/models/day-sheet/kitchen-products.ts'
import { kitchenAhead, kitchenOf, type Kitchen } from '#app/models/day-sheet/kitchen.ts'
import { partyName } from '#app/models/day-sheet/party-name.ts'
import { ageOf, rowsOf } from '#app/models/day-sheet/rows.ts'
import { isLeavingUnpaid } from '#app/models/day-sheet/to-do.ts'
import { cents, zero } from '#app/models/money.ts'
import type { OrderLine } from '#app/models/order/order.ts'
import { contentOf } from '#app/models/order/revision-content.ts'
import type { KeptContent, RevisionContent } from '#app/models/order/revision.ts'
import type { Visit } from '#app/models/order/visit.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { WISHES } from '#app/models/product/answer.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { zone } from '#app/models/venue/zone.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'
import { sampleProduct } from '#testing/sample-product.ts'

const day = '2026-11-28'
const label = { de: 'Auf der Torte', en: 'On the cake' }

const visit: Visit = {
	id: sampleOrder.id,
	number: sampleOrder.number,
	name: 'Ada Lovelace',
	familyName: 'Lovelace',
	email: 'ada@example.com',
	phones: [],
	startsAt: instantAt(day, '14:00'),
	endsAt: instantAt(day, '16:00'),
	lines: sampleOrder.lines,
	places: [],
	left: cents(100),
	party: null,
	answers: {},
}

test.each<[string, PartyType, string, number | null]>([
	['Frieda', 'birthday', 'Frieda, 11', 11],
	['Frieda Sommer', 'birthday', 'FRIEDA WIRD 11', 11],
	['Frieda, 11', 'birthday', '', 11],
	['Frieda', 'birthday', 'Alles Gute 11', null],
	['Frieda', 'birthday', 'Frieda 2026', null],
	['Frieda', 'birthday', 'Frieda 11, Paul 9', null],
	['Frieda', 'birthday', '', null],
	['Team 7', 'team', 'Team 7', null],
])('the age of %s (%s) beside %j is %s', (name, type, text, age) => {
	const party = { type, name, contactPerson: null }
	expect(ageOf({ party, answers: { cake: { label, text } } })).toBe(age)
})

test.each<[PartyType, number | null, number | null]>([
	['birthday', 12, 12],
	['birthday', null, 11],
	['team', 12, null],
])(
	'N386: of a %s, the age %s that was asked for counts before the answers: %s',
	(type, age, told) => {
		const party = { type, name: 'Frieda', contactPerson: null, age }
		expect(ageOf({ party, answers: { cake: { label, text: 'Frieda, 11' } } })).toBe(told)
		expect(ageOf({ party, answers: {} })).toBe(type === 'birthday' ? age : null)
	},
)

test.each([
	['Frieda', 11, 'Frieda, 11'],
	['Frieda, 11', 11, 'Frieda, 11'],
	['Frieda, 11', 12, 'Frieda, 12'],
	['Frieda, 11', 1, 'Frieda, 1'],
	['Frieda', null, 'Frieda'],
])('N386: %s who turns %s is called %s', (called, age, name) => {
	expect(partyName({ called, age })).toBe(name)
})

test('K122: an answer that warns stands apart from the others, and the kitchen has it', () => {
	const warning = { label: { de: 'Allergien', en: 'Allergies' }, max: 60, warns: true }
	const products = [
		...sampleVenue.products.map((product) =>
			product.id === 'pizza' ? { ...product, asks: warning } : product,
		),
		sampleProduct('cake', { asks: { label, max: 40 } }),
	]
	const answers = {
		pizza: { label, text: 'Erdnüsse (Noah)' },
		cake: { label, text: 'Noah, 8' },
		[WISHES]: { label, text: 'Mia darf kein Ei' },
	}
	const venue = { ...sampleVenue, products }
	const { tickets } = rowsOf(venue, [{ ...visit, answers }], new Map(), instantAt(day, '10:00'))
	const warnings = ['Erdnüsse (Noah)', 'Mia darf kein Ei']
	expect(tickets).toMatchObject([{ warnings, answers: [{ text: 'Noah, 8' }] }])
	expect(kitchenOf({ parties: [], tickets }).rows).toMatchObject([{ warnings }])

	const notes = ['Paul hat Zöliakie', 'Oma kommt im Rollstuhl']
	const paid = { how: 'cash' as const, at: null }
	const facts = new Map([[visit.id, { paid, notes }]])
	const [row] = rowsOf(sampleVenue, [visit], facts, instantAt(day, '10:00')).tickets
	expect(row).toMatchObject({ warnings: [notes[0]], notes: [notes[1]] })
})

test('food and the extras under its heading are of the kitchen', () => {
	const section = { de: 'Essen', en: 'Food' }
	const products = sampleVenue.products.map((product) => {
		if (product.id === 'pizza') return { ...product, section, vat: 'reduced' as const }
		return product.id === 'socks' ? { ...product, section } : product
	})
	const isOf = (productId: string, venue = sampleVenue) => isOfKitchen(venue, { productId })
	const venue = { ...sampleVenue, products }
	expect(['pizza', 'socks', 'birthday', 'gone'].map((id) => isOf(id, venue))).toEqual([
		true,
		true,
		false,
		false,
	])
	expect(isOf('socks')).toBe(false)
})

test.each([
	['15:15', true],
	['15:14', false],
	['16:30', true],
])('at %s the rest of a visit until 16:00 is due: %s', (time, isDue) => {
	const [row] = rowsOf(sampleVenue, [visit], new Map(), instantAt(day, time)).tickets
	if (!row) throw new Error('no row')
	expect(isLeavingUnpaid(row, instantAt(day, time))).toBe(isDue)
	expect(isLeavingUnpaid({ ...row, left: zero }, instantAt(day, time))).toBe(false)
})

test.each([
	['2026-11-28T14:20', '2026-11-28T08:00'],
	['2026-11-28T08:00', '2026-11-28T08:00'],
	['2026-11-28T07:59', '2026-11-27T08:00'],
])('at %s the morning was %s', (now, morning) => {
	const at = DateTime.fromISO(morning, { zone }).toJSDate()
	expect(lastMorning(DateTime.fromISO(now, { zone }))).toEqual(at)
})

test('a change of the time names the time before; a visit that is taken out moves none (faults K123)', () => {
	const stored = {
		at: instantAt(day, '09:00'),
		who: 'customer',
		number: '2026-000001',
		name: 'Frieda',
		startsAt: instantAt(day, '15:00'),
		reason: null,
	}
	const [line] = sampleOrder.lines
	const content = (...spans: [string, string][]) => {
		const lines = spans.map(([from, until], index) => ({
			...(line as OrderLine),
			position: index + 1,
			startsAt: instantAt(day, from),
			endsAt: instantAt(day, until),
		}))
		return contentOf({ ...sampleOrder, day, lines }, [])
	}
	const one = content(['14:30', '16:00'])
	const two = content(['14:30', '16:00'], ['16:00', '18:00'])
	const revised: [RevisionContent, KeptContent][] = [
		[one, content(['15:00', '16:30'])],
		[two, content(['16:00', '18:00'])],
		[one, content(['14:30', '17:00'])],
		[one, { ...one, online: zero, partsBefore: { online: zero, onSite: one.onSite } }],
	]
	const changes = changesOf(
		day,
		[
			...revised.map(([before, after], index) => {
				return { ...stored, id: 9 - index, what: 'changed: revision 2', before, after }
			}),
			{ ...stored, id: 2, what: 'confirmed', before: null, after: null },
		],
		8,
	)
	expect(changes).toMatchObject([
		{ kind: 'movedTime', isRead: false, from: instantAt(day, '14:30'), pieces: [] },
		{ kind: 'changed', isRead: true, pieces: [{ before: line?.quantity, after: 0 }] },
		{ kind: 'changed', pieces: [] },
		{ kind: 'texts' },
		{ kind: 'new' },
	])
})

test('the kitchen from now on has the sums of what is still to be made', () => {
	const title = { de: 'Pizza', en: 'Pizza' }
	const row = { party: null, warnings: [], answers: [] }
	const kitchen: Kitchen = {
		products: [
			{ productId: 'pizza', title, quantity: 6 },
			{ productId: 'slush', title, quantity: 2 },
		],
		rows: [
			{ ...row, at: instantAt(day, '11:00'), quantities: [2, 2] },
			{ ...row, at: instantAt(day, '15:30'), quantities: [4, 0] },
		],
	}
	expect(kitchenAhead(kitchen, instantAt(day, '14:20'))).toEqual({
		products: [{ productId: 'pizza', title, quantity: 4 }],
		rows: [{ ...row, at: instantAt(day, '15:30'), quantities: [4] }],
	})
})
