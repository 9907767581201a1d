import { randomInt } from 'node:crypto'

import type { Browser } from '@playwright/test'

import { openBrowser } from '../browser.ts'
import { aligned } from './aligned.ts'
import { journeys, type Depths, type Journey } from './journeys.ts'
import { slowLine } from './slow-line.ts'
import { walkerOn, type Effort, type Step } from './walker.ts'

type Result = Depths & {
	journey: Journey
	scripts: boolean
	effort: Effort
	steps: readonly Step[]
}

/** The most that a page may jump in one step. */
const mostShift = 0.02

const columns = ['taps', 'keys', 'stops', 'documents', 'scrolled', 'waiting'] as const

/** Walks the journeys of a visitor, prints their effort, and returns a sentence for each limit that is passed. */
export async function walkShop(given: string | undefined): Promise<string[]> {
	const { browser, stop } = await openBrowser(given)
	try {
		const url = given ?? process.env['SHOP_URL'] ?? ''
		const results: Result[] = []
		for (const scripts of [false, true]) {
			for (const journey of journeys) results.push(await made(browser, url, { journey, scripts }))
		}
		console.log(table(results))
		for (const result of results) console.log(`\n${stepsOf(result)}`)
		return results.flatMap(exceeded)
	} finally {
		await browser.close()
		await stop()
	}
}

async function made(
	own: Browser,
	baseURL: string,
	{ journey, scripts }: Pick<Result, 'journey' | 'scripts'>,
): Promise<Result> {
	const context = await own.newContext({
		baseURL,
		javaScriptEnabled: scripts,
		viewport: { width: 360, height: 740 },
		locale: 'de-DE',
		timezoneId: 'Europe/Berlin',
		// Each visitor has an address of its own for the shop's limits by address.
		extraHTTPHeaders: { 'X-Forwarded-For': `10.9.${randomInt(256)}.${randomInt(256)}` },
	})
	const page = await context.newPage()
	page.setDefaultTimeout(20_000)
	const walker = walkerOn(page, await slowLine(page))
	try {
		const depths = await journey.walk(page, walker)
		return { journey, scripts, effort: walker.effort, steps: walker.steps, ...depths }
	} catch (error) {
		throw new Error(`${journey.name}, scripts ${scripts ? 'on' : 'off'}, at ${page.url()}`, {
			cause: error,
		})
	} finally {
		await context.close()
	}
}

function table(results: readonly Result[]): string {
	const head = ['Journey', 'Scripts', ...columns, 'screens', 'overview']
	const rows = results.map(({ journey, scripts, effort, screens, overview }) => [
		journey.name,
		scripts ? 'on' : 'off',
		...columns.map((name) => String(Math.round(effort[name]))),
		screens?.toFixed(1) ?? '',
		overview?.toFixed(2) ?? '',
	])
	return aligned([head, ...rows])
}

/** Lists each step: the page's jump without and with what followed a tap at once, and the waiting. */
function stepsOf({ journey, scripts, steps }: Result): string {
	const head = [`${journey.name}, scripts ${scripts ? 'on' : 'off'}`, 'shift', 'felt', 'waiting']
	const rows = steps.map(({ name, shift, felt, waited }) => [
		name,
		shift.toFixed(3),
		felt.toFixed(3),
		String(Math.round(waited)),
	])
	return aligned([head, ...rows])
}

function exceeded(result: Result): string[] {
	const { journey, scripts, effort, steps, screens = 0, overview = 0 } = result
	const tapsScripted = scripts ? effort.taps : 0
	const reached = { ...effort, tapsScripted, screens, overview }
	const jumping = steps.filter(({ shift }) => shift >= mostShift)
	const far = jumping.map(
		({ name, shift }) => `${journey.name}, ${name}: jumps ${shift.toFixed(3)}`,
	)
	const passed = Object.entries(journey.limits).flatMap(([name, limit]) => {
		const value = Object.entries(reached).find(([other]) => other === name)?.[1] ?? 0
		if (value <= limit) return []
		const how = scripts ? 'with scripts' : 'without scripts'
		return [`${journey.name}, ${how}: ${name} ${value.toFixed(1)}, at most ${limit}`]
	})
	return [...passed, ...far]
}
