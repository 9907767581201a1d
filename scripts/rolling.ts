import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { chromium } from '@playwright/test'

import { discardEmbedded, freePort } from '#drizzle/embedded/embedded.ts'
import { ROOT } from '#scripts/shop/child.ts'
import { findChromium } from '#scripts/shop/chromium.ts'
import { findProgram } from '#scripts/shop/debian.ts'
import { startParts } from '#scripts/shop/shop.ts'
import { startBalancer } from '#testing/balancer.ts'
import { browse, type Browsed } from '#testing/browsing.ts'
import { endings, npmServe } from '#testing/npm-serve.ts'
import { steadyLoad } from '#testing/steady-load.ts'

const USAGE = `npm run rolling -- [--restarts 20] [--rate 100] [--balancer haproxy|node] [--drain 5]
                   [--signal npm|server|group|twice] [--workers 1] [--beside FOLDER]

Restarts two nodes of the built shop in turn, behind haproxy on the loopback interface (or a small
balancer of ours), under a steady load, and reports what failed; exits with 1 if anything did. Each
node is an 'npm run serve' of --workers processes; --signal says which of its processes is signalled
to end: npm's own, the server's, the whole group as systemd does, or the whole group twice in a row.

--beside FOLDER: one node begins with the build in FOLDER, an earlier commit that is installed and
built, and each restart gives a node the other build. Both read the venue files of FOLDER. A browser
visits them meanwhile, with scripts and without, and what is wrong with its pages and carts counts.`

/**
 * The paths of the load: cheap and expensive answers, from files and from the shop. The check is whether a node
 * answers, not how fast.
 */
const PATHS = ['/healthz', '/favicon.svg', '/robots.txt', '/pages/agb', '/healthz', '/sitemap.xml']

const { values: options } = parseArgs({
	options: {
		restarts: { type: 'string', default: '20' },
		rate: { type: 'string', default: '100' },
		balancer: { type: 'string', default: 'haproxy' },
		drain: { type: 'string', default: '5' },
		signal: { type: 'string', default: 'server' },
		workers: { type: 'string', default: '1' },
		beside: { type: 'string' },
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
	const port = await freePort()
	const trees = options.beside ? [resolve(options.beside), ROOT] : [ROOT, ROOT]
	const env = {
		PATH,
		HOME,
		LOG_LEVEL: 'error',
		WORKERS: options.workers,
		DRAIN_DELAY: options.drain,
		APP_ORIGIN: `http://localhost:${port}`,
		TRUST_PROXY: '1',
		VENUE_DIR: join(trees[0] ?? ROOT, 'venue'),
	}
	const parts = await startParts({ dataDir, port, env, quiet: true })
	try {
		return await roll({ port, trees, env: parts.env, folder })
	} finally {
		await parts.stop()
		await discardEmbedded(dataDir)
		await rm(folder, { recursive: true, force: true })
	}
}

/**
 * The parts of a run. `trees`: the folders of the two builds, which are one folder without `--beside`; `folder` is for
 * its own files.
 */
type Rolling = { port: number; trees: string[]; env: NodeJS.ProcessEnv; folder: string }

async function roll({ port, trees, env, folder }: Rolling) {
	const ports = [await freePort(), await freePort()]
	const ending = endings.find((each) => each === options.signal)
	if (!ending) throw new Error(`--signal is none of ${endings.join(', ')}: ${options.signal}`)
	// The earlier build starts first, as in a deploy: the other one migrates what the first has made.
	const nodes = [await npmServe(ports[0] ?? 0, env, trees[0])]
	nodes.push(await npmServe(ports[1] ?? 0, env, trees[1]))
	const balancer = await openBalancer(port, ports, folder)
	for (const each of ports) await until(() => balancer.isReady(each))

	const endLoad = steadyLoad(balancer.url, PATHS, Number(options.rate))
	const endBrowsing = options.beside ? await openVisits(`http://localhost:${port}`) : undefined
	for (let restart = 0; restart < Number(options.restarts); restart += 1) {
		const index = restart % 2
		const own = ports[index] ?? 0
		await nodes[index]?.stop(ending)
		await until(async () => !(await balancer.isReady(own)))
		// Each restart gives a node the build that it did not have before: first both nodes come to have the one build, then
		// the other.
		nodes[index] = await npmServe(own, env, trees[(index + Math.floor(restart / 2) + 1) % 2])
		await until(() => balancer.isReady(own))
		process.stdout.write('.')
	}
	const browsed = await endBrowsing?.()
	const { sent, failed } = await endLoad()
	for (const node of nodes) await node.stop(ending)
	await balancer.stop()

	console.log(
		`\n${options.restarts} restarts by a signal to ${ending}, ${options.workers} workers, ${sent} requests, ${failed.length} failed`,
	)
	for (const failure of new Set(failed)) console.log(`  ${failure}`)
	const wrong = failed.length + (browsed ? sayBrowsed(browsed) : 0)
	return wrong === 0 ? 0 : 1
}

/**
 * Opens a browser whose visitors use the shop at `origin`; the returned function ends them and returns what they met.
 */
async function openVisits(origin: string) {
	const executablePath = findChromium()
	const browser = await chromium.launch({
		...(executablePath && { executablePath }),
		args: ['--no-sandbox', '--disable-gpu'],
	})
	const end = browse(browser, origin)
	return async () => {
		const browsed = await end()
		await browser.close()
		return browsed
	}
}

/** Prints what the visitors of a browser met; returns how many pages and carts were wrong. */
function sayBrowsed({ pages, carts, failed, unstyled, unscripted, lostCarts }: Browsed): number {
	console.log(
		`${pages} pages and ${carts} carts in a browser: ${failed.length} failed, ${unstyled.length} without style, ${unscripted.length} without scripts, ${lostCarts.length} lost carts`,
	)
	const kinds = {
		failed,
		'without style': unstyled,
		'without scripts': unscripted,
		lost: lostCarts,
	}
	for (const [kind, met] of Object.entries(kinds))
		for (const each of new Set(met)) console.log(`  ${kind}: ${each}`)
	return [failed, unstyled, unscripted, lostCarts].flat().length
}

async function openBalancer(port: number, ports: number[], folder: string) {
	if (options.balancer === 'node') return startBalancer(ports, port)
	const program = findProgram('haproxy')
	if (!program) {
		throw new Error('There is no haproxy on the PATH: install it, or say --balancer node')
	}

	const statsPort = await freePort()
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
 * haproxy waits half a minute for that answer: a busy node answers late, and giving up the last node serves no visitor.
 */
function haproxyConfig(port: number, statsPort: number, nodes: number[]) {
	const servers = nodes.map((node) => `  server node${node} 127.0.0.1:${node}`)
	return `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  timeout check 30s
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

async function until(holds: () => boolean | Promise<boolean>) {
	while (!(await holds())) await delay(100)
}
