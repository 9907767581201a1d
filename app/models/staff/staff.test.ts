import { expect, test } from 'vitest'

import { actorOf, isAtLeast, staffIdOf, type Level } from '#app/models/staff/staff.ts'

test.each<[Level, Level, boolean]>([
	['counter', 'counter', true],
	['counter', 'shift', false],
	['counter', 'owner', false],
	['shift', 'counter', true],
	['shift', 'shift', true],
	['shift', 'owner', false],
	['owner', 'counter', true],
	['owner', 'owner', true],
])('level %s is at least %s: %s (faults L2)', (level, least, is) => {
	expect(isAtLeast({ level }, least)).toBe(is)
})

test('an actor names a member of staff by the id, and no other author', () => {
	const id = crypto.randomUUID()
	expect(actorOf({ id })).toBe(`staff:${id}`)
	expect(staffIdOf(actorOf({ id }))).toBe(id)
	for (const other of ['operator', 'customer', 'shop', 'staff:', `staff:${id} `, id])
		expect(staffIdOf(other)).toBeNull()
})
