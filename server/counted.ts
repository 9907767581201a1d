import type { Worker } from 'node:cluster'

/*
 * Each process counts its own answers, and each may be asked for the counts of all: it asks the program that started
 * them, which asks them all. The other end is `app/gateways/processes.server.ts`.
 */

/**
 * Milliseconds. A process that has not answered by then is left out; each line names its process, so no other one
 * changes.
 */
const PATIENCE = 1000

/** Collects the counts of all processes of the team and sends them to the asker. */
export async function tellCounted(asker: Worker, team: ReadonlyMap<number, Worker>): Promise<void> {
	const texts = await Promise.all([...team].map(([place, worker]) => countedBy(worker, place)))
	asker.send({ countedByAll: together(texts) }, hasGone)
}

function countedBy(worker: Worker, place: number): Promise<string> {
	return new Promise((done) => {
		function hear({ counted }: { counted?: string }) {
			if (counted !== undefined) end(counted)
		}
		function end(counted: string) {
			clearTimeout(late)
			worker.off('message', hear)
			done(counted)
		}
		const late = setTimeout(end, PATIENCE, '')
		worker.on('message', hear)
		worker.send({ count: place }, hasGone)
	})
}

/** Ignores the error of sending to a worker that has just died; without a callback Node throws it. */
function hasGone(): void {}

/** Joins the texts of several processes for Prometheus: all lines of a metric stand together, under one description. */
export function together(texts: string[]): string {
	const metrics = new Map<string, string[]>()
	for (const metric of texts.flatMap((text) => text.trim().split('\n\n')).filter(Boolean)) {
		const [help, type, ...lines] = metric.split('\n')
		const head = `${help}\n${type}`
		metrics.set(head, [...(metrics.get(head) ?? []), ...lines])
	}
	return [...metrics].map(([head, lines]) => [head, ...lines, ''].join('\n')).join('\n')
}
