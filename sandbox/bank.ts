import { disputesOf } from '#sandbox/desk.ts'
import type { FaultSwitch } from '#sandbox/faults.ts'
import type { Change, Ledger } from '#sandbox/ledger.ts'
import type { Seal } from '#sandbox/paypal/certificate.ts'
import type { Scene } from '#sandbox/stripe/payments.ts'
import type { startWebhooks } from '#sandbox/webhooks.ts'

/** Everything one sandbox is made of; what its doors (API, page, controls) work on. */
export type Bank = {
	ledger: Ledger
	faults: FaultSwitch
	webhooks: ReturnType<typeof startWebhooks>
	/** What PayPal's webhooks are signed with. */
	seal: Seal
	shopName: string
	/** Calls of the API since it was started, without those for an access token. */
	calls: number
	/** Its own address, its ledger and its clock, as they are now. */
	scene(): Scene
	/** Moves the bank's clock away from the real one. */
	shiftClock(seconds: number): void
}

/** Commits, then lets the webhooks go; waits for them only where the fault `first` wants it. */
export async function commit(bank: Bank, changes: Change[]): Promise<void> {
	bank.ledger.commit([...changes, ...claims(bank, changes)])
	const delivery = bank.webhooks.deliverWaiting()
	if (bank.faults.current().webhooks === 'first') await delivery
}

/** What somebody wants back of the money that moves by these changes, when chance has it so. */
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
