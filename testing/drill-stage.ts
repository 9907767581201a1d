import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '#drizzle/embedded/embedded.ts'
import { startSandbox } from '#sandbox/server.ts'
import { ROOT } from '#scripts/shop/child.ts'
import { startServer } from '#scripts/shop/shop.ts'

import { startDesk } from './desk-server.ts'
import { until } from './patroni.ts'
import { readMinute, type Target } from './recorded-minutes.ts'
import { openDatabaseWithStandby } from './standby.ts'

export type Drill = {
	alert: string
	/** The way in which the case of the alert is brought about. */
	cause: string
	/** The step of docs/alerts.md. */
	step: string
	/** Minutes that the case lasts before the alert must fire. */
	minutes: number
	/** Minutes after the step until the alert must be quiet; left out, 12: most rules look back for ten. */
	quietAfter?: number
	bring: (stage: Stage) => Promise<Case>
}

type Case = {
	/** Has visitors ask for what the alert is about; called once a minute, after the step as before it. */
	visit?: () => Promise<unknown>
	mend: () => Promise<void>
	/** Takes away what lasts beyond the step. */
	end?: () => Promise<void>
}

/** Two nodes of the built shop and a desk on one PostgreSQL. */
export type Stage = {
	database: Awaited<ReturnType<typeof openDatabaseWithStandby>>
	nodes: Record<NodeName, Node>
	desk: Awaited<ReturnType<typeof startDesk>>
	sandbox: Awaited<ReturnType<typeof startSandbox>>
	/** Starts a node again at its port, with another build or settings where they are said. */
	start: (name: NodeName, other?: Other) => Promise<void>
	/** A folder with another release, which differs from this one by a fault: its site map is an error. */
	otherRelease: string
}

export type NodeName = 'one' | 'two'
/** The folder of another build, and settings of a node. */
type Other = { tree?: string; env?: NodeJS.ProcessEnv }
type Node = Awaited<ReturnType<typeof startServer>>

const webhookSecret = 'whsec_drills'
/** The token by which the drills read the metrics. */
export const TOKEN = 'drill-'.repeat(8)

/** Opens the stage; `undo` gets what closes it, to be done from the last to the first. */
export async function openStage(undo: (() => Promise<unknown>)[]): Promise<Stage> {
	const database = await openDatabaseWithStandby()
	undo.push(() => database.drop())
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-drills-'))
	undo.push(() => rm(folder, { recursive: true, force: true }))
	const otherRelease = await makeOtherRelease(join(folder, 'release'))
	const sandbox = await startSandbox({ webhookSecret, webhookId: 'WH' })
	undo.push(() => sandbox.close())

	const ports = { one: await freePort(), two: await freePort() }
	async function open(name: NodeName, { tree, env }: Other = {}): Promise<Node> {
		const dataDir = join(folder, name)
		await mkdir(dataDir, { recursive: true })
		return startServer({
			port: ports[name],
			databaseUrl: database.url,
			sandboxUrl: sandbox.url,
			output: 'ignore',
			env: {
				DATA_DIR: dataDir,
				TRUST_PROXY: '1',
				METRICS_TOKEN: TOKEN,
				SMTP_URL: '',
				STRIPE_WEBHOOK_SECRET: webhookSecret,
				...env,
			},
			...(tree && { tree }),
		})
	}
	const nodes = { one: await open('one'), two: await open('two') }
	undo.push(() => nodes.one.stop())
	undo.push(() => nodes.two.stop())
	const desk = await startDesk(nodes.one.env, 'ignore')
	undo.push(() => desk.stop())
	return {
		database,
		nodes,
		desk,
		otherRelease,
		sandbox,
		async start(name, other) {
			nodes[name] = await open(name, other)
		},
	}
}

/** Lays out a copy of this build under another name, whose site map throws; returns its folder. */
async function makeOtherRelease(folder: string): Promise<string> {
	await mkdir(folder)
	for (const name of await readdir(ROOT))
		if (name !== 'build') await symlink(join(ROOT, name), join(folder, name))
	await cp(join(ROOT, 'build'), join(folder, 'build'), { recursive: true })
	const file = join(folder, 'build/server/index.js')
	const text = await readFile(file, 'utf8')
	const [, id = ''] = /"VITE_BUILD_ID": "([^"]+)"/.exec(text) ?? []
	const changed = text
		.replaceAll(id, crypto.randomUUID())
		.replace(
			/(\/\/ app\/routes\/sitemap\.ts[^]*?function loader\S*\(\) \{)/,
			'$1\n\tthrow new Error("a fault");',
		)
	if (!id || !changed.includes('throw new Error("a fault")'))
		throw new Error('build/server/index.js is not as expected: no build id or no site map')
	await writeFile(file, changed)
	return folder
}

/** Lists what Prometheus would read. */
export function targetsOf({ nodes, desk }: Stage): Target[] {
	return [
		{ job: 'raumzeit', name: 'one', url: nodes.one.url },
		{ job: 'raumzeit', name: 'two', url: nodes.two.url },
		{ job: 'raumzeit-desk', name: 'desk', url: desk.origin },
	]
}

export async function restart(stage: Stage, name: NodeName, other?: Other): Promise<void> {
	await stage.nodes[name].stop()
	await stage.start(name, other)
}

export async function restartBoth(stage: Stage, env: NodeJS.ProcessEnv): Promise<void> {
	await restart(stage, 'one', { env })
	await restart(stage, 'two', { env })
}

export async function untilReady(stage: Stage): Promise<void> {
	for (const { url } of Object.values(stage.nodes))
		await until('a node is ready', async () => (await fetch(`${url}/readyz`)).ok)
}

/** Adds up the values of a metric at one look. */
export async function sumOf(stage: Stage, metric: string): Promise<number> {
	const look = await readMinute(targetsOf(stage), TOKEN)
	const values = [...look].flatMap(([series, value]) =>
		series.startsWith(`${metric}{`) ? [Number(value)] : [],
	)
	return values.reduce((sum, value) => sum + value, 0)
}
