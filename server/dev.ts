import type { ServerBuild } from 'react-router'
import { runServer } from './run.ts'

// The server of `npm run dev`: as `serve.ts`, but from the sources, with Vite in front.
await runServer(async () => {
	const { env } = await import('#app/gateways/env.server.ts')
	const { requireDatabase } = await import('./database.ts')
	const { openSite, serve } = await import('./http.ts')
	const { createServer } = await import('vite')

	await requireDatabase(env.DATABASE_URL)
	const vite = await createServer({ server: { middlewareMode: true } })
	const build = () =>
		vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
	const closeSite = await openSite(await build())

	return serve(env, {
		build,
		before: vite.middlewares,
		close: () => closeSite().finally(() => vite.close()),
	})
})
