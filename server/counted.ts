import type { Worker } from 'node:cluster'

/*
 * Each process counts what it has answered, and any of them may be asked for what all have counted: it asks the
 * program that started them, which asks them all. The other end is `app/gateways/processes.server.ts`.
 */

/** Milliseconds. Who has not answered by then is left out; each line names its process, so no other one changes. */
const PATIENCE = 1000

/** Asks each of the team what it has counted, and tells the one that wants to know. */
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

/** Without it, what is said to a process that has just died would end the program. */
function hasGone(): void {}

/** Texts for Prometheus as one: all lines of a metric stand together, under what is said of it once. */
export function together(texts: string[]): string {
	const metrics = new Map<string, string[]>()
	for (const metric of texts.flatMap((text) => text.trim().split('\n\n')).filter(Boolean)) {
		const [help, type, ...lines] = metric.split('\n')
		const head = `${help}\n${type}`
		metrics.set(head, [...(metrics.get(head) ?? []), ...lines])
	}
	return [...metrics].map(([head, lines]) => [head, ...lines, ''].join('\n')).join('\n')
}
