import type { OpenJob } from '#app/db/open-jobs.server.ts'
import { cents } from '#app/models/money.ts'
import type { KnownOrder } from '#app/models/order/lookup.server.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { OrderHistory } from '#app/models/payment/history.server.ts'
import { groupedCode } from '#app/models/voucher/voucher.ts'
import { bookedAs } from '#scripts/shop/day-words.ts'
import { forTerminal, moment, money, times } from '#scripts/shop/terminal.ts'
import type { TerminalWords } from '#scripts/shop/words.ts'

/** An order in one line: '2026-000042  Ada Lovelace, 2026-12-05, 49,80 €, 24,90 € left to pay, confirmed'. */
export function orderInALine(order: KnownOrder, words: TerminalWords): string {
	const { number, name, day, total, left, state } = order
	const rest = left > 0 ? words.stillToPay(money(left)) : ''
	const parts = [name, day ?? words.noDay, money(total), rest, words.stateOf(state)].filter(Boolean)
	return forTerminal(`${number}  ${parts.join(', ')}`)
}

/** An order with its contents, its money, its letters and every event, a line each. */
export function historyWords(history: OrderHistory, words: TerminalWords): string[] {
	const { order, events, letters, reasons } = history
	const { person, party, answers, lines } = order
	const { labels } = words
	const visit = visitTimes(order)
	const whole = times(visit?.startsAt ?? null, visit?.endsAt ?? null)
	const contact = [person.phone, person.mobile, person.email].filter(Boolean)
	const left = leftOnSite(order)
	const sums = words.totalOf(money(order.total), money(order.online), money(order.onSite))
	return [
		`${order.number}  ${words.stateOf(order.state)}  ${[order.day, whole].filter(Boolean).join(' ')}`,
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
		...events.map(({ at, who, what }) => {
			const reason = reasons.find(({ number }) => what.endsWith(`: revision ${number}`))?.reason
			return `${moment(at)}  ${who}: ${inEuros(what)}${reason ? ` (${reason})` : ''}`
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
				`${provider} ${purpose === 'order' ? '' : `${purpose} `}${state}: ${money(paidAmount ?? amount)} ${captureId ?? ''}`,
			),
		),
		...refunds.map((refund) =>
			line(
				labels.refund,
				`${money(refund.amount)} ${words.refundStates[refundStatus(refund)]}: ${refund.reason}`,
			),
		),
		...disputes.map(({ provider, disputeId, state, amount }) =>
			line(labels.dispute, `${provider} ${disputeId} ${state}: ${money(amount)}`),
		),
		...invoices.map(({ number, content: { kind }, gross, issuedOn }) =>
			line(labels.invoice, `${number} ${kind} ${words.invoiceOf(issuedOn)}: ${money(gross)}`),
		),
	]
}

function letterWords({ name, isParked, nextTry }: OpenJob, words: TerminalWords): string {
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

/** Writes the cents of an event's text in euros. */
function inEuros(what: string): string {
	return what.replace(
		/^((?:took back the note: )?paid (?:back )?|refund )(\d+)(?= (?:cash|card|voucher)(?:, receipt \S+)?$|$)|(, )(\d+)(?= kept$)|^((?:dispute|refund|rest) .*: )(-?\d+)$/,
		(_, ...found: (string | undefined)[]) => {
			const [words = '', amount = '0'] = found.slice(0, 6).filter((part) => part !== undefined)
			return words + money(cents(Number(amount)))
		},
	)
}
