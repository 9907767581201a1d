import cluster from 'node:cluster'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { ServerBuild } from 'react-router'

import { runServer } from './run.ts'

// `npm run serve`: the built shop on an existing database, in as many processes as the environment says; it runs as
// `build/serve/serve.js`, beside the built files. The modules are loaded inside, so that a wrong variable becomes one
// line as well.

// The source maps would stay in memory, and take a tenth of it.
process.setSourceMapsEnabled(false)

await runServer(async (onUnhealthy) => {
	const { env } = await import('#app/gateways/env.server.ts')
	const { withDesk } = await import('./with-desk.ts')
	const desk = join(import.meta.dirname, 'desk.js')
	if (cluster.isPrimary && env.WORKERS > 1) {
		const { startWorkers } = await import('./workers.ts')
		return withDesk(env, desk, await startWorkers(env))
	}
	const { serve } = await import('./http.ts')
	const { sayOpened } = await import('./opened.ts')
	const { entryOf } = await import('./shop.ts')

	const folder = join(import.meta.dirname, '..')
	const build: ServerBuild = await import(pathToFileURL(join(folder, 'server/index.js')).href)
	const { shop } = entryOf(build)
	const close = await serve(env, {
		build,
		clientDir: join(folder, 'client'),
		healthCheck: { onUnhealthy },
		close: shop.close,
	})
	sayOpened(shop.opened)
	return withDesk(env, desk, close)
})
