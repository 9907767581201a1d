import type { Page } from '@playwright/test'

import { settled } from './screens/visit.ts'

export type Sent = Record<Kind, { files: number; bytes: number }>
type Kind = (typeof kinds)[number]

const kinds = ['document', 'stylesheet', 'font', 'script', 'image'] as const

/** Measures the compressed bytes that the network carries for a page that is opened for the first time. */
export async function sentFor(page: Page, path: string): Promise<Sent> {
	const arrived: Promise<{ kind: string; bytes: number }>[] = []
	page.on('requestfinished', (request) => {
		const size = request.sizes().then(({ responseBodySize }) => responseBodySize)
		arrived.push(size.then((bytes) => ({ kind: request.resourceType(), bytes })))
	})
	await page.goto(path)
	await settled(page)
	const parts = await Promise.all(arrived)
	return Object.fromEntries(
		kinds.map((kind) => {
			const own = parts.filter((part) => part.kind === kind)
			return [kind, { files: own.length, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) }]
		}),
	) as Sent
}
