import { expect, test } from 'vitest'

import { calendarFile } from '#app/documents/visit-event.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

const origin = 'https://shop.example'

function fileOf(order: Partial<Order> = {}, venue = sampleVenue): string {
	const file = calendarFile({ ...sampleOrder, ...order }, venue, origin)
	// Long lines are folded.
	return String(file).replaceAll('\r\n ', '')
}

test('one event for the whole visit, in UTC', () => {
	const lines = fileOf().split('\r\n')
	expect(lines).toEqual(
		expect.arrayContaining([
			'BEGIN:VCALENDAR',
			'UID:Ab-c_1@shop.example',
			'DTSTAMP:20261101T080500Z',
			'DTSTART:20261128T130000Z',
			'DTEND:20261128T163000Z',
			'SUMMARY:Geburtstag: Byron · Raumzeit',
			String.raw`LOCATION:Raumzeit Spielwelten GmbH\, Planetenring 7\, 85000 Sternhausen`,
			'URL;VALUE=URI:https://shop.example/checkout/success/Ab-c_1',
			'END:VCALENDAR',
		]),
	)
	expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
	expect(lines.at(-1)).toBe('')
	expect(fileOf()).toContain('2026-000042')
})

test('an event without a party, or for a reader who may not know of the party, is called a visit', () => {
	expect(fileOf({ party: null })).toContain('SUMMARY:Besuch bei Raumzeit')
	expect(fileOf({ party: null, locale: 'en-EN' })).toContain('SUMMARY:Visit to Raumzeit')
})

test.each([
	[{ revision: 3 }, 'SEQUENCE:2', 'METHOD:PUBLISH'],
	[
		{ revision: 3, state: 'cancelled', cancelledAt: new Date('2026-11-10') },
		'SEQUENCE:3',
		'METHOD:CANCEL',
	],
] as const)(
	'%j: one UID, and a number above those of earlier files (faults K50)',
	(order, ...lines) => {
		const file = fileOf(order).split('\r\n')
		expect(file).toEqual(expect.arrayContaining(['UID:Ab-c_1@shop.example', ...lines]))
	},
)

test('a cancelled order has a newer file of the same event that says so, and asks for nothing', () => {
	const cancelledAt = new Date('2026-11-10T12:00:00Z')
	const file = fileOf({ state: 'cancelled', cancelledAt })
	for (const line of [
		'UID:Ab-c_1@shop.example',
		'DTSTAMP:20261110T120000Z',
		'SEQUENCE:1',
		'METHOD:CANCEL',
		'STATUS:CANCELLED',
		'SUMMARY:Storniert: Geburtstag: Byron · Raumzeit',
	])
		expect(file.split('\r\n')).toContain(line)
	expect(file).not.toContain('zahlen')
	const booked = fileOf()
	for (const line of [
		'UID:Ab-c_1@shop.example',
		'METHOD:PUBLISH',
		'SEQUENCE:0',
		'STATUS:CONFIRMED',
	])
		expect(booked.split('\r\n')).toContain(line)
	for (const each of [booked, file])
		expect(each).toMatch(/^ORGANIZER;CN="?Raumzeit"?:mailto:hallo@raumzeit\.example\r$/im)
})

test.each([
	[0, '225\\,56'],
	[22_000, '5\\,56'],
	[22_556, '0\\,00'],
])('the event of an order with %i paid on site asks for what is left', (paid, left) => {
	expect(fileOf({ paidOnSite: cents(paid) })).toContain(`Vor Ort zu zahlen: ${left}`)
})

test('the same order gives the same calendar file', () => {
	expect(fileOf()).toBe(fileOf())
})

test('the event speaks the language of the order', () => {
	expect(fileOf({ locale: 'en-EN' })).toContain('SUMMARY:Birthday: Byron · Raumzeit')
})

test.each([
	['2026-03-29', '10:00', '20260329T080000Z'],
	['2026-03-28', '10:00', '20260328T090000Z'],
	['2026-10-25', '10:00', '20261025T090000Z'],
	['2026-10-24', '10:00', '20261024T080000Z'],
])('%s %s at the venue is %s', (day, time, utc) => {
	const [line] = sampleOrder.lines
	if (!line) throw new Error('no line')
	const lines = [{ ...line, startsAt: instantAt(day, time), endsAt: instantAt(day, '12:00') }]
	expect(fileOf({ lines })).toContain(`DTSTART:${utc}`)
})

test('an order without a date has no calendar file', () => {
	const lines = sampleOrder.lines.filter((line) => line.startsAt === null)
	expect(calendarFile({ ...sampleOrder, lines }, sampleVenue, origin)).toBeNull()
	expect(visitTimes({ ...sampleOrder, lines })).toBeNull()
})

test('a line break in the venue’s words begins no line of the calendar file', () => {
	const bring = { de: 'Socken;\r\nBEGIN:VALARM, \\n', en: '-' }
	const file = fileOf({}, { ...sampleVenue, bring })
	expect(file).not.toMatch(/^BEGIN:VALARM/m)
})
