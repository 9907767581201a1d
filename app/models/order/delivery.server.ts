import { db } from '#app/db/client.server.ts'
import { findJobState } from '#app/db/queue.server.ts'

/** True when the confirmation mail failed and is not tried again, so the page has to say so (faults G3). */
export async function isConfirmationLost(orderId: string): Promise<boolean> {
	return (await findJobState(db, 'mailConfirmation', orderId)) === 'parked'
}
