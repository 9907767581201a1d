import closeWithGrace from 'close-with-grace'

import { isStartError } from '#app/gateways/start-error.ts'
import { type Opened, openShop } from '#app/jobs/open-shop.server.ts'

type Shop = { opened: Opened; close(): Promise<void> }

const LONGEST_END_MS = 60_000

/**
 * Returns the open shop of this process; the first call opens it. The shop is kept on `globalThis`, because Vite loads
 * modules anew when a source changes.
 *
 * A server that ends its process in order listens for SIGTERM before it loads the shop (`server/run.ts`) and closes it.
 * `react-router-serve` only stops listening to the network: there the shop closes itself, after `lastAnswer`.
 */
export async function openedShop(lastAnswer: () => Promise<void>): Promise<Shop> {
	const place = globalThis as typeof globalThis & { [key]?: Promise<Shop> }
	if (place[key]) return place[key]

	const endsItself = process.listenerCount('SIGTERM') === 0
	place[key] = openShop()
	const shop = await place[key].catch((error: unknown) => {
		if (!endsItself || !isStartError(error)) throw error
		console.error(error.message)
		process.exit(1)
	})
	if (endsItself) {
		closeWithGrace({ delay: LONGEST_END_MS }, async () => {
			await lastAnswer()
			await shop.close()
		})
	}
	return shop
}

const key = Symbol.for('raumzeit.shop')
