import { createRequestHandler, type ServerBuild } from 'react-router'

import type { Arrival } from '#app/http/arrival.server.ts'

export type StubLoader = (args: {
	request: Request
	context: Arrival
}) => Response | Promise<Response>

/** Makes the smallest build: one route that answers everything, without middleware and database. */
export function stubBuild(answer: StubLoader): ServerBuild {
	return {
		entry: {
			module: {
				createRequestHandler,
				default: () => new Response('page'),
				contextFor: (arrival: Arrival) => arrival,
				readyAnswer: async () => null,
			},
		},
		routes: {
			root: { id: 'root', path: '', module: { default: () => null } },
			all: { id: 'all', parentId: 'root', path: '*', module: { loader: answer, action: answer } },
		},
		assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
		basename: '/',
		publicPath: '/',
		assetsBuildDirectory: '',
		future: {},
		ssr: true,
		isSpaMode: false,
		prerender: [],
		allowedActionOrigins: ['**'],
		routeDiscovery: { mode: 'initial' },
	} as unknown as ServerBuild
}
