import { expect, test } from 'vitest'

import { slotProblem } from '#app/models/offer/mark.ts'
import type { Slot } from '#app/models/offer/slots.ts'

test.each<[string, Slot['mark'][], string | null, string | null]>([
	['there is no start time', [], null, 'errors.noSlots'],
	['all are over', ['past', 'past'], null, 'errors.noSlots'],
	['all to come are full', ['past', 'full'], '15:00', 'errors.noFreePlaces'],
	['none is chosen yet', ['full', 'few'], null, null],
	['the chosen one has room', ['full', 'free'], '15:00', null],
	['the chosen one has a little room', ['full', 'few'], '15:00', null],
	['the chosen one is full', ['full', 'free'], '14:00', 'errors.chooseOtherPeriod'],
	['the chosen one is over', ['past', 'free'], '14:00', 'errors.chooseOtherPeriod'],
	['the chosen one does not exist', ['full', 'free'], '14:07', 'errors.chooseOtherPeriod'],
])('slotProblem: %s', (_, marks, time, key) => {
	const slots = marks.map((mark, index) => ({ time: `${14 + index}:00`, left: 0, mark }))
	expect(slotProblem(slots, time)?.key ?? null).toBe(key)
})
