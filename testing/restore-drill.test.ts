import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { isBookedAgain } from './rehearsed-loss.ts'
import { type DrillFigures, isWhole, linesOf, missingIn, TABLES } from './restore-drill.ts'

const promise = { id: 'I5', promise: 'A promise', broken: [], leftOut: [] }
const whole: DrillFigures = {
	seconds: { dump: 0.5, cluster: 3, restore: 1, reconcile: 2, verify: 0.2 },
	rows: { orders: 3 },
	differing: [],
	newestOrder: '2026-12-05 14:03:00+00',
	leapt: ['order-2026'],
	money: ['Money and bookings since 2026-12-05 15:03 agree.'],
	findings: [promise],
}
const broken = { ...whole, findings: [{ ...promise, broken: ['2026-000042'] }] }
const short = { ...whole, differing: ['refunds'] }

test.each([
	['all there', whole, true, 'promises        1 hold'],
	['a broken promise', broken, false, 'promises        I5 BROKEN by 2026-000042'],
	['a row that is missing', short, false, 'missing rows    refunds'],
	['numbers that leap', whole, true, 'numbers         order-2026 leap at the first start'],
	['no order yet', { ...whole, newestOrder: null }, true, 'newest order    none'],
])('%s', (_, figures, expected, line) => {
	expect(isWhole(figures)).toBe(expected)
	expect(linesOf(figures)).toContain(line)
})

test.each([
	[{ orders: 3 }, { orders: 3 }, []],
	[{ orders: 4 }, { orders: 3 }, []],
	[{ orders: 2, refunds: 1 }, { orders: 3, refunds: 2 }, ['orders', 'refunds']],
	[{}, { orders: 1 }, ['orders']],
	[{ orders: 2 }, undefined, []],
])('%j is restored from %j: missing are %j', (copy, source, missing) => {
	expect(missingIn(copy, source)).toEqual(missing)
})

const again = 'Booked again as 2026-000002, and a mail says so.'
const agree = 'Money and bookings since 2026-12-05 15:03 agree.'

test.each([
	['made again', 1, [again, agree], true],
	['never lost', 2, [agree], false],
	['in the copy all the same', 2, [again, agree], false],
	['made again under another number', 1, [again.replace('2026', '2027'), agree], false],
	['made again, while other money is open', 1, [again, 'Open: 1.'], false],
	['not looked for', 1, null, false],
])('J19: a booking that was paid after the dump is %s', (_, orders, money, expected) => {
	expect(isBookedAgain({ ...whole, rows: { orders }, money }, '2026-000002')).toBe(expected)
})

test('every table that is counted is one of the shop', () => {
	const schema = readFileSync('app/db/schema.ts', 'utf8')
	for (const table of TABLES) expect(schema).toMatch(new RegExp(`pgTable\\(\\s*'${table}'`))
})
