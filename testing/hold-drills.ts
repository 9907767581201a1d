import { join } from 'node:path'

import { ROOT } from '#scripts/shop/child.ts'

import { newVisitor } from '../e2e/http/visitor.ts'
import { type Drill, openStage, type Stage, targetsOf, TOKEN } from './drill-stage.ts'
import { firingTest, judge, type Minute, readMinute } from './recorded-minutes.ts'

export type DrillResult = {
	drill: Drill
	/** Null when the alert was quiet before, fired, and was quiet after the step; else how Prometheus differs. */
	wrong: string | null
	seconds: number
}

/**
 * Brings about the case of each alert on two real nodes, looks at their metrics as Prometheus does, does the step of
 * the guide, and lets promtool judge the looks by the rules. Each look counts for a minute, so that an alert that waits
 * for an hour needs sixty looks.
 */
export async function holdDrills(
	chosen: readonly Drill[],
	{ promtool, say }: { promtool: string; say: (line: string) => void },
): Promise<DrillResult[]> {
	const undo: (() => Promise<unknown>)[] = []
	const results: DrillResult[] = []
	try {
		const stage = await openStage(undo)
		for (const drill of chosen) {
			say(`${drill.alert}: ${drill.cause}`)
			const began = performance.now()
			const wrong = await hold(drill, stage, promtool)
			results.push({ drill, wrong, seconds: (performance.now() - began) / 1000 })
		}
		return results
	} finally {
		for (const step of undo.toReversed()) await step()
	}
}

const QUIET_BEFORE = 3
const QUIET_AFTER = 12

async function hold(
	{ alert, minutes, quietAfter = QUIET_AFTER, bring }: Drill,
	stage: Stage,
	promtool: string,
): Promise<string | null> {
	const looks: Minute[] = []
	const look = async () => looks.push(await readMinute(targetsOf(stage), TOKEN))
	for (let minute = 0; minute < QUIET_BEFORE; minute += 1) await look()
	const { visit, mend, end } = await bring(stage)
	for (let minute = 0; minute < minutes; minute += 1) {
		await visit?.()
		await look()
	}
	await mend()
	for (let minute = 0; minute < quietAfter; minute += 1) {
		await visit?.()
		for (const { url } of Object.values(stage.nodes)) await newVisitor(url).get('/pages/agb')
		await look()
	}
	await end?.()
	const fires = QUIET_BEFORE + minutes - 1
	const last = looks.length - 1
	const moments = [
		{ minute: QUIET_BEFORE - 1, isFiring: false },
		{ minute: fires, isFiring: true },
		{ minute: last, isFiring: false },
	]
	const rules = join(ROOT, 'deploy/prometheus/alerts.yml')
	return judge(promtool, await firingTest({ alert, rules, looks, moments }))
}
