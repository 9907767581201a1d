import { expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import { noteOf, readNote, type BookingNote } from '#app/models/payment/booking-note.ts'
import { instantAt } from '#app/models/venue/day.ts'

const ticket = {
	productId: 'ticket-adult',
	quantity: 2,
	unitPrice: cents(1290),
	parentPosition: null,
	startsAt: instantAt('2026-12-05', '14:00'),
	endsAt: instantAt('2026-12-06', '00:00'),
}
const socks = {
	...ticket,
	productId: 'grip-socks',
	unitPrice: cents(250),
	startsAt: null,
	endsAt: null,
}
const order = {
	number: '2026-000042',
	purpose: 'order' as const,
	locale: 'en-EN' as const,
	day: '2026-12-05',
	discount: cents(0),
	voucher: cents(0),
	lines: [ticket, { ...socks, parentPosition: 1 }],
}

test('a note says what is booked, in words that the payer may read', () => {
	expect(noteOf('shop.example', order)).toEqual({
		shop: 'shop.example',
		number: '2026-000042',
		purpose: 'order',
		language: 'en-EN',
		day: '2026-12-05',
		lines: '2 ticket-adult 12.90 14:00-24:00, 2 grip-socks 2.50 of 1',
	})
})

test.each([
	['a visit', order],
	['gift vouchers', { ...order, day: null, lines: [socks] }],
	['a voucher and a discount', { ...order, discount: cents(500), voucher: cents(1234) }],
	['more lines than one text holds', { ...order, lines: Array.from({ length: 30 }, () => ticket) }],
	['a rest, whose booking stands', { ...order, purpose: 'rest' as const, lines: [] }],
])('%s is read as it was written', (_, written) => {
	const { lines, ...rest } = readNote(noteOf('shop.example', written)) as BookingNote
	expect(rest).toEqual({ shop: 'shop.example', ...written, lines: undefined })
	expect(lines).toHaveLength(written.lines.length)
	expect(lines[0]?.quantity).toBe(written.lines[0]?.quantity)
})

test('each text of a note fits what providers keep; lines that do not fit are left out', () => {
	const long = noteOf('shop.example', { ...order, lines: Array.from({ length: 40 }, () => ticket) })
	expect(Object.values(long).every((text) => text.length <= 500)).toBe(true)
	expect(Object.keys(long)).toContain('lines3')
	const tooLong = noteOf('shop.example', {
		...order,
		lines: Array.from({ length: 60 }, () => ticket),
	})
	expect(readNote(tooLong)?.lines).toEqual([])
})

test.each([
	['no note', {}],
	['the note of another program', { order_id: '4711' }],
	['another purpose', { shop: 'shop.example', number: '1', purpose: 'donation' }],
])('%s is not ours', (_, note) => {
	expect(readNote(note)).toBeNull()
})

test('a text that was cut or changed has no lines', () => {
	const note = {
		...noteOf('shop.example', order),
		lines: '2 ticket-adult 12.90 14:00-24:00, 2 gri',
	}
	expect(readNote(note)?.lines).toEqual([])
})
