import { lookup } from 'node:dns/promises'
import { createServer, type Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { StartError } from '#app/gateways/start-error.ts'

/**
 * Makes servers listen on `port` at every address that `host` stands for, and returns them. `create` makes one server
 * for one address.
 * @throws StartError when the port is taken or this machine does not have the host; then none of them listens
 */
export async function listen<T extends Server>(host: string, port: number, create: () => T) {
	const servers: T[] = []
	try {
		for (const address of await addressesOf(host)) {
			const server = create()
			if (await bind(server, address, port)) servers.push(server)
		}
		if (servers.length === 0) throw wrongHost(host)
		return servers
	} catch (error) {
		for (const server of servers) server.close()
		throw error
	}
}

/**
 * Checks before anything is started that `listen` will work; tries for a second, because another server may just be
 * leaving.
 * @throws StartError when it will not
 */
export async function requirePort(host: string, port: number) {
	for (let attempt = 1; ; attempt += 1) {
		try {
			const servers = await listen(host, port, createServer)
			await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
			return
		} catch (error) {
			if (attempt === 5) throw error
			await delay(200)
		}
	}
}

async function addressesOf(host: string) {
	// Browsers try both addresses for 'localhost', whatever the machine's own table of names says.
	if (host === 'localhost') return ['127.0.0.1', '::1']
	const found = await lookup(host, { all: true }).catch(() => {
		throw wrongHost(host)
	})
	return [...new Set(found.map(({ address }) => address))]
}

/**
 * Binds a server to an address; false where the machine does not have this address (as ::1 where IPv6 is switched off).
 */
function bind(server: Server, address: string, port: number) {
	return new Promise<boolean>((done, failed) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			const { code = '' } = error
			if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') done(false)
			else failed(explain(port, code, error))
		})
		server.listen(port, address, () => {
			server.removeAllListeners('error')
			done(true)
		})
	})
}

function explain(port: number, code: string, error: Error) {
	if (code === 'EADDRINUSE') {
		return new StartError(
			`Port ${port} is already in use: end the other program, or choose another one, for example PORT=${port + 1}`,
		)
	}
	if (code === 'EACCES') {
		return new StartError(
			`Port ${port} may not be used by this user: choose one above 1023, for example PORT=3000`,
		)
	}
	return error
}

function wrongHost(host: string) {
	return new StartError(
		`HOST is wrong (${JSON.stringify(host)}): this machine has no such address, for example HOST=0.0.0.0 for all it has`,
	)
}
