import type { OpenJob } from '#app/db/open-jobs.server.ts'
import { cents } from '#app/models/money.ts'
import { forTerminal } from '#app/models/order/for-terminal.ts'
import type { KnownOrder } from '#app/models/order/lookup.server.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { OrderHistory } from '#app/models/payment/history.server.ts'
import { groupedCode } from '#app/models/voucher/voucher.ts'
import { bookedAs } from '#scripts/shop/day-words.ts'
import { moment, money, times } from '#scripts/shop/terminal.ts'

/** '2026-000042  Ada Lovelace, 2026-12-05, 49,80 €, 24,90 € left to pay, confirmed' */
export function orderInALine({ number, name, day, total, left, state }: KnownOrder): string {
	const rest = left > 0 ? `${money(left)} left to pay` : ''
	const parts = [name, day ?? 'no day', money(total), rest, state].filter(Boolean)
	return forTerminal(`${number}  ${parts.join(', ')}`)
}

/** An order with its contents, its money, its letters and every event, a line each. */
export function historyWords(history: OrderHistory): string[] {
	const { order, events, letters } = history
	const { person, party, answers, lines } = order
	const visit = visitTimes(order)
	const whole = times(visit?.startsAt ?? null, visit?.endsAt ?? null)
	const contact = [person.phone, person.mobile, person.email].filter(Boolean)
	const left = leftOnSite(order)
	return [
		`${order.number}  ${order.state}  ${[order.day, whole].filter(Boolean).join(' ')}`.trimEnd(),
		`name      ${[`${person.firstName} ${person.lastName}`, ...contact].join(', ')}`,
		...(party ? [`party     ${party.type}: ${party.name}`] : []),
		...(party?.contactPerson ? [`contact   ${party.contactPerson}`] : []),
		...lines.map((line) => `booked    ${bookedAs(line, whole, false)}: ${money(line.amount)}`),
		...Object.values(answers).map(({ label, text }) => `asked     ${label.de}: ${text}`),
		`total     ${money(order.total)}: online ${money(order.online)}, on site ${money(order.onSite)}${left > 0 ? `, of it left to pay ${money(left)}` : ''}`,
		...(order.voucherCode
			? [
					`voucher   ${groupedCode(order.voucherCode)}: ${money(order.voucher)} paid, ${money(order.discount)} less`,
				]
			: []),
		...moneyWords(history),
		...letters.map((letter) => `mail      ${letterWords(letter)}`),
		...events.map(({ at, who, what }) => `${moment(at)}  ${who}: ${inEuros(what)}`),
	].map((line) => forTerminal(line).trimEnd())
}

function moneyWords({ payments, refunds, disputes, invoices }: OrderHistory): string[] {
	return [
		...payments.map(
			({ provider, state, amount, paidAmount, captureId }) =>
				`payment   ${provider} ${state}: ${money(paidAmount ?? amount)} ${captureId ?? ''}`,
		),
		...refunds.map(
			(refund) => `refund    ${money(refund.amount)} ${refundStatus(refund)}: ${refund.reason}`,
		),
		...disputes.map(
			({ provider, disputeId, state, amount }) =>
				`dispute   ${provider} ${disputeId} ${state}: ${money(amount)}`,
		),
		...invoices.map(
			({ number, kind, gross, issuedOn }) =>
				`invoice   ${number} ${kind} of ${issuedOn}: ${money(gross)}`,
		),
	]
}

function letterWords({ name, isParked, nextTry }: OpenJob): string {
	return isParked
		? `${name} was given up, not delivered: npm run venue -- retry`
		: `${name} is not delivered yet, tried next at ${moment(nextTry)}`
}

type Refund = OrderHistory['refunds'][number]

function refundStatus({ refundedAt, failedAt, toldOf }: Refund): string {
	if (failedAt) return 'failed'
	if (refundedAt) return 'done'
	return toldOf ? 'not sent yet' : 'under way'
}

/** Writes the cents of an event's text in euros. */
function inEuros(what: string): string {
	return what.replace(
		/^(paid |refund )(\d+)(?= (?:cash|card)$|$)|(, )(\d+)(?= kept$)|^((?:dispute|refund) .*: )(-?\d+)$/,
		(_, ...found: (string | undefined)[]) => {
			const [words = '', amount = '0'] = found.slice(0, 6).filter((part) => part !== undefined)
			return words + money(cents(Number(amount)))
		},
	)
}
