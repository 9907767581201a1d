import { cents, euros } from '#app/models/money.ts'
import type { DeskKey, DeskWords } from '#desk/i18n/words.ts'

/** The events of an order's history that staff cause, by their beginning, with the words of the list of acts. */
const kinds: [RegExp, DeskKey][] = [
	[/^placed$/, 'acts.booked'],
	[/^pays at the venue$/, 'booking.events.paysOnSite'],
	[/^expired$/, 'booking.events.expired'],
	[/^day closed: leave$/, 'booking.events.closedLeave'],
	[/^day closed: move$/, 'booking.events.closedMove'],
	[/^day closed: cancel$/, 'booking.events.closedCancel'],
	[/^took back the note: paid back (\d+)/, 'acts.reversedBack'],
	[/^took back the note: paid (\d+)/, 'acts.reversed'],
	[/^paid back (\d+)/, 'acts.paidBack'],
	[/^paid (\d+)/, 'acts.paid'],
	[/^refund (\d+)$/, 'acts.refund'],
	[/^abandoned$/, 'booking.events.abandoned'],
	[/^cancelled, (\d+) kept$/, 'acts.cancelledKept'],
	[/^cancelled/, 'acts.cancelled'],
	[/^moved/, 'acts.moved'],
	[/^changed/, 'acts.changed'],
	[/^a change waits/, 'acts.changeWaits'],
	[/^named another recipient/, 'acts.recipient'],
	[/^corrected name/, 'acts.corrected'],
	[/^sends again/, 'acts.letterSent'],
]

/**
 * Returns the sentence of an event of an order's history for the list of acts; an event without words is returned as it
 * is written.
 */
export function eventWords(event: string, { t, locale }: DeskWords): string {
	for (const [pattern, key] of kinds) {
		const found = pattern.exec(event)
		if (!found) continue
		const receipt = /receipt (\S+)$/.exec(event)?.[1] ?? ''
		const amount = found[1] === undefined ? '' : euros(cents(Number(found[1])), locale)
		return t(key, { amount, receipt, what: '' }).replace(/[ :,]+$/, '')
	}
	return event
}
