import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { runServer } from './run.ts'

// `npm run serve`: the built shop on a database that is there already, as the environment says.
// The modules are loaded inside, so that a wrong variable becomes one line as well.
await runServer(async () => {
	const { env } = await import('#app/gateways/env.server.ts')
	const { serve } = await import('./http.ts')
	const { entryOf } = await import('./shop.ts')

	const folder = `${import.meta.dirname}/../build`
	const build: ServerBuild = await import(pathToFileURL(`${folder}/server/index.js`).href)
	return serve(env, { build, clientDir: `${folder}/client`, close: entryOf(build).shop.close })
})
