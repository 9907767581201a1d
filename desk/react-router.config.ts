import type { Config } from '@react-router/dev/config'

import { writeSmallerForms } from '../scripts/shop/smaller-forms.ts'

/** The desk is built beside the shop, into `build/desk`: neither build holds a module of the other (record 053). */
export default {
	ssr: true,
	appDirectory: '.',
	buildDirectory: '../build/desk',
	// Every route is in the page's manifest: no `/__manifest` endpoint to guard.
	routeDiscovery: { mode: 'initial' },
	future: {
		v8_middleware: true,
		v8_passThroughRequests: true,
		v8_splitRouteModules: true,
		v8_trailingSlashAwareDataRequests: true,
		v8_viteEnvironmentApi: true,
	},
	// The desk's own middleware checks where a change comes from, more strictly and with our page.
	allowedActionOrigins: ['**'],
	async buildEnd() {
		await writeSmallerForms('build/desk/client/assets')
	},
} satisfies Config
