import type { AgreedPayment } from '#app/models/booking/place.server.ts'
import { cents, sum, zero, type Cents } from '#app/models/money.ts'
import type { ShownOrder } from '#app/models/order/draft.ts'

type Sums = { total: Cents; online: Cents; onSite: Cents }

/**
 * Returns the sums that the page of a call shows, in cents, as text for a hidden field: the call is booked at no others
 * (faults N401).
 */
export function shownText({ total, online, onSite }: Sums): string {
	return [total, online, onSite].join('_')
}

/**
 * Reads the text of `shownText`; where the order is paid at the venue, its online part is added to the part on site.
 * Null for any other text.
 */
export function readShown(text: string | undefined, { how }: AgreedPayment): ShownOrder | null {
	const read = /^(\d{1,9})_(\d{1,9})_(\d{1,9})$/.exec(text ?? '')
	if (!read) return null
	const [total, online, onSite] = read.slice(1).map((part) => cents(Number(part)))
	if (total === undefined || online === undefined || onSite === undefined) return null
	return how === 'onSite'
		? { total, online: zero, onSite: sum([online, onSite]) }
		: { total, online, onSite }
}
