import { db } from '#app/db/client.server.ts'
import { findJobState } from '#app/db/queue.server.ts'

/** The confirmation could not be delivered and is not tried again: its reader has to be told elsewhere (faults G3). */
export async function isConfirmationLost(orderId: string): Promise<boolean> {
	return (await findJobState(db, 'mailConfirmation', orderId)) === 'parked'
}
