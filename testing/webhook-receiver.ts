import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { providerNames, type ProviderName } from '#app/models/provider.ts'

/** A webhook as it came over the wire. */
export type Received = { provider: ProviderName; body: string; headers: Headers }

/** Listens in place of the shop: `take` gets each webhook, which is answered when that is done. */
export async function openWebhookReceiver(take: (webhook: Received) => Promise<unknown>) {
	const server = createServer(async (request, response) => {
		const provider = providerNames.find((name) => request.url === `/${name}`)
		const headers = new Headers(request.headers as Record<string, string>)
		const taken = provider && take({ provider, body: await text(request), headers })
		const isTaken = await Promise.resolve(taken ?? Promise.reject()).then(
			() => true,
			() => false,
		)
		response.writeHead(isTaken ? 204 : 500).end()
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	return {
		url: (provider: ProviderName) => `http://127.0.0.1:${port}/${provider}`,
		async close() {
			server.closeAllConnections()
			await new Promise((done) => server.close(done))
		},
	}
}
