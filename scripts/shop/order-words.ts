import type { OpenJob } from '#app/db/open-jobs.server.ts'
import type { KnownOrder } from '#app/models/order/lookup.server.ts'
import { eventNow, shownState } from '#app/models/order/order-end.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { OrderHistory } from '#app/models/payment/history.server.ts'
import { groupedCode } from '#app/models/voucher/voucher.ts'
import { bookedAs } from '#scripts/shop/day-words.ts'
import { saidByDesk } from '#scripts/shop/event-words.ts'
import { forTerminal, moment, money, times } from '#scripts/shop/terminal.ts'
import type { TerminalWords } from '#scripts/shop/words.ts'

/** Returns an order in one line: '2026-000042  Ada Lovelace, 2026-12-05, 49,80 €, 24,90 € left to pay, confirmed'. */
export function orderInALine(order: KnownOrder, words: TerminalWords): string {
	const { number, name, day, total, left, state } = order
	const rest = left > 0 ? words.stillToPay(money(left)) : ''
	const parts = [name, day ?? words.noDay, money(total), rest, words.stateOf(state)].filter(Boolean)
	return forTerminal(`${number}  ${parts.join(', ')}`)
}

/**
 * Returns an order with its contents, its money, its letters and every event, a line for each; `names` are those of
 * staff, by their actor.
 */
export function historyWords(
	history: OrderHistory,
	words: TerminalWords,
	names: ReadonlyMap<string, string> = new Map(),
): string[] {
	const { order, events, letters, revisions, notes } = history
	const { person, party, answers, lines } = order
	const { labels } = words
	const visit = visitTimes(order)
	const whole = times(visit?.startsAt ?? null, visit?.endsAt ?? null)
	const contact = [person.phone, person.mobile, person.email].filter(Boolean)
	const left = leftOnSite(order)
	const sums = words.totalOf(money(order.total), money(order.online), money(order.onSite))
	return [
		`${order.number}  ${words.stateOf(shownState(order))}  ${[order.day, whole].filter(Boolean).join(' ')}`,
		line(labels.name, [`${person.firstName} ${person.lastName}`, ...contact].join(', ')),
		...(party ? [line(labels.party, `${words.partyOf(party.type)}: ${party.name}`)] : []),
		...(party?.contactPerson ? [line(labels.contact, party.contactPerson)] : []),
		...lines.map((it) => line(labels.booked, `${bookedAs(it, whole, false)}: ${money(it.amount)}`)),
		...Object.values(answers).map(({ label, text }) => line(labels.asked, `${label.de}: ${text}`)),
		line(labels.total, left > 0 ? `${sums}, ${words.ofItLeft(money(left))}` : sums),
		...(order.voucherCode
			? [
					line(
						labels.voucher,
						`${groupedCode(order.voucherCode)}: ${words.voucherPaid(money(order.voucher), money(order.discount))}`,
					),
				]
			: []),
		...moneyWords(history, words),
		...letters.map((letter) => line(labels.mail, letterWords(letter, words))),
		...notes.map(({ at, actor, text }) =>
			line(labels.note, `${moment(at)} ${names.get(actor) ?? actor}: ${text}`),
		),
		...events.map(({ at, who, what, reason: given }) => {
			const ofRevision = revisions.find(({ number }) => what.endsWith(`: revision ${number}`))
			const reason = given ?? ofRevision?.reason
			const said = saidByDesk(
				{ locale: words.locale, revisions },
				{ who, what: eventNow(order, what) },
			)
			const event = said ?? (what === 'placed' ? words.placed : words.mailed(what))
			return `${moment(at)}  ${names.get(who) ?? who}: ${event}${reason ? ` (${reason})` : ''}`
		}),
	].map((words) => forTerminal(words).trimEnd())
}

function line(label: string, words: string): string {
	return `${label.padEnd(9)} ${words}`
}

function moneyWords(
	{ payments, refunds, disputes, invoices }: OrderHistory,
	words: TerminalWords,
): string[] {
	const { labels } = words
	return [
		...payments.map(({ provider, purpose, state, amount, paidAmount, captureId }) =>
			line(
				labels.payment,
				`${provider} ${words.purposes[purpose]}${words.paymentStates[state]}: ${money(paidAmount ?? amount)} ${captureId ?? ''}`,
			),
		),
		...refunds.map((refund) =>
			line(
				labels.refund,
				`${money(refund.amount)} ${words.refundStates[refundStatus(refund)]}: ${refund.reason}`,
			),
		),
		...disputes.map(({ provider, disputeId, state, amount }) =>
			line(
				labels.dispute,
				`${provider} ${disputeId} ${words.disputeStates[state]}: ${money(amount)}`,
			),
		),
		...invoices.map(({ number, content: { kind }, gross, issuedOn }) =>
			line(
				labels.invoice,
				`${number} ${words.t(`invoices.title.${kind}`)} ${words.invoiceOf(issuedOn)}: ${money(gross)}`,
			),
		),
	]
}

function letterWords(
	{ name, isParked, nextTry }: Pick<OpenJob, 'name' | 'isParked' | 'nextTry'>,
	words: TerminalWords,
): string {
	return isParked ? words.letterGivenUp(name) : words.letterTried(name, moment(nextTry))
}

type Refund = OrderHistory['refunds'][number]

function refundStatus({
	refundedAt,
	failedAt,
	toldOf,
}: Refund): keyof TerminalWords['refundStates'] {
	if (failedAt) return 'failed'
	if (refundedAt) return 'done'
	return toldOf ? 'unsent' : 'underWay'
}
