import { db } from '#app/db/client.server.ts'
import { findJobState } from '#app/db/queue.server.ts'

/**
 * True when the job that mails an order's confirmation has failed and is not tried again, which the order's page tells
 * (faults G3).
 */
export async function isConfirmationLost(orderId: string): Promise<boolean> {
	return (await findJobState(db, 'mailConfirmation', orderId)) === 'parked'
}
