import { now as currentTime } from '#app/gateways/clock.server.ts'
import { reviseBooking, type AskedRevision } from '#app/models/booking/revise.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { payChange } from '#app/models/payment/change.server.ts'
import { findNewest } from '#app/models/payment/latest.server.ts'
import { isLive } from '#app/models/payment/payment.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'
import { wayOn } from '#app/routes/payment/way-on.ts'
import { wayOf } from '#app/routes/payment/way-to-pay.server.ts'

/** The booking as this request has read it. */
type Seen = {
	order: Pick<Order, 'id' | 'publicId' | 'revision' | 'day'>
	voucherId: string | null
}

type RevisionToPay = Required<Pick<AskedRevision, 'asked' | 'shown'>> & {
	wayToPay: string | undefined
	done: string
}

/**
 * Makes the change that a customer has checked, and returns the path of the next page: `done`, or that of the payment
 * for which the change waits. Refuses as `reviseBooking` does, and after too many attempts.
 */
export async function reviseAndPay(
	{ order: { id, publicId, revision, day }, voucherId }: Seen,
	{ asked, shown, wayToPay, done }: RevisionToPay,
): Promise<Result<string>> {
	const allowed = await countAttempt('bookingChange', [id])
	if (!allowed.ok) return allowed
	const now = currentTime()
	const seen = { day, openDay: null, revision, voucher: voucherId }
	const wanted = { revision, asked, actor: 'customer', shown, seen }
	const revised = await reviseBooking(id, wanted, now)
	if (!revised.ok)
		return revised.message.key === 'errors.booking.changeBeingPaid'
			? ok(paymentPath({ publicId }))
			: revised
	if (revised.value.kind === 'applied') return ok(done)
	const way = wayOf(wayToPay)
	if (!way) return refuse('wayToPayMissing')
	const begun = await payChange(id, revised.value.changeId, way, now)
	if (!begun.ok) return begun
	const { value } = begun
	return ok('token' in value ? `/payment/${value.token}` : wayOn(value.outcome))
}

/** Returns the path of the page of a change that is being paid; null while none is. */
export async function pathOfOpenChange(
	order: Pick<Order, 'id' | 'publicId'>,
): Promise<string | null> {
	const newest = await findNewest(order.id, 'change')
	return newest && isLive(newest.state) ? paymentPath(order) : null
}

function paymentPath({ publicId }: Pick<Order, 'publicId'>): string {
	return `/booking/${publicId}/payment`
}
