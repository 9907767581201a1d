import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { SMTPServer } from 'smtp-server'

import { type Drill, restartBoth, type Stage, sumOf } from './drill-stage.ts'
import { order, registered, withGiftVoucher } from './known-visitors.ts'
import { until } from './patroni.ts'

/** The drills of the alerts about the services that a shop uses: payment provider and mail server. */
export const serviceDrills: readonly Drill[] = [
	{
		alert: 'ProviderFails',
		cause: 'the keys of Stripe were changed, and the nodes have the old ones',
		step: '`STRIPE_SECRET_KEY` is corrected, and the nodes are restarted',
		minutes: 1,
		async bring(stage) {
			await restartBoth(stage, { STRIPE_SECRET_KEY: 'sk_live_old' })
			for (const { url } of Object.values(stage.nodes))
				for (let times = 0; times < 3; times += 1) await leaveToPay(url)
			return { mend: () => restartBoth(stage, {}) }
		},
	},
	{
		alert: 'MailServerFails',
		cause: '`SMTP_URL` names a port at which no server answers',
		step: '`SMTP_URL` is corrected, and the nodes are restarted; a letter goes out',
		minutes: 1,
		// The rule looks back for half an hour.
		quietAfter: 32,
		async bring(stage) {
			await restartBoth(stage, { SMTP_URL: 'smtp://127.0.0.1:1' })
			for (let times = 0; times < 4; times += 1) await registered(stage.nodes.one.url)
			const failures = 'raumzeit_mail_failures_total'
			await until('four letters have failed', async () => (await sumOf(stage, failures)) > 3)
			return {
				async mend() {
					const { url, letters, close } = await openMailServer()
					await restartBoth(stage, { SMTP_URL: url })
					await registered(stage.nodes.one.url)
					await until('a letter has gone out', async () => letters() > 0)
					await restartBoth(stage, {})
					close()
				},
			}
		},
	},
	{
		alert: 'DisputesOpen',
		cause: 'a payer disputes a payment at the provider',
		step: 'waiting: the provider has decided, and says so by its webhook',
		minutes: 1,
		async bring(stage) {
			const { sandbox, nodes } = stage
			sandbox.sendWebhooksTo(`${nodes.one.url}/api/payments/stripe/webhook`)
			await order(await withGiftVoucher(nodes.one.url))
			const capture = sandbox.ledger().captures.at(-1)
			await atProvider(stage, `captures/${capture?.captureId}/dispute`, {})
			await untilDispute(stage, 'open')
			const dispute = sandbox.ledger().disputes.at(-1)
			return {
				async mend() {
					await atProvider(stage, `disputes/${dispute?.disputeId}/close`, { outcome: 'won' })
					await untilDispute(stage, 'won')
				},
			}
		},
	},
]

/** Opens a mail server that takes every letter and counts them. */
async function openMailServer(): Promise<{
	url: string
	letters: () => number
	close: () => void
}> {
	let letters = 0
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData(stream, _session, taken) {
			stream.resume()
			stream.once('end', () => {
				letters += 1
				taken()
			})
		},
	})
	server.listen(0, '127.0.0.1')
	await once(server.server, 'listening')
	const { port } = server.server.address() as AddressInfo
	return {
		url: `smtp://127.0.0.1:${port}`,
		letters: () => letters,
		close: () => server.close(),
	}
}

/** Orders a gift voucher, and goes to the provider to pay; its answer does not matter. */
async function leaveToPay(url: string): Promise<void> {
	const visitor = await withGiftVoucher(url)
	await order(visitor).catch(() => {})
}

/** Does what people do at the provider's own desk. */
async function atProvider({ sandbox }: Stage, path: string, body: object): Promise<void> {
	const answer = await fetch(`${sandbox.url}/test/${path}`, {
		method: 'POST',
		body: JSON.stringify(body),
		headers: { 'Content-Type': 'application/json' },
	})
	if (!answer.ok) throw new Error(`${path} is answered ${answer.status}`)
}

async function untilDispute({ database }: Stage, state: 'open' | 'won'): Promise<void> {
	await until(`the dispute is ${state}`, async () => {
		const [row] = await database.asSuperuser('select state from disputes')
		return row?.['state'] === state
	})
}
