import { expect, test } from 'vitest'

import { moveStrip } from '#app/models/booking/move-strip.ts'

const own = '2027-01-20'

test.each([
	{ of: 'the own day', asked: own, begin: '2027-01-18', end: '2027-01-31' },
	{ of: 'its last day', asked: '2027-01-31', begin: '2027-01-18', end: '2027-01-31' },
	{ of: 'the next one', asked: '2027-02-01', begin: '2027-02-01', end: '2027-02-14' },
	{ of: 'the one before', asked: '2027-01-17', begin: '2027-01-04', end: '2027-01-17' },
])('N44: $of is in a strip of 14 days, counted from the own day on', ({ asked, begin, end }) => {
	expect(moveStrip('2026-12-01', own, asked)).toMatchObject({ begin, end })
})

test.each([
	{ first: '2027-01-04', begin: '2027-01-04' },
	{ first: '2027-01-03', begin: '2027-01-03' },
	{ first: '2027-01-01', begin: '2027-01-01' },
	{ first: '2027-01-10', begin: '2027-01-10' },
	{ first: '2027-01-14', begin: '2027-01-14' },
	{ first: '2026-12-31', begin: '2027-01-04' },
])('N44: from $first on, the first strip has at least four days', ({ first, begin }) => {
	expect(moveStrip(first, own, '2027-01-15')).toMatchObject({ begin, end: '2027-01-17' })
})

test('N44: of a first strip with less than four days the next one is made', () => {
	expect(moveStrip('2027-01-15', own, '2027-01-15')).toMatchObject({
		begin: '2027-01-15',
		end: '2027-01-31',
		before: null,
	})
})

test.each([
	{ first: '2026-12-01', asked: own, before: '2027-01-13', after: '2027-02-03' },
	{ first: '2026-12-01', asked: '2027-01-31', before: '2027-01-17', after: '2027-02-07' },
	{ first: '2027-01-14', asked: own, before: '2027-01-14', after: '2027-02-03' },
	{ first: '2027-01-17', asked: own, before: null, after: '2027-02-03' },
	{ first: '2027-03-01', asked: own, before: null, after: '2027-03-15' },
])(
	'N44: from $asked the strips beside it are entered at the same weekday',
	({ first, asked, ...beside }) => {
		expect(moveStrip(first, own, asked)).toMatchObject(beside)
	},
)
