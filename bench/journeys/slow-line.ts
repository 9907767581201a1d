import type { Page } from '@playwright/test'

/** A phone at the edge of a network: 400 kbit/s, and 400 ms until the first byte. */
const edge = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/**
 * The jump of the page since the last question, as browsers report it (layout shift). `shift` leaves out movements
 * within half a second of a tap, because many are wanted; `felt` counts them, too: the finger is still there.
 */
export type Jump = { shift: number; felt: number }

/** Slows the line of the page down; returns a function that reports its jumps. Needs no scripts in the page. */
export async function slowLine(page: Page): Promise<() => Jump> {
	const line = await page.context().newCDPSession(page)
	await line.send('Network.enable')
	await line.send('Network.emulateNetworkConditions', { offline: false, ...edge })
	await line.send('PerformanceTimeline.enable', { eventTypes: ['layout-shift'] })
	let seen: Jump = { shift: 0, felt: 0 }
	line.on('PerformanceTimeline.timelineEventAdded', ({ event }) => {
		const jump = event.layoutShiftDetails
		if (!jump) return
		seen.felt += jump.value
		if (!jump.hadRecentInput) seen.shift += jump.value
	})
	return () => {
		const since = seen
		seen = { shift: 0, felt: 0 }
		return since
	}
}
