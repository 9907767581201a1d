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
])('of %o on %s: %s', (order, today, finding) => {
	expect(judgeWithdrawal(order, today)).toBe(finding)
})
