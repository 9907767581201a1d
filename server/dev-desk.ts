import { join } from 'node:path'

import type { ServerBuild } from 'react-router'

import { runServer } from './run.ts'

// The port of the socket by which Vite tells the desk's pages about changed sources; the shop's socket has the usual
// port.
const HOT_PORT = 24_679

// The desk of `npm run dev`: as `desk.ts`, but from the sources, with Vite in front.
await runServer(async () => {
	const { env } = await import('#app/gateways/env.server.ts')
	const { atDesk, mostFieldsOfDesk: mostFieldsOf } = await import('./desk-site.ts')
	const { serve } = await import('./http.ts')
	const { deskEntryOf } = await import('./shop.ts')
	const { createServer } = await import('vite')

	const root = join(import.meta.dirname, '../desk')
	const vite = await createServer({
		root,
		configFile: join(root, 'vite.config.ts'),
		server: { middlewareMode: true, ws: { port: HOT_PORT }, hmr: { port: HOT_PORT } },
	})
	const build = () =>
		vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
	const { desk } = deskEntryOf(await build())
	return serve(atDesk(env), {
		build,
		before: vite.middlewares,
		mostFieldsOf,
		close: () => desk.close().finally(() => vite.close()),
	})
})
