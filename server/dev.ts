import { join } from 'node:path'

import type { ServerBuild } from 'react-router'

import { runServer } from './run.ts'

// The server of `npm run dev`: as `serve.ts`, but from the sources, with Vite in front.
await runServer(async () => {
	const { env } = await import('#app/gateways/env.server.ts')
	const { serve } = await import('./http.ts')
	const { sayOpened } = await import('./opened.ts')
	const { entryOf } = await import('./shop.ts')
	const { withDesk } = await import('./with-desk.ts')
	const { createServer } = await import('vite')

	const vite = await createServer({ server: { middlewareMode: true } })
	const build = () =>
		vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
	const { shop } = entryOf(await build())

	const close = await serve(env, {
		build,
		before: vite.middlewares,
		close: () => shop.close().finally(() => vite.close()),
	})
	sayOpened(shop.opened)
	return withDesk(env, join(import.meta.dirname, 'dev-desk.ts'), close)
})
