import { expect, test } from 'vitest'

import { calendarSequence, hasCalendarFile } from '#app/models/order/calendar-file.ts'
import { sampleOrder } from '#testing/sample-order.ts'

const calledOff = new Date('2026-11-20T12:00Z')
const dateless = sampleOrder.lines.map((line) => ({ ...line, startsAt: null, endsAt: null }))

test.each([
	['a visit that is booked', { state: 'confirmed' }, true],
	['one that the venue called off', { state: 'cancelled', cancelledAt: calledOff }, true],
	['one that was never paid', { state: 'cancelled' }, false],
	['one that waits for its payment', { state: 'pendingPayment' }, false],
	['one that is over', { state: 'completed' }, false],
	['gift vouchers', { state: 'confirmed', lines: dateless }, false],
] as const)('whether there is a calendar file of %s', (_, order, has) => {
	expect(hasCalendarFile({ ...sampleOrder, cancelledAt: null, ...order })).toBe(has)
})

test.each([
	['as it was placed', {}, 0],
	['changed once', { revision: 2 }, 1],
	['changed and cancelled', { revision: 3, state: 'cancelled', cancelledAt: calledOff }, 3],
] as const)('the sequence number of a booking %s (faults K50)', (_, order, sequence) => {
	expect(calendarSequence({ ...sampleOrder, ...order })).toBe(sequence)
})
