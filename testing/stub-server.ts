import { setTimeout as delay } from 'node:timers/promises'

import { runServer } from '#server/run.ts'

const ANSWER_MS = 20

// A server process as `server/serve.ts`, with an empty shop that needs neither build nor database.
await runServer(async () => {
	const { env } = await import('#app/gateways/env.server.ts')
	const { serve } = await import('#server/http.ts')
	const { stubBuild } = await import('#testing/stub-build.ts')
	const build = stubBuild(() => delay(ANSWER_MS, new Response('answered\n')))
	return serve(env, { build, close: async () => {} })
})
