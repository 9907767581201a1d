import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FaultSwitch } from '#sandbox/faults.ts'
import type { Ledger, StoredEvent } from '#sandbox/ledger.ts'

/** The address for one provider's events, and the headers that prove them. */
export type WebhookTarget = {
	url: string | undefined
	headersFor: (body: string) => Record<string, string>
}
export type WebhookTargets = Record<StoredEvent['provider'], WebhookTarget>

/**
 * Delivers the waiting events of the ledger, each again and again until it is answered with 2xx: after half a second,
 * then doubling up to half a minute. Events left when the program ended are delivered by the next run.
 */
export function startWebhooks(ledger: Ledger, faults: FaultSwitch, targets: WebhookTargets) {
	const timers = new Map<string, NodeJS.Timeout>()
	const busy = new Set<string>()
	const ended = new AbortController()
	setMaxListeners(0, ended.signal) // Each delivery that waits listens to it.
	const quietly = { ref: false, signal: ended.signal }

	return {
		/** Resolves after the first attempt for every waiting event. */
		async deliverWaiting(): Promise<void> {
			const waiting = [...ledger.events.values()].filter(({ state }) => state === 'waiting')
			if (faults.current().webhooks === 'off') return lose(waiting)
			await Promise.all(
				waiting
					.filter(({ id, provider }) => targets[provider].url && !timers.has(id))
					.map((event) => attempt(event, 0)),
			)
		},
		pointAt(provider: StoredEvent['provider'], next: Partial<WebhookTarget>) {
			Object.assign(targets[provider], next)
		},
		stop() {
			ended.abort()
			for (const timer of timers.values()) clearTimeout(timer)
		},
	}

	function lose(events: StoredEvent[]) {
		ledger.commit(events.map((event) => ['events', event.id, { ...event, state: 'lost' }]))
	}

	async function attempt(event: StoredEvent, failures: number): Promise<void> {
		if (busy.has(event.id)) return
		busy.add(event.id)
		const deliveries = faults.deliveries()
		const outcomes: boolean[] = await Promise.all(
			deliveries.map((late) => sleep(late, undefined, quietly).then(() => send(event))),
		).catch(() => [])
		busy.delete(event.id)
		if (ended.signal.aborted) return
		timers.delete(event.id)
		if (deliveries.length === 0) return lose([event])
		if (outcomes.includes(true)) {
			ledger.commit([['events', event.id, { ...event, state: 'delivered' }]])
			return
		}
		const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)
		timers.set(
			event.id,
			setTimeout(() => void attempt(event, failures + 1), wait),
		)
	}

	async function send({ provider, body }: StoredEvent): Promise<boolean> {
		const { url, headersFor } = targets[provider]
		if (!url) return false
		try {
			const response = await fetch(url, {
				method: 'POST',
				redirect: 'manual',
				headers: {
					'content-type': 'application/json; charset=utf-8',
					...headersFor(body),
					'user-agent': `${provider} (sandbox)`,
				},
				body,
				signal: AbortSignal.any([ended.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
			})
			await response.body?.cancel()
			return response.ok
		} catch {
			return false
		}
	}
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
const ANSWER_WITHIN_MS = 10_000
