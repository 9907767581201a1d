import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { ROOT } from '#scripts/shop/child.ts'

import { type Figures, loadFor, type Sample, summarise } from './load.ts'
import { jobsDone, settle } from './table.ts'
import type { Work } from './works.ts'

const atOnce = [1, 8]
const names = ['order', 'add', 'change', 'kept', 'anew', 'cart', 'content'] as const
type Name = (typeof names)[number]

/** Seconds before the first turn of a work: a program is slow until its frequent code is compiled. */
const WARM_UP = 4

type Settings = { turns: number; seconds: number; only: readonly string[] }

/**
 * Measures this build and the one in another folder, both open at once, in short turns; says first how long that takes,
 * then a line for each work. The code of each folder opens and visits its own shop, because the ways through them may
 * differ.
 */
export async function measureBeside(
	folder: string,
	{ turns, seconds, only }: Settings,
	say: (line: string) => void,
): Promise<void> {
	const asked = names.filter((name) => only.length === 0 || only.includes(name))
	say(plan(asked, turns, seconds))
	const then = await openSide(resolve(folder))
	const now = await openSide(ROOT)
	try {
		for (const name of asked) {
			for (const side of [then, now]) await warmUp(side, name)
			for (const many of atOnce) say(await compare(then, now, { name, many, turns, seconds }))
		}
	} finally {
		await then.stage.close()
		await now.stage.close()
	}
}

/** Says how long the measurement takes, without opening two shops and without the letters of the orders. */
function plan(asked: readonly Name[], turns: number, seconds: number): string {
	const measured = atOnce.length * turns * seconds * 1.1
	const whole = Math.ceil(asked.length * 2 * (WARM_UP * 1.1 + measured))
	const load = loadavg()[0]?.toFixed(1)
	return `${asked.join(', ')}: ${turns} turns of ${seconds} s at ${atOnce.join(' and ')} at once, about ${whole} s once both shops are open; load ${load}`
}

type Side = Awaited<ReturnType<typeof openSide>>

async function openSide(folder: string) {
	const { openStage } = await moduleOf<typeof import('./stage.ts')>(folder, 'stage.ts')
	const { worksOf } = await moduleOf<typeof import('./works.ts')>(folder, 'works.ts')
	const stage = await openStage({ workers: 1 })
	const works: Record<Name, Work> = await worksOf(stage.place)
	return { stage, works }
}

function moduleOf<T>(folder: string, file: string): Promise<T> {
	return import(pathToFileURL(resolve(folder, 'bench/table', file)).href) as Promise<T>
}

async function warmUp({ stage, works }: Side, name: Name): Promise<void> {
	await loadFor(works[name], { atOnce: 8, seconds: WARM_UP, workers: stage.workers })
	await settle(stage)
}

type Turns = { name: Name; many: number; turns: number; seconds: number }

async function compare(then: Side, now: Side, { name, many, turns, seconds }: Turns) {
	const before: Sample[] = []
	const after: Sample[] = []
	for (let turn = 0; turn < turns; turn += 1) {
		// Every second turn begins with the other one.
		if (turn % 2 === 0) before.push(await take(then, name, { many, seconds }))
		after.push(await take(now, name, { many, seconds }))
		if (turn % 2 === 1) before.push(await take(then, name, { many, seconds }))
	}
	return lineOf(name, many, { before, after })
}

async function take(
	{ stage, works }: Side,
	name: Name,
	{ many, seconds }: { many: number; seconds: number },
): Promise<Sample> {
	// A booking is changed twenty times in an hour at most.
	if (name === 'change') await stage.asAdmin('delete from attempts')
	const sample = await loadFor(works[name], { atOnce: many, seconds, workers: stage.workers })
	if (name === 'order' || name === 'change') await jobsDone(stage)
	return sample
}

/**
 * The line of a work: pieces a second, and milliseconds of a processor for each piece in the server and the database.
 * Other work on the machine changes the first; the second stays, so its ratio is the one to read on a busy machine.
 */
function lineOf(name: Name, many: number, samples: { before: Sample[]; after: Sample[] }): string {
	const before = summarise(many, samples.before)
	const after = summarise(many, samples.after)
	const byClock = (after.perSecond / before.perSecond).toFixed(2)
	const byProcessor = (processorOf(before) / processorOf(after)).toFixed(2)
	const label = `${name.padEnd(8)}${String(many).padStart(3)}`
	return `${label}  before ${figures(before)}  now ${figures(after)}  x ${byClock} by the clock, x ${byProcessor} by processor`
}

/** Milliseconds of a processor for each piece, in the server and the database; NaN where the system does not tell. */
function processorOf({ server, database }: Figures): number {
	return (server ?? Number.NaN) + (database ?? 0)
}

function figures({ perSecond, server, database, failed }: Figures): string {
	const each = [server, database].map((ms) => ms?.toFixed(2) ?? '-')
	return `${perSecond.toFixed(1)} /s (server ${each[0]}, db ${each[1]} ms, ${failed} failed)`
}
