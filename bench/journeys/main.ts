import { randomInt } from 'node:crypto'

import type { Browser } from '@playwright/test'

import { openBrowser } from '../browser.ts'
import { journeys, type Depths, type Journey } from './journeys.ts'
import { walkerOn, type Effort } from './walker.ts'

// `npm run journeys`: what buying asks of somebody with a small phone, with scripts and without, as a table.
// With JOURNEYS_URL at a shop that runs already, else at one of its own. Ends with 1 where a limit is passed.

type Result = Depths & { journey: Journey; scripts: boolean; effort: Effort }

const columns = ['taps', 'keys', 'stops', 'documents', 'scrolled', 'waiting'] as const

const given = process.env['JOURNEYS_URL']
const { browser, stop } = await openBrowser(given)
try {
	const results: Result[] = []
	for (const scripts of [false, true]) {
		for (const journey of journeys) results.push(await made(browser, journey, scripts))
	}
	console.log(table(results))
	const passed = results.flatMap(exceeded)
	for (const line of passed) console.log(line)
	process.exitCode = passed.length > 0 ? 1 : 0
} finally {
	await browser.close()
	await stop()
}

async function made(own: Browser, journey: Journey, scripts: boolean): Promise<Result> {
	const context = await own.newContext({
		baseURL: given ?? process.env['SHOP_URL'] ?? '',
		javaScriptEnabled: scripts,
		viewport: { width: 360, height: 740 },
		locale: 'de-DE',
		timezoneId: 'Europe/Berlin',
		// What the shop limits by address it limits for each of them alone.
		extraHTTPHeaders: { 'X-Forwarded-For': `10.9.${randomInt(256)}.${randomInt(256)}` },
	})
	const page = await context.newPage()
	page.setDefaultTimeout(20_000)
	const walker = walkerOn(page)
	try {
		const depths = await journey.walk(page, walker)
		return { journey, scripts, effort: walker.effort, ...depths }
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
	const widths = head.map((title, at) =>
		Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
	)
	return [head, ...rows]
		.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
		.join('\n')
}

function exceeded({ journey, scripts, effort, screens = 0, overview = 0 }: Result): string[] {
	const reached = { ...effort, screens, overview }
	return Object.entries(journey.limits).flatMap(([name, limit]) => {
		const value = Object.entries(reached).find(([other]) => other === name)?.[1] ?? 0
		if (value <= limit) return []
		const how = scripts ? 'with scripts' : 'without scripts'
		return [`${journey.name}, ${how}: ${name} ${value.toFixed(1)}, at most ${limit}`]
	})
}
