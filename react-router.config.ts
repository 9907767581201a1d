import { join } from 'node:path'

import type { Config } from '@react-router/dev/config'
import { build } from 'vite'

import { bundled } from './scripts/shop/bundled.ts'
import { writeSmallerForms } from './scripts/shop/smaller-forms.ts'

export default {
	ssr: true,
	// Every route is in the page's manifest: no `/__manifest` endpoint to guard.
	routeDiscovery: { mode: 'initial' },
	future: {
		v8_middleware: true,
		v8_passThroughRequests: true,
		v8_splitRouteModules: true,
		v8_trailingSlashAwareDataRequests: true,
		v8_viteEnvironmentApi: true,
	},
	// Where a change comes from is checked by `sameOriginMiddleware`, more strictly and with our page.
	allowedActionOrigins: ['**'],
	async buildEnd({ reactRouterConfig: { buildDirectory } }) {
		await writeSmallerForms(join(buildDirectory, 'client/assets'))
		await buildServer(join(buildDirectory, 'serve'))
	},
} satisfies Config

/**
 * Builds the servers around the shop and the desk and the operator's command, in plain JavaScript: what reads TypeScript at run time
 * would stay in the memory of each process, a quarter of it, and is no package of a production folder.
 */
async function buildServer(outDir: string) {
	const input = { serve: 'server/serve.ts', desk: 'server/desk.ts', venue: 'scripts/venue.ts' }
	const options = {
		ssr: true,
		outDir,
		target: 'node20',
		copyPublicDir: false,
		rolldownOptions: { input },
	}
	const ssr = { noExternal: bundled }
	await build({ configFile: false, logLevel: 'warn', build: options, ssr })
}
