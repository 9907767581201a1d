import { expect, test } from 'vitest'

import type { QueueRest } from '#app/db/open-jobs.server.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { jobWords } from '#scripts/shop/job-words.ts'
import { wordsIn } from '#scripts/shop/words.ts'

const none: QueueRest = {
	name: 'mailRest',
	due: 0,
	dueFor: null,
	retrying: 0,
	nextTry: null,
	parked: 0,
	errors: [],
}
const rests: QueueRest[] = [
	{ ...none, name: 'mailConfirmation', parked: 1, errors: ['MailRefused'], due: 3, dueFor: 720 },
	{ ...none, retrying: 2, nextTry: instantAt('2026-12-05', '14:03') },
	{ ...none, name: 'mailRefund', retrying: 1 },
]

test('jobs are told by queue, with what a person has to do', () => {
	expect(jobWords(14, rests, wordsIn(undefined))).toEqual([
		'Jobs are done: the last one 14 s ago.',
		'mailConfirmation  1 given up (MailRefused) · 3 due, for 12 min at most',
		'mailRest          2 tried again, next at 2026-12-05 14:03',
		'mailRefund        1 tried again now',
		'When the cause is mended: npm run venue -- retry',
	])
})

test.each([
	[14, undefined, ['Jobs are done: the last one 14 s ago.', 'Nothing is left to do.']],
	[
		7200,
		undefined,
		[
			'Nobody does the jobs: none was done for 2 h. One node needs JOBS=1.',
			'Nothing is left to do.',
		],
	],
	[
		null,
		'de',
		[
			'Niemand erledigt die Aufgaben: seit zwei Tagen keine. Ein Knoten braucht JOBS=1.',
			'Es ist nichts mehr zu tun.',
		],
	],
])('after %s seconds without a job, --lang %s', (idle, lang, lines) => {
	expect(jobWords(idle, [], wordsIn(lang))).toEqual(lines)
})
