import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { discardEmbedded, freePort } from '#drizzle/embedded/embedded.ts'
import { startShop } from '#scripts/shop/shop.ts'
import { startBalancer } from '#testing/balancer.ts'
import { endings, npmServe } from '#testing/npm-serve.ts'
import { steadyLoad } from '#testing/steady-load.ts'

const USAGE = `npm run rolling -- [--restarts 20] [--rate 100] [--balancer haproxy|node] [--drain 5]
                   [--signal npm|server|group|twice] [--workers 1]

Restarts two nodes of the built shop in turn, behind haproxy on the loopback interface (or a small
balancer of ours), under a steady load, and reports what failed; exits with 1 if anything did. Each
node is an 'npm run serve' of --workers processes; --signal says which of its processes is signalled
to end: npm's own, the server's, the whole group as systemd does, or the whole group twice in a row.`

/** Cheap and expensive answers, from files and from the shop: the check is whether a node answers, not how fast. */
const PATHS = ['/healthz', '/favicon.svg', '/robots.txt', '/pages/agb', '/healthz', '/sitemap.xml']

const { values: options } = parseArgs({
	options: {
		restarts: { type: 'string', default: '20' },
		rate: { type: 'string', default: '100' },
		balancer: { type: 'string', default: 'haproxy' },
		drain: { type: 'string', default: '5' },
		signal: { type: 'string', default: 'server' },
		workers: { type: 'string', default: '1' },
		help: { type: 'boolean', default: false },
	},
})

if (options.help) console.log(USAGE)
else process.exitCode = await main()

async function main() {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-rolling-'))
	await chmod(folder, 0o711)
	const { PATH, HOME } = process.env
	const dataDir = join(folder, 'data')
	const env = { PATH, HOME, LOG_LEVEL: 'error', WORKERS: '1' }
	const shop = await startShop({ dataDir, port: await freePort(), env, quiet: true })
	try {
		return await roll({ ...shop.env, DRAIN_DELAY: options.drain, WORKERS: options.workers }, folder)
	} finally {
		await shop.stop()
		await discardEmbedded(dataDir)
		await rm(folder, { recursive: true, force: true })
	}
}

async function roll(env: NodeJS.ProcessEnv, folder: string) {
	const ports = [await freePort(), await freePort()]
	const ending = endings.find((each) => each === options.signal)
	if (!ending) throw new Error(`--signal is none of ${endings.join(', ')}: ${options.signal}`)
	const nodes = await Promise.all(ports.map((port) => npmServe(port, env)))
	const balancer = await openBalancer(ports, folder)
	for (const port of ports) await until(() => balancer.isReady(port))

	const endLoad = steadyLoad(balancer.url, PATHS, Number(options.rate))
	for (let restart = 0; restart < Number(options.restarts); restart += 1) {
		const index = restart % 2
		const port = ports[index] ?? 0
		await nodes[index]?.stop(ending)
		await until(async () => !(await balancer.isReady(port)))
		nodes[index] = await npmServe(port, env)
		await until(() => balancer.isReady(port))
		process.stdout.write('.')
	}
	const { sent, failed } = await endLoad()
	for (const node of nodes) await node.stop(ending)
	await balancer.stop()

	console.log(
		`\n${options.restarts} restarts by a signal to ${ending}, ${options.workers} workers, ${sent} requests, ${failed.length} failed`,
	)
	for (const failure of new Set(failed)) console.log(`  ${failure}`)
	return failed.length === 0 ? 0 : 1
}

async function openBalancer(ports: number[], folder: string) {
	if (options.balancer === 'node') return startBalancer(ports)
	const program = findProgram('haproxy')
	if (!program) {
		throw new Error('There is no haproxy on the PATH: install it, or say --balancer node')
	}

	const [port, statsPort] = [await freePort(), await freePort()]
	const file = join(folder, 'haproxy.cfg')
	await writeFile(file, haproxyConfig(port, statsPort, ports))
	const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] })
	return {
		url: `http://127.0.0.1:${port}`,
		async isReady(node: number) {
			const stats = await fetch(`http://127.0.0.1:${statsPort}/;csv`).catch(() => undefined)
			const line = (await stats?.text())?.split('\n').find((each) => each.includes(`,node${node},`))
			return line?.includes(',UP,') ?? false
		},
		stop: () => child.kill('SIGTERM'),
	}
}

/**
 * Returns a configuration with which haproxy asks each node twice a second whether it is ready, and retries nothing.
 */
function haproxyConfig(port: number, statsPort: number, nodes: number[]) {
	const servers = nodes.map((node) => `  server node${node} 127.0.0.1:${node}`)
	return `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  timeout check 5s
  retries 0
frontend shop
  bind 127.0.0.1:${port}
  default_backend nodes
frontend stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
backend nodes
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 500ms fall 1 rise 1
${servers.join('\n')}
`
}

/** Finds a program on the PATH or in /usr/sbin, where Debian puts it. */
function findProgram(name: string) {
	const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
	return folders.map((folder) => join(folder, name)).find(canRun)
}

function canRun(path: string) {
	try {
		accessSync(path, constants.X_OK)
		return true
	} catch {
		return false
	}
}

async function until(holds: () => boolean | Promise<boolean>) {
	while (!(await holds())) await delay(100)
}
