import { disputesOf } from '#sandbox/desk.ts'
import type { FaultSwitch } from '#sandbox/faults.ts'
import type { Change, Ledger } from '#sandbox/ledger.ts'
import type { Seal } from '#sandbox/paypal/certificate.ts'
import type { Scene } from '#sandbox/stripe/payments.ts'
import type { startWebhooks } from '#sandbox/webhooks.ts'

/** The parts of one sandbox, which its API, page and controls share. */
export type Bank = {
	ledger: Ledger
	faults: FaultSwitch
	webhooks: ReturnType<typeof startWebhooks>
	/** The key that signs PayPal's webhooks. */
	seal: Seal
	shopName: string
	/** The calls of the API since the start, without those for an access token. */
	calls: number
	/** Returns the sandbox's own address, its ledger and its clock at this moment. */
	scene(): Scene
	/** Moves the bank's clock away from the real one. */
	shiftClock(seconds: number): void
}

/** Commits, then sends the webhooks; waits for them only under the fault `first`. */
export async function commit(bank: Bank, changes: Change[]): Promise<void> {
	bank.ledger.commit([...changes, ...claims(bank, changes)])
	const delivery = bank.webhooks.deliverWaiting()
	if (bank.faults.current().webhooks === 'first') await delivery
}

/** Returns the disputes about the money that moves by these changes, when chance wants one. */
function claims({ ledger, faults, scene }: Bank, changes: Change[]): Change[] {
	const moved = changes.filter(([table, id, row]) => {
		if (table === 'sessions') return row.paymentStatus === 'paid' && !isPaid(ledger, id)
		return table === 'orders' && row.capture?.status === 'COMPLETED' && !isPaid(ledger, id)
	})
	return moved.flatMap((change) => (faults.isDisputed() ? disputesOf(scene(), change) : []))
}

function isPaid({ sessions, orders }: Ledger, id: string) {
	return (
		sessions.get(id)?.paymentStatus === 'paid' || orders.get(id)?.capture?.status === 'COMPLETED'
	)
}
