import cluster from 'node:cluster'

import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'
import type { Opened } from '#app/jobs/open-shop.server.ts'
import { levelOfStart } from '#app/models/operator/oddities.ts'

/**
 * Logs that the shop is open, with the report of its start, in one line; of several processes only the first does,
 * which also ran the migrations.
 */
export function sayOpened({ odd, ...opened }: Opened): void {
	if (cluster.isWorker && cluster.worker?.id !== 1) return
	const level = levelOfStart(odd, {
		isTerminal: process.stdout.isTTY,
		isSandbox: env.PAYMENT_SANDBOX !== undefined,
	})
	log[level](odd.length === 0 ? opened : { ...opened, odd }, 'the shop is open')
}
