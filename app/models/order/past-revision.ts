import { DateTime } from 'luxon'

import type { Order, OrderLine } from '#app/models/order/order.ts'
import { inReadingOrder } from '#app/models/order/reading-order.ts'
import type { RevisionContent } from '#app/models/order/revision.ts'

/** The part of an order that a revision replaces. */
export type OrderContent = Omit<RevisionContent, 'lines' | 'places'> & Pick<Order, 'lines'>

/** Makes the part of an order that a revision's stored contents describe, with times as dates. */
export function readContent(content: RevisionContent): OrderContent {
	return { ...content, lines: inReadingOrder(content.lines.map(readLine)) }
}

function readLine(line: RevisionContent['lines'][number]): OrderLine {
	return { ...line, startsAt: readMoment(line.startsAt), endsAt: readMoment(line.endsAt) }
}

/** Reads a moment as the contents of a revision keep it. */
export function readMoment(iso: string | null): Date | null {
	return iso === null ? null : DateTime.fromISO(iso).toJSDate()
}
