import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { ROOT } from '#scripts/shop/child.ts'

import { type Figures, loadFor, type Sample, summarise } from './load.ts'
import { jobsDone, settle, WARM_UP } from './table.ts'
import type { Work } from './works.ts'

const atOnce = [1, 8]
const names = ['order', 'add', 'kept', 'anew', 'cart', 'content'] as const
type Name = (typeof names)[number]

/** Seconds of a turn: a machine that is slow for a while is slow for both builds. */
const TURN = 2

/**
 * Measures this build and the one in another folder, both open at once, in turns of two seconds; returns a line for
 * each work. The code of each folder opens and visits its own shop, because the ways through them may differ.
 */
export async function measureBeside(
	folder: string,
	{ turns, only }: { turns: number; only: readonly string[] },
): Promise<string[]> {
	const asked = names.filter((name) => only.length === 0 || only.includes(name))
	const then = await openSide(resolve(folder), asked)
	const now = await openSide(ROOT, asked)
	try {
		const lines: string[] = []
		for (const name of asked)
			for (const many of atOnce) lines.push(await compare(then, now, { name, many, turns }))
		return lines
	} finally {
		await then.stage.close()
		await now.stage.close()
	}
}

type Side = Awaited<ReturnType<typeof openSide>>

async function openSide(folder: string, asked: readonly Name[]) {
	const { openStage } = await moduleOf<typeof import('./stage.ts')>(folder, 'stage.ts')
	const { worksOf } = await moduleOf<typeof import('./works.ts')>(folder, 'works.ts')
	const stage = await openStage({ workers: 1 })
	const works: Record<Name, Work> = await worksOf(stage.place)
	for (const name of asked)
		await loadFor(works[name], { atOnce: 8, seconds: WARM_UP, workers: stage.workers })
	await settle(stage)
	return { stage, works }
}

function moduleOf<T>(folder: string, file: string): Promise<T> {
	return import(pathToFileURL(resolve(folder, 'bench/table', file)).href) as Promise<T>
}

async function compare(then: Side, now: Side, work: { name: Name; many: number; turns: number }) {
	const { name, many, turns } = work
	const samples = { before: [] as Sample[], after: [] as Sample[] }
	for (let turn = 0; turn < turns; turn += 1) {
		// Every second turn begins with the other one.
		if (turn % 2 === 0) samples.before.push(await take(then, name, many))
		samples.after.push(await take(now, name, many))
		if (turn % 2 === 1) samples.before.push(await take(then, name, many))
	}
	return lineOf(name, summarise(many, samples.before), summarise(many, samples.after))
}

async function take({ stage, works }: Side, name: Name, many: number): Promise<Sample> {
	const settings = { atOnce: many, seconds: TURN, workers: stage.workers }
	const sample = await loadFor(works[name], settings)
	await jobsDone(stage)
	return sample
}

function lineOf(name: Name, before: Figures, after: Figures): string {
	const times = (after.perSecond / before.perSecond).toFixed(2)
	return `${name.padEnd(8)}${String(after.atOnce).padStart(3)}  before ${figures(before)}  now ${figures(after)}  x ${times}`
}

function figures({ perSecond, server, database, failed }: Figures): string {
	const each = [server, database].map((ms) => ms?.toFixed(2) ?? '-')
	return `${perSecond.toFixed(1)} /s (server ${each[0]}, db ${each[1]} ms, ${failed} failed)`
}
