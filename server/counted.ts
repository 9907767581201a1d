import type { Worker } from 'node:cluster'

/*
 * Metrics of several processes: each counts its own answers, and each may be asked for the counts of all. It asks the
 * program that started them, which asks them all. The other end is `app/gateways/processes.server.ts`.
 */

/**
 * The milliseconds in which a process has to answer; one that has not is left out. Each line names its process, so the
 * lines of the others stay as they are.
 */
const PATIENCE = 1000

/** Collects the metrics of all processes of the server and sends them to the process that asked. */
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

/** Ignores the error of sending to a process that has just died; without this callback Node throws it. */
function hasGone(): void {}

/**
 * Joins the metrics of several processes into one text for Prometheus: all lines of a metric stand together, under one
 * description.
 */
export function together(texts: string[]): string {
	const metrics = new Map<string, string[]>()
	for (const metric of texts.flatMap((text) => text.trim().split('\n\n')).filter(Boolean)) {
		const [help, type, ...lines] = metric.split('\n')
		const head = `${help}\n${type}`
		metrics.set(head, [...(metrics.get(head) ?? []), ...lines])
	}
	return [...metrics].map(([head, lines]) => [head, ...lines, ''].join('\n')).join('\n')
}
