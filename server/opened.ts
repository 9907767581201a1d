import cluster from 'node:cluster'

import { log } from '#app/gateways/log.server.ts'
import type { Opened } from '#app/jobs/open-shop.server.ts'

/** Logs a good start in one line; of several processes only the first does, which also ran the migrations. */
export function sayOpened({ odd, ...opened }: Opened): void {
	if (cluster.isWorker && cluster.worker?.id !== 1) return
	if (odd.length === 0) log.info(opened, 'the shop is open')
	else log.warn({ ...opened, odd }, 'the shop is open')
}
