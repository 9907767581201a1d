import { availableParallelism, cpus, loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

import { startShopProcess } from '../shop-client.ts'
import { exchange } from './client.ts'
import { type Figures, loadFor, type Sample, summarise, type Workers } from './load.ts'
import { recordClaim, type Recorded, runPgbench } from './pgbench.ts'
import { type Name, names, type Run } from './run.ts'
import { openStage, type Stage, startBare } from './stage.ts'
import { type Work, worksOf } from './works.ts'

export type Settings = { seconds: number; rounds: number; workers: number; only: readonly string[] }

const atOnce = [1, 8, 32]

/**
 * Measures all works at each number at once, in turns, so that a machine that changes its speed changes all of them.
 */
export async function measureTable(settings: Settings, say: (line: string) => void): Promise<Run> {
	const before = loadavg()[0] ?? 0
	const stage = await openStage(settings)
	try {
		const tools = await openTools(stage, settings)
		say(`${stage.place.url} is open, a claim takes ${tools.recorded?.statements ?? '?'} statements`)
		await warmUp(tools)
		const figures: Run['figures'] = {}
		for (const many of atOnce) {
			for (const [name, line] of await measureAll(tools, many, say)) {
				figures[name] = [...(figures[name] ?? []), line]
			}
		}
		tools.close()
		const [version] = await stage.asAdmin('show server_version')
		const { seconds, rounds, workers } = settings
		return {
			date: new Date().toISOString().slice(0, 16),
			node: process.version,
			postgres: String(version?.['server_version']),
			processor: cpus()[0]?.model ?? '',
			processors: availableParallelism(),
			load: { before, after: loadavg()[0] ?? 0 },
			settings: { seconds, rounds, workers },
			figures,
		}
	} finally {
		await stage.close()
	}
}

type Tools = Awaited<ReturnType<typeof openTools>>

async function openTools(stage: Stage, settings: Settings) {
	const bare = await startBare(stage)
	const recorded = await recordClaim(stage)
	const engine = await startShopProcess(stage.shop.databaseUrl)
	const works: Partial<Record<Name, Work>> = {
		bare: pageAt(bare.url),
		large: pageAt(await asLargeAs(stage.place.url, bare.url)),
		...(await worksOf(stage.place)),
	}
	return {
		stage,
		settings,
		bare,
		recorded,
		engine,
		works,
		close() {
			bare.stop()
			engine.stop()
		},
	}
}

function pageAt(url: string): Work {
	return async (agent) => {
		const { status } = await exchange(agent, url)
		if (status !== 200) throw new Error(`${url} answered ${status}`)
	}
}

/** Returns the address of the bare page with as many elements as the page at `url` has. */
async function asLargeAs(url: string, bareUrl: string): Promise<string> {
	const none = await elementsAt(`${bareUrl}?things=0`)
	const one = await elementsAt(`${bareUrl}?things=1`)
	const things = Math.round(((await elementsAt(url)) - none) / (one - none))
	return `${bareUrl}?things=${things}`
}

async function elementsAt(url: string): Promise<number> {
	const page = await (await fetch(url)).text()
	return page.match(/<[a-z]/g)?.length ?? 0
}

function namesOf({ only }: Settings): Name[] {
	return names.filter((name) => only.length === 0 || only.includes(name) || name === 'bare')
}

function workersOf({ stage, bare }: Tools, name: Name): Workers {
	const isBare = name === 'bare' || name === 'large'
	return isBare ? { ...stage.workers, server: bare.pids } : stage.workers
}

/** Warms up: a program is slow until its frequent code is compiled, and a shop is not opened anew for each visitor. */
async function warmUp(tools: Tools): Promise<void> {
	const { stage, settings, works, engine } = tools
	for (const name of namesOf(settings)) {
		const work = works[name]
		const workers = workersOf(tools, name)
		if (work) await loadFor(work, { atOnce: 8, seconds: WARM_UP, workers })
		if (name === 'claim') await engine.ask({ task: 'adds', clients: 8, seconds: WARM_UP })
	}
	await settle(stage)
}

/**
 * Waits for the jobs and analyses the tables, as autovacuum does in a shop's first minute. Until then statements are
 * planned for empty tables.
 */
export async function settle(stage: Stage): Promise<void> {
	await jobsDone(stage)
	await stage.asAdmin('vacuum analyze')
}

/** Seconds, in which an order is done more than a hundred times. */
const WARM_UP = 8

async function measureAll(tools: Tools, many: number, say: (line: string) => void) {
	const { stage, settings, works } = tools
	const names = namesOf(settings)
	const samples = new Map<Name, Sample[]>()
	const lines = new Map<Name, Figures>()
	for (let round = 0; round < settings.rounds; round += 1) {
		for (const name of names) {
			const work = works[name]
			if (!work) continue
			// A booking is changed twenty times in an hour at most.
			if (name === 'change') await stage.asAdmin('delete from attempts')
			const sample = await loadFor(work, {
				atOnce: many,
				seconds: settings.seconds,
				workers: workersOf(tools, name),
			})
			if (sample.why) say(`${name}: ${sample.failed} failed, the first: ${sample.why}`)
			samples.set(name, [...(samples.get(name) ?? []), sample])
			if (name === 'order' || name === 'change') await jobsDone(stage)
		}
	}
	for (const [name, taken] of samples) lines.set(name, summarise(many, taken))
	if (names.includes('claim')) lines.set('claim', await measureClaims(tools, many))
	const { recorded } = tools
	if (recorded && names.includes('pgbench'))
		lines.set('pgbench', await limit(recorded, tools, many))
	for (const [name, line] of lines) say(`${name} ${many}: ${line.perSecond.toFixed(1)} a second`)
	return lines
}

/**
 * Waits until no job is due: the mails and invoices of the last orders belong to those orders, not to the next
 * measurement.
 */
export async function jobsDone({ asAdmin }: Stage): Promise<void> {
	const waiting = `select 1 from pgboss.job
		where state in ('created', 'retry', 'active') and start_after <= now() limit 1`
	while ((await asAdmin(waiting)).length > 0) await delay(200)
}

function limit(recorded: Recorded, { stage, settings }: Tools, many: number): Promise<Figures> {
	return runPgbench(recorded, { stage, atOnce: many, seconds: settings.seconds })
}

/** Measures the models in a process without HTTP. */
async function measureClaims({ engine, settings }: Tools, many: number): Promise<Figures> {
	const asked = { task: 'adds', clients: many } as const
	await engine.ask({ ...asked, seconds: 0.5 })
	const begin = performance.now()
	const added = await engine.ask({ ...asked, seconds: settings.seconds })
	const perSecond = (added * 1000) / (performance.now() - begin)
	// Little's law: the mean time is the number at once divided by the number a second.
	const mean = (many * 1000) / perSecond
	return {
		atOnce: many,
		perSecond,
		p50: mean,
		p99: Number.NaN,
		failed: 0,
		server: null,
		database: null,
		memory: null,
	}
}
