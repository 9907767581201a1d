import type { AgreedPayment } from '#app/models/booking/place.server.ts'
import type { Typed } from '#desk/routes/new/call.server.ts'

/**
 * Returns the way to pay that the caller has agreed to. A pay link whose end cannot be read stays a pay link, which is
 * refused when the order is placed: no booking that was to be paid online is made without that (faults N295).
 */
export function agreedIn(typed: Typed): AgreedPayment {
	const until = new Date(typed.get('until') ?? '')
	return typed.get('pay') === 'link' ? { how: 'byLink', until } : { how: 'onSite' }
}
