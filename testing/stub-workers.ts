import cluster from 'node:cluster'
import { appendFileSync, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { runServer } from '#server/run.ts'
import type { StubLoader } from '#testing/stub-build.ts'

/**
 * The folder by which a test and these processes speak: each notes there what happens to it, its `/healthz` answers the
 * status that the file of its id holds, and `/held` answers once there is the file `go`.
 */
const folder = process.env['STUB_FOLDER'] ?? ''
const pauseMs = Number(process.env['STUB_PAUSE_MS'])

function note(what: string) {
	appendFileSync(join(folder, 'notes'), `${what} ${process.pid}\n`)
}

const answer: StubLoader = async ({ request }) => {
	const { pathname } = new URL(request.url)
	if (pathname === '/healthz') {
		const status = await readFile(join(folder, String(process.pid)), 'utf8').catch(() => 200)
		return new Response(null, { status: Number(status) })
	}
	if (pathname === '/held') {
		note('held')
		while (!existsSync(join(folder, 'go'))) await delay(5)
	}
	return new Response(String(process.pid))
}

// The processes of `server/serve.ts`, with an empty shop that needs neither build nor database.
await runServer(
	async (onUnhealthy) => {
		const { env } = await import('#app/gateways/env.server.ts')
		if (cluster.isPrimary && env.WORKERS > 1) {
			const { startWorkers } = await import('#server/workers.ts')
			return startWorkers(env, { pauseMs })
		}
		const { serve } = await import('#server/http.ts')
		const { stubBuild } = await import('#testing/stub-build.ts')
		process.on('message', (message) => {
			if (message === 'leave') note('leaves')
		})
		process.on('exit', (code) => note(`exits with ${code}`))
		function tell() {
			note('tells')
			onUnhealthy()
		}
		const close = await serve(env, {
			build: stubBuild(answer),
			healthCheck: { onUnhealthy: tell, everyMs: 10 },
			close: async () => {},
		})
		note('begins')
		return close
	},
	{ pauseMs },
)
