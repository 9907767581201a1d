import { DateTime } from 'luxon'

import { reviseBooking, type AskedRevision } from '#app/models/booking/revise.server.ts'
import { payChange } from '#app/models/payment/change.server.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { loadVenue } from '#app/models/venue/current.server.ts'

// The verbs of bookings in a process of its own on the database that DATABASE_URL names, to be killed at any moment.

const verbs = {
	revise: (orderId: string, revision: AskedRevision) =>
		reviseBooking(orderId, revision, DateTime.utc()),
	payChange: (orderId: string, changeId: string, provider: ProviderName) =>
		payChange(orderId, changeId, provider, DateTime.utc()),
}

export type Verbs = typeof verbs

/** A call of a verb, numbered by its caller. */
export type Call = {
	[Name in keyof Verbs]: { id: number; verb: Name; args: Parameters<Verbs[Name]> }
}[keyof Verbs]

/** The result of a call, or the text of the error that it threw. */
export type Reply = { id: number; result: unknown } | { id: number; error: string }

await loadVenue()
process.on('message', async ({ id, ...call }: Call) => {
	try {
		const result = await (call.verb === 'revise'
			? verbs.revise(...call.args)
			: verbs.payChange(...call.args))
		process.send?.({ id, result } satisfies Reply)
	} catch (error) {
		process.send?.({ id, error: String(error) } satisfies Reply)
	}
})
// An orphan must not go on writing.
process.on('disconnect', () => process.exit())
process.send?.('ready')
