import type { Browser } from '@playwright/test'
import postgres from 'postgres'

import { signInStaff } from '../../e2e/desk/staff.ts'
import { openBrowser } from '../browser.ts'
import { aligned } from './aligned.ts'
import { deskJourneys, type DeskJourney } from './desk-journeys.ts'
import { fingerOn, keyboardOn, type Hand } from './hand.ts'
import { fillPractice, makeScenes, nextSaturday, type Scene } from './practice.ts'

/** A way to work: with a finger on a tablet or with a keyboard alone, and with or without scripts. */
type Way = { by: 'touch' | 'keyboard'; scripts: boolean }

const ways: readonly Way[] = [
	{ by: 'touch', scripts: true },
	{ by: 'touch', scripts: false },
	{ by: 'keyboard', scripts: true },
	{ by: 'keyboard', scripts: false },
]

const screens = { touch: { width: 1024, height: 768 }, keyboard: { width: 1280, height: 800 } }

/** Steps of a journey; `missed` is the reason why it did not end. */
type Walked = { journey: DeskJourney; way: Way; hand: Hand | null; missed: string | null }

/**
 * Walks the journeys of staff in all ways, prints their steps, and returns a sentence for each bar that is missed.
 * `given`: the address of a desk whose shop has the practice month already.
 */
export async function walkDesk(given: string | undefined): Promise<string[]> {
	const { browser, stop } = await openBrowser(given)
	const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 2, onnotice: () => {} })
	try {
		const busy = nextSaturday(new Date())
		if (given === undefined) await fillPractice(busy)
		const scenes = await makeScenes(sql, busy, ways.length)
		const { cookie } = await signInStaff(sql, 'shift')
		const walked: Walked[] = []
		for (const [index, way] of ways.entries()) {
			const scene = scenes[index]
			if (!scene) continue
			for (const journey of deskJourneys)
				walked.push(await walk(browser, cookie, { journey, way, scene }))
		}
		console.log(table(walked))
		for (const { journey, way, hand } of walked)
			console.log(`\n${journey.name}, ${wayName(way)}: ${hand?.names.join(' · ')}`)
		return walked.flatMap(missedBar)
	} finally {
		await browser.close()
		await sql.end()
		await stop()
	}
}

type Walk = { journey: DeskJourney; way: Way; scene: Scene }

async function walk(
	own: Browser,
	[name, value]: readonly [string, string],
	{ journey, way, scene }: Walk,
): Promise<Walked> {
	const baseURL = process.env['DESK_URL'] ?? ''
	const context = await own.newContext({
		baseURL,
		javaScriptEnabled: way.scripts,
		viewport: screens[way.by],
		hasTouch: way.by === 'touch',
		locale: 'de-DE',
		timezoneId: 'Europe/Berlin',
	})
	await context.addCookies([{ name, value, url: baseURL }])
	const page = await context.newPage()
	page.setDefaultTimeout(20_000)
	// A headless browser has no printer: the page's own button leaves a mark.
	await page.addInitScript(() => {
		window.print = () => {
			document.documentElement.dataset['printed'] = ''
		}
	})
	const hand = (way.by === 'touch' ? fingerOn : keyboardOn)(page, way.scripts)
	try {
		await journey.walk(page, hand, scene)
		return { journey, way, hand, missed: null }
	} catch (error) {
		const [line] = String(error).split('\n')
		return { journey, way, hand, missed: `${line} at ${page.url()}` }
	} finally {
		await context.close()
	}
}

/** A row for each journey: its bar, and its steps in each way, behind them ticks and moves. */
function table(walked: readonly Walked[]): string {
	const head = ['Journey', 'at most', ...ways.map(wayName)]
	const rows = deskJourneys.map((journey) => {
		const cells = walked.filter((it) => it.journey === journey).map(cell)
		return [journey.name, String(journey.most), ...cells]
	})
	return aligned([head, ...rows])
}

function cell({ hand, missed }: Walked): string {
	if (!hand || missed !== null) return 'not reached'
	const { steps, ticks, moves } = hand.count
	const more = [ticks > 0 && `${ticks} ticks`, moves > 0 && `${moves} moves`].filter(Boolean)
	return more.length > 0 ? `${steps} (${more.join(', ')})` : String(steps)
}

function wayName({ by, scripts }: Way): string {
	return scripts ? by : `${by}, no scripts`
}

function missedBar({ journey, way, hand, missed }: Walked): string[] {
	const name = `${journey.name}, ${wayName(way)}`
	if (missed !== null) return [`${name}: ${missed}`]
	const steps = hand?.count.steps ?? 0
	return steps > journey.most ? [`${name}: ${steps} steps, at most ${journey.most}`] : []
}
