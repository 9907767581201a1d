import { setTimeout as delay } from 'node:timers/promises'

import { cpuSeconds, percentile } from '../measure.ts'
import { newAgent } from './client.ts'
import { memoryOf } from './processes.ts'
import type { Work } from './works.ts'

/** One row of the table, in milliseconds; `server` and `database` are processor time for each request. */
export type Figures = {
	atOnce: number
	perSecond: number
	p50: number
	p99: number
	failed: number
	server: number | null
	database: number | null
	/** The most MiB of all processes of the server together; null where the system does not tell. */
	memory: number | null
}

/** The ids of the processes that do the measured work. */
export type Workers = { server: () => Promise<number[]>; database: () => Promise<number[]> }

export type Sample = {
	times: number[]
	failed: number
	seconds: number
	server: number | undefined
	database: number | undefined
	memory: number
	why: string | undefined
}

/** Does the work so many times at once, for some seconds; the first tenth is left out of the figures. */
export async function loadFor(
	work: Work,
	{ atOnce, seconds, workers }: { atOnce: number; seconds: number; workers: Workers },
): Promise<Sample> {
	const agent = newAgent()
	const sample: Sample = {
		times: [],
		failed: 0,
		seconds: 0,
		server: undefined,
		database: undefined,
		memory: 0,
		why: undefined,
	}
	const over = new AbortController()
	let counts = false

	async function keepWorking() {
		while (!over.signal.aborted) {
			const begin = performance.now()
			try {
				await work(agent)
				if (counts) sample.times.push(performance.now() - begin)
			} catch (error) {
				sample.failed += 1
				sample.why ??= error instanceof Error ? error.message : String(error)
			}
		}
	}

	const working = Array.from({ length: atOnce }, keepWorking)
	await delay(seconds * 100)
	counts = true
	const before = await used(workers)
	const begin = performance.now()
	while (performance.now() - begin < seconds * 1000) {
		await delay(Math.min(500, seconds * 250))
		sample.memory = Math.max(sample.memory, await memoryOf(await workers.server()))
	}
	sample.seconds = (performance.now() - begin) / 1000
	counts = false
	const after = await used(workers)
	over.abort()
	await Promise.all(working)
	agent.destroy()
	sample.server = difference(after.server, before.server)
	sample.database = difference(after.database, before.database)
	return sample
}

/** Summarises the samples of one work in one line. */
export function summarise(atOnce: number, samples: readonly Sample[]): Figures {
	const times = samples.flatMap((sample) => sample.times)
	const sum = (of: (sample: Sample) => number) =>
		samples.reduce((all, sample) => all + of(sample), 0)
	const each = (of: (sample: Sample) => number | undefined) => {
		const seconds = sum((sample) => of(sample) ?? Number.NaN)
		return Number.isFinite(seconds) && times.length > 0 ? (seconds * 1000) / times.length : null
	}
	return {
		atOnce,
		perSecond: times.length / sum(({ seconds }) => seconds),
		p50: percentile(times, 50),
		p99: percentile(times, 99),
		failed: sum(({ failed }) => failed),
		server: each(({ server }) => server),
		database: each(({ database }) => database),
		memory: Math.max(...samples.map(({ memory }) => memory)) || null,
	}
}

async function used({ server, database }: Workers) {
	return {
		server: await cpuSeconds(await server()),
		database: await cpuSeconds(await database()),
	}
}

function difference(after: number | undefined, before: number | undefined) {
	return after === undefined || before === undefined ? undefined : after - before
}
