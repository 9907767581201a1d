import { expect, test } from 'vitest'

import { judgeWithdrawal } from '#app/models/order/withdrawal.ts'

const day = '2026-11-02'

test.each([
	[null, '2026-11-02', 'unknown'],
	[{ day, gifts: [] }, '2026-11-02', 'noRight'],
	[{ day, gifts: ['mail'] as const }, '2026-11-02', 'inTime'],
	[{ day, gifts: ['mail'] as const }, '2026-11-16', 'inTime'],
	[{ day, gifts: ['mail'] as const }, '2026-11-17', 'late'],
	[{ day, gifts: ['mail', 'post'] as const }, '2026-11-17', 'byPost'],
	// The 14th day is a Saturday, a Sunday, a Friday.
	[{ day: '2026-11-07', gifts: ['mail'] as const }, '2026-11-23', 'inTime'],
	[{ day: '2026-11-07', gifts: ['mail'] as const }, '2026-11-24', 'late'],
	[{ day: '2026-11-08', gifts: ['mail'] as const }, '2026-11-23', 'inTime'],
	[{ day: '2026-11-08', gifts: ['mail'] as const }, '2026-11-24', 'late'],
	[{ day: '2026-11-06', gifts: ['mail'] as const }, '2026-11-20', 'inTime'],
	[{ day: '2026-11-06', gifts: ['mail'] as const }, '2026-11-21', 'late'],
])('of %o on %s: %s', (order, today, finding) => {
	expect(judgeWithdrawal(order, today)).toBe(finding)
})
