import { expect, test } from 'vitest'

import { deskWordsIn } from '#desk/i18n/desk-words.server.ts'
import { eventWords } from '#desk/routes/staff/event-words.ts'

/** Every event of an order that a verb of the desk writes with a member of staff as its author. */
const events = [
	'placed',
	'pays at the venue',
	'expired',
	'cancelled',
	'cancelled, 1500 kept',
	'paid 25774 card, receipt 4711-0238',
	'paid back 500 voucher, receipt 7',
	'took back the note: paid 25774 card, receipt 4711',
	'took back the note: paid back 500 cash, receipt 7',
	'refund 1250',
	'moved: revision 3',
	'changed: revision 2',
	'a change waits for its payment',
	'corrected name or mail address',
	'named another recipient',
	'sends again confirmation',
	'day closed: leave',
	'day closed: move',
	'day closed: cancel',
]

test.each(events)('N385: the list of acts says the event %s in German', (event) => {
	const said = eventWords(event, deskWordsIn('de-DE'))
	expect(said).not.toBe(event)
	expect(said).not.toContain('{{')
})
