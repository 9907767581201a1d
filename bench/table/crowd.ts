import { startServer } from '#scripts/shop/shop.ts'

import { percentile, row, title } from '../measure.ts'
import { arriving } from '../sign-ins.ts'
import { newAgent, newVisitor } from './client.ts'
import { loadFor } from './load.ts'
import { memoryOf } from './processes.ts'
import { openStage, type Stage } from './stage.ts'
import { add, visitorsWithCarts, worksOf } from './works.ts'

const pages = { perSecond: 40, seconds: 60 }
const carts = { perSecond: 4 }

/** Checks that visitors can fill their carts while many look at the start page: within 300 ms for 95 of 100. */
export async function benchCrowd(): Promise<string[]> {
	return onStage(async (stage) => {
		const crowd = await visitorsWithCarts(stage.place, pages.perSecond * 2)
		const agent = newAgent()
		const looks = arriving(pages.perSecond * pages.seconds, pages.perSecond, (index) =>
			outcomeOf(async () => {
				const visitor = crowd[index % crowd.length]
				await visitor?.get('/')
			}),
		)
		const changes = arriving(carts.perSecond * pages.seconds, carts.perSecond, () =>
			outcomeOf(() => add(newVisitor(agent, stage.place.url), stage.place)),
		)
		const [seen, changed] = await Promise.all([looks, changes])
		return [
			...title(
				`Carts of others while ${pages.perSecond} start pages a second are asked for, with a cart each`,
				`one server process, ${pages.seconds} s; ${carts.perSecond} adds a second`,
			),
			...rowsOf('a cart of others', changed),
			...rowsOf('a start page', seen),
		]
	})
}

/**
 * Checks that a crowd for the last places is served quickly and correctly: 20 sold, all answered within 2.5 s. First by
 * nodes that have just started and never answered a request, then by the same nodes on another day.
 */
export async function benchStampede(): Promise<string[]> {
	return onStage(async (stage) => {
		const second = await startServer({ env: stage.shop.env, output: 'ignore' })
		try {
			const origins = [stage.place.url, second.url]
			return [
				...(await stampede(stage, origins, stage.place.days[30] ?? '', 'nodes just started')),
				...(await stampede(stage, origins, stage.place.days[31] ?? '', 'nodes at work')),
			]
		} finally {
			await second.stop()
		}
	})
}

async function stampede(
	stage: Stage,
	origins: readonly string[],
	day: string,
	nodes: string,
): Promise<string[]> {
	await stage.asAdmin(`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		select 'park', '${day}', span, span, capacity - 20, false, 'confirmed' from resources,
			tstzrange('${day} 08:00+00', '${day} 22:00+00') span where id = 'park'`)
	const agent = newAgent()
	const answers = await Promise.all(
		Array.from({ length: 200 }, (_, index) => {
			const visitor = newVisitor(agent, origins[index % origins.length] ?? '')
			return outcomeOf(() => add(visitor, { ...stage.place, days: [day] }, '14:00'))
		}),
	)
	const [sold] = await stage.asAdmin(
		`select coalesce(sum(units), 0)::int as places from allocations where state = 'held' and day = '${day}'`,
	)
	return [
		...title(
			`200 for the last 20 places at two nodes, ${nodes}`,
			'each a new visitor, all at once',
		),
		row('places sold (20)', String(sold?.['places'])),
		...rowsOf('an answer', answers),
	]
}

/**
 * Checks that a server that works for long frees the memory it no longer needs. `requests` of each kind, 32 at once.
 */
export async function benchMemory(requests: number): Promise<string[]> {
	return onStage(async (stage) => {
		const works = Object.entries(await worksOf(stage.place)).filter(([name]) => name !== 'order')
		const lines = title('Memory of the server', `${requests} requests, 32 at once, in turns`)
		for (let done = 0; done < requests;) {
			for (const [, work] of works) {
				const sample = await loadFor(work, { atOnce: 32, seconds: 5, workers: stage.workers })
				done += sample.times.length + sample.failed
			}
			const memory = await memoryOf(await stage.workers.server())
			const line = row(`after ${done} requests`, `${memory.toFixed(0)} MiB`)
			console.error(line)
			lines.push(line)
		}
		return lines
	})
}

async function onStage(work: (stage: Stage) => Promise<string[]>): Promise<string[]> {
	const stage = await openStage({ workers: 1 })
	try {
		return await work(stage)
	} finally {
		await stage.close()
	}
}

type Outcome = { ms: number; said: string }

/** Returns the duration, and the error's message when there was one. */
async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
	const begin = performance.now()
	const said = await work().then(
		() => 'as it should be',
		(error: unknown) => (error instanceof Error ? error.message : String(error)),
	)
	return { ms: performance.now() - begin, said }
}

function rowsOf(what: string, outcomes: readonly Outcome[]): string[] {
	const times = outcomes.map(({ ms }) => ms)
	const counts = new Map<string, number>()
	for (const { said } of outcomes) counts.set(said, (counts.get(said) ?? 0) + 1)
	return [
		...[50, 95, 100].map((percent) =>
			row(`${what}, ${percent} %`, `${percentile(times, percent).toFixed(0)} ms`),
		),
		...[...counts].map(([said, count]) => row(`  ${said}`, String(count))),
	]
}
