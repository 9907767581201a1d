import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { ServerBuild } from 'react-router'

import { runServer } from './run.ts'

// The process of the built desk, which `serve.ts` starts; it runs as `build/serve/desk.js`, beside the built files.

process.setSourceMapsEnabled(false)

await runServer(async (onUnhealthy) => {
	const { env } = await import('#app/gateways/env.server.ts')
	const { atDesk, mostFieldsOfDesk: mostFieldsOf } = await import('./desk-site.ts')
	const { serve } = await import('./http.ts')
	const { deskEntryOf } = await import('./shop.ts')

	const folder = join(import.meta.dirname, '../desk')
	const build: ServerBuild = await import(pathToFileURL(join(folder, 'server/index.js')).href)
	const { desk } = deskEntryOf(build)
	const clientDir = join(folder, 'client')
	const healthCheck = { onUnhealthy }
	return serve(atDesk(env), { build, clientDir, mostFieldsOf, healthCheck, close: desk.close })
})
