import type { TFunction } from 'i18next'

import type { Block, Change } from '#app/emails/letter.ts'
import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { euros } from '#app/models/money.ts'
import { kindOfRevision, pairLines } from '#app/models/order/difference.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { formatDay, formatTime, formatTimes } from '#app/models/venue/date-format.ts'
import { groupedCode } from '#app/models/voucher/voucher.ts'

/** Lists what differs between two revisions, and the sums of both, in the language of `t`. */
export function comparison(before: Order, order: Order, t: TFunction): Block[] {
	const head = {
		what: t('mail.revision.head.what'),
		before: t('mail.revision.head.before'),
		now: t('mail.revision.head.now'),
	}
	return [{ kind: 'changes', head, changes: comparedRows(before, order, t) }]
}

/** Returns the rows of the table of before and now: day and time, every line that differs, and the sums. */
export function comparedRows(before: Order, order: Order, t: TFunction): Change[] {
	const { locale } = order
	const row = (label: string, of: (order: Order) => string | null): Change => ({
		label,
		before: of(before),
		now: of(order),
	})
	const timesOf = (of: Order) => {
		const times = visitTimes(of)
		return times && formatTimes(times.startsAt, times.endsAt, locale)
	}
	const rows = [
		row(t('mail.confirmation.day'), ({ day }) => day && formatDay(day, locale, 'short')),
		row(t('mail.confirmation.time'), timesOf),
		...lineRows(before, order, t),
		row(t('mail.revision.discount'), ({ discount }) => euros(discount, locale)),
	]
	const paidByVoucher = t('mail.confirmation.voucher', {
		code: groupedCode(order.voucherCode ?? ''),
	})
	const isVoucher = before.voucher > 0 || order.voucher > 0
	return [
		...rows.filter(({ before, now }) => before !== now),
		row(t('mail.confirmation.total'), ({ total }) => euros(total, locale)),
		...(isVoucher ? [row(paidByVoucher, ({ voucher }) => euros(voucher, locale))] : []),
		row(t('mail.confirmation.online'), ({ online }) => euros(online, locale)),
		row(t('mail.confirmation.onSite'), (of) => euros(leftOnSite(of), locale)),
	]
}

/**
 * Returns the rows of before and now for the lines: pieces, room, price of a piece and, unless the visit moves as a
 * whole, the start. A line that comes or goes has pieces alone.
 */
function lineRows(before: Order, order: Order, t: TFunction): Change[] {
	const { locale } = order
	const isMoved = kindOfRevision(before, order) === 'moved'
	return pairLines(before.lines, order.lines).flatMap(({ before: was, after: is }) => {
		const line = is ?? was
		if (!line) return []
		const title = inLocale(line.title, locale)
		const pieces = { label: title, before: piecesOf(was), now: piecesOf(is) }
		if (!was || !is) return [pieces]
		const row = (label: string, of: (line: OrderLine) => string | null): Change => ({
			label,
			before: of(was),
			now: of(is),
		})
		const start = ({ startsAt }: OrderLine) => startsAt && formatTime(startsAt, locale)
		return [
			pieces,
			row(t('mail.revision.room'), (of) => roomOf(of, locale)),
			row(t('mail.revision.unitPrice', { title }), (of) => euros(of.unitPrice, locale)),
			...(isMoved ? [] : [row(t('mail.revision.start', { title }), start)]),
		]
	})
}

function piecesOf(line: OrderLine | null): string | null {
	return line && String(line.quantity)
}

function roomOf({ detail }: OrderLine, locale: Locale): string | null {
	return detail && inLocale(detail, locale)
}
