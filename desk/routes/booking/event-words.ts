import { onSiteMethods } from '#app/models/invoice/invoice.ts'
import { cents, euros } from '#app/models/money.ts'
import { paymentStates, type DisputeState } from '#app/models/payment/payment.ts'
import type { DeskMessage, DeskWords } from '#desk/i18n/words.ts'

/**
 * An event of an order: its author and what was done. 'cancelled' by 'payment' ends the payment, by any other author
 * the booking.
 */
type Event = { who: string; what: string }

/**
 * Returns the sentence of an event for the history of an order. Null for letters, which have a list of their own, and
 * for the event 'placed', which the history tells first. `differences` says what a revision has changed. An event of
 * another build that no pattern knows is returned as it is written.
 */
export function eventWords(
	{ t, locale }: DeskWords,
	{ who, what }: Event,
	differences: (revision: number) => string | null = () => null,
): string | null {
	if (what.startsWith('mailed ') || what === 'placed') return null
	const state = who === 'payment' && paymentStates.find((it) => it === what)
	if (state) return t(`booking.paymentStates.${state}`)
	const [, verb, revision] = /^(moved|changed): revision (\d+)$/.exec(what) ?? []
	const which = verb ? differences(Number(revision)) : null
	if (verb === 'changed' && which === '') return t('booking.events.texts')
	if (which)
		return t(verb === 'moved' ? 'booking.events.movedWhich' : 'booking.events.changedWhich', {
			which,
		})
	for (const [pattern, messageOf] of events) {
		const found = pattern.exec(what)
		if (!found) continue
		const { key, values = {} } = messageOf(found)
		const said = Object.entries(values).map(([name, value]) => [
			name,
			name === 'amount' ? euros(cents(Number(value)), locale) : value,
		])
		return t(key, Object.fromEntries(said))
	}
	return what
}

type Reading = readonly [RegExp, (found: RegExpExecArray) => DeskMessage]

const MONEY = '(\\d+) (cash|card|voucher)(?:, receipt (\\S+))?$'

const events: readonly Reading[] = [
	[/^confirmed$/, () => ({ key: 'booking.events.confirmed' })],
	[/^pays at the venue$/, () => ({ key: 'booking.events.paysOnSite' })],
	[/^abandoned$/, () => ({ key: 'booking.events.abandoned' })],
	[/^expired$/, () => ({ key: 'booking.events.expired' })],
	[/^completed$/, () => ({ key: 'booking.events.completed' })],
	[new RegExp(`^paid ${MONEY}`), (found) => atTill('paid', found)],
	[new RegExp(`^paid back ${MONEY}`), (found) => atTill('paidBack', found)],
	[new RegExp(`^took back the note: paid ${MONEY}`), (found) => atTill('unnoted', found)],
	[new RegExp(`^took back the note: paid back ${MONEY}`), (found) => atTill('unnotedBack', found)],
	[/^rest paid online: (\d+)$/, ([, amount = '0']) => withAmount('restOnline', amount)],
	[/^refund (\d+)$/, ([, amount = '0']) => withAmount('refund', amount)],
	[/^refund .* by hand: (\d+)$/, ([, amount = '0']) => withAmount('refundByHand', amount)],
	[
		/^refund .* paid back otherwise: (\d+)$/,
		([, amount = '0']) => withAmount('refundOtherwise', amount),
	],
	[/^refund .* failed$/, () => ({ key: 'booking.events.refundFailed' })],
	[/^refund .* stands$/, () => ({ key: 'booking.events.refundStands' })],
	[/^dispute .* open: (\d+)$/, ([, amount = '0']) => withAmount('dispute.open', amount)],
	[/^dispute .* won: (\d+)$/, ([, amount = '0']) => withAmount('dispute.won', amount)],
	[/^dispute .* lost: (\d+)$/, ([, amount = '0']) => withAmount('dispute.lost', amount)],
	[
		/^unknown status of .*?: "(.*)"$/,
		([, status = '']) => ({ key: 'booking.events.unknownStatus', values: { status } }),
	],
	[/^cancelled, (\d+) kept$/, ([, amount = '0']) => withAmount('cancelledKept', amount)],
	[/^cancelled$/, () => ({ key: 'booking.events.cancelled' })],
	[/^moved: revision \d+$/, () => ({ key: 'booking.events.moved' })],
	[/^changed: revision \d+$/, () => ({ key: 'booking.events.changed' })],
	[/^a change waits for its payment$/, () => ({ key: 'booking.events.changeWaits' })],
	[/^a change ended without its payment$/, () => ({ key: 'booking.events.changeEnded' })],
	[/^corrected name or mail address$/, () => ({ key: 'booking.events.corrected' })],
	[/^named another recipient$/, () => ({ key: 'booking.events.recipient' })],
	[
		/^gift vouchers withdrawn: (\d+)$/,
		([, count = '0']) => ({ key: 'booking.events.withdrawn', values: { count: Number(count) } }),
	],
	[/^day closed: leave$/, () => ({ key: 'booking.events.closedLeave' })],
	[/^day closed: move$/, () => ({ key: 'booking.events.closedMove' })],
	[/^day closed: cancel$/, () => ({ key: 'booking.events.closedCancel' })],
	[/^booked again: /, () => ({ key: 'booking.events.bookedAgain' })],
	[/^noted again: /, () => ({ key: 'booking.events.notedAgain' })],
	[/^sends again /, () => ({ key: 'booking.events.sentAgain' })],
]

function atTill(
	kind: 'paid' | 'paidBack' | 'unnoted' | 'unnotedBack',
	[, amount = '0', method = 'cash', receipt = '–']: RegExpExecArray,
): DeskMessage {
	const way = onSiteMethods.find((it) => it === method) ?? 'cash'
	return { key: `booking.events.${way}.${kind}`, values: { amount, receipt } }
}

function withAmount(
	kind:
		| 'restOnline'
		| 'refund'
		| 'refundByHand'
		| 'refundOtherwise'
		| 'cancelledKept'
		| `dispute.${DisputeState}`,
	amount: string,
): DeskMessage {
	return { key: `booking.events.${kind}`, values: { amount } }
}
