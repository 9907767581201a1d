import { readFile } from 'node:fs/promises'
import type { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

import { freePort } from '#drizzle/embedded/embedded.ts'
import { end, launch } from '#scripts/shop/child.ts'

import { signInStaff } from '../e2e/desk/staff.ts'
import { seedToday } from './desk-day.ts'
import { percentile, row, title } from './measure.ts'
import { exchange, newAgent } from './table/client.ts'
import { type Figures, loadFor, type Sample, summarise } from './table/load.ts'
import { familyOf, memoryOf } from './table/processes.ts'
import { openStage, type Stage } from './table/stage.ts'
import { jobsDone } from './table/table.ts'
import { type Work, worksOf } from './table/works.ts'

const TABLETS = 3
/** Seconds between two reloads of a tablet (`desk/ui/live.tsx`), and so the length of a turn. */
const EVERY = 15
/** Answers after which the memory of the desk is measured. */
const ANSWERS = 600

const DESK = 'build/serve/desk.js'
const DAY = '/'
/** The data of that page, as the page asks for it when it reloads in place. */
const DATA = '/_.data'

/**
 * Measures what three tablets that reload the day cost a shop under load: orders, eight at once, without and with them,
 * in turns. Then the desk's memory, and the statements of one day.
 */
export async function benchReload(turns: number): Promise<string[]> {
	const stage = await openStage({ workers: 1, desk: true })
	try {
		await stage.asAdmin(seedToday)
		const tablets = await tabletsOf(stage)
		const { order } = await worksOf(stage.place)
		await takeTurn(stage, order, [])

		const times: number[] = []
		const [without, together]: [Sample[], Sample[]] = [[], []]
		for (let turn = 0; turn < turns; turn += 1) {
			// Every second turn begins with the tablets.
			if (turn % 2 === 0) without.push(await takeTurn(stage, order, []))
			together.push(await takeTurn(stage, order, tablets, times))
			if (turn % 2 === 1) without.push(await takeTurn(stage, order, []))
		}
		const [alone, shared] = [summarise(8, without), summarise(8, together)]
		return [
			...title(
				`Whole orders, 8 at once, while ${TABLETS} tablets reload the day every ${EVERY} s`,
				`${turns} turns of ${EVERY} s each way; a day of 14 parties and 40 families; ${times.length} reloads`,
			),
			row('orders a second without', alone.perSecond.toFixed(2)),
			row('orders a second with', shared.perSecond.toFixed(2)),
			row('ratio by the clock', (shared.perSecond / alone.perSecond).toFixed(3)),
			row('ratio by processor time of an order', (spentOn(alone) / spentOn(shared)).toFixed(3)),
			row('a reload, 50 %', `${percentile(times, 50).toFixed(0)} ms`),
			row('a reload, 95 %', `${percentile(times, 95).toFixed(0)} ms`),
			...(await memoryRows(stage, tablets)),
			row('a day: round trips and statements', await statementsOfDay(stage, tablets)),
		]
	} finally {
		await stage.close()
	}
}

/** Asks the desk for a path of the day, with the mark of a reload in place; returns the headers' `Server-Timing`. */
type Tablet = (path: string, agent: Agent, origin?: string) => Promise<string>

async function tabletsOf(stage: Stage): Promise<Tablet[]> {
	return Promise.all(
		Array.from({ length: TABLETS }, async (): Promise<Tablet> => {
			const { cookie } = await stage.withSql((sql) => signInStaff(sql, 'counter'))
			const headers = { Cookie: cookie.join('='), 'X-Desk-Poll': '1' }
			return async (path, agent, origin = stage.shop.deskUrl ?? '') => {
				const { status, timing } = await exchange(agent, origin + path, { headers })
				if (status !== 200) throw new Error(`the desk answered ${status}`)
				return timing
			}
		}),
	)
}

/** Lets orders be made for one turn, while each of these tablets reloads once, at a time of its own. */
async function takeTurn(
	stage: Stage,
	order: Work,
	tablets: readonly Tablet[],
	times: number[] = [],
): Promise<Sample> {
	await keepPresent(stage)
	const agent = newAgent()
	const reloads = tablets.map(async (reload, nth) => {
		await delay((nth + 1) * (EVERY / (TABLETS + 1)) * 1000)
		const begin = performance.now()
		await reload(DATA, agent)
		times.push(performance.now() - begin)
	})
	const [sample] = await Promise.all([
		loadFor(order, { atOnce: 8, seconds: EVERY, workers: stage.workers }),
		...reloads,
	])
	agent.destroy()
	await jobsDone(stage)
	return sample
}

/** Touches all tablets: a reload in place does not, and a person who is away for ten minutes is asked for again. */
async function keepPresent(stage: Stage): Promise<void> {
	await stage.asAdmin('update desk_devices set touched_at = now()')
}

/** Milliseconds of a processor for each order, in all processes of the shop, the desk and the database. */
function spentOn({ server, database }: Figures): number {
	return (server ?? Number.NaN) + (database ?? 0)
}

async function memoryRows(stage: Stage, tablets: readonly Tablet[]): Promise<string[]> {
	await keepPresent(stage)
	const agent = newAgent()
	const before = await memoryOf(await deskOf(stage))
	for (let answer = 0; answer < ANSWERS / TABLETS; answer += 1)
		await Promise.all(tablets.map((reload) => reload(answer % 2 === 0 ? DATA : DAY, agent)))
	agent.destroy()
	const after = await memoryOf(await deskOf(stage))
	return [
		row('memory of the desk before (RSS)', `${before.toFixed(0)} MiB`),
		row(`memory of the desk after ${ANSWERS} answers more`, `${after.toFixed(0)} MiB`),
	]
}

/** The process of the desk among those of the shop. */
async function deskOf(stage: Stage): Promise<number[]> {
	const family = await familyOf(stage.shop.serverPid() ?? 0)
	const lines = await Promise.all(
		family.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
	)
	return family.filter((_, nth) => lines[nth]?.includes(DESK))
}

/** Asks a desk that counts them, which takes time that the others are spared. */
async function statementsOfDay(stage: Stage, [tablet]: readonly Tablet[]): Promise<string> {
	const port = await freePort()
	const origin = `http://localhost:${port}`
	const counting = { JOBS: '0', SERVER_TIMING: '1', DESK_PORT: String(port), DESK_ORIGIN: origin }
	const env = { ...stage.shop.env, ...counting }
	const { child } = await launch({ name: 'The desk', file: DESK, env, output: 'ignore' })
	await keepPresent(stage)
	const agent = newAgent()
	try {
		const timing = (await tablet?.(DATA, agent, origin)) ?? ''
		return [...timing.matchAll(/desc="(\d+)"/g)].map(([, count]) => count).join(' and ')
	} finally {
		agent.destroy()
		await end(child, 40)
	}
}
