import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'

import type { Env } from '#app/gateways/environment.ts'

import type { Close } from './run.ts'

const LONGEST_BEGINNING = 20_000

/**
 * Starts the desk beside an open shop where `DESK_ORIGIN` is set, and returns the function that ends both. With several
 * processes of a shop behind one port, only their parent starts the desk, so that a node has one.
 */
export async function withDesk(env: Env, file: string, close: Close): Promise<Close> {
	if (env.DESK_ORIGIN === undefined || cluster.isWorker) return close
	const { startDesk } = await import('./desk-process.ts')
	const desk = startDesk(file)
	// The program that started this one prints where the desk is; without such a program the shop does not wait.
	if (process.send)
		await Promise.race([desk.begun, delay(LONGEST_BEGINNING, undefined, { ref: false })])
	return async () => {
		await Promise.all([desk.stop(), close()])
	}
}
