import type { Config } from '@react-router/dev/config'

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
} satisfies Config
