import cluster from 'node:cluster'
import { on } from 'node:events'

/**
 * Messages between a process of the server and the program that started it. The other end is `server/counted.ts`.
 */

/**
 * Sends the metrics of this process to the program that started it, whenever that program asks for them. `count`
 * returns their text; `place` is the index of this process.
 */
export function answerWhenAsked(count: (place: number) => Promise<string>): void {
	if (!cluster.isWorker) return
	process.on('message', ({ count: place }: { count?: number }) => {
		if (place !== undefined) void count(place).then((counted) => say({ counted }))
	})
}

/**
 * Returns the metrics of all processes of this server; null when there is only this one, or when the program that
 * started it has gone.
 */
export async function countedByAll(): Promise<string | null> {
	if (!cluster.isWorker || !process.connected) return null
	const heard = on(process, 'message', { close: ['disconnect'] })
	say('countAll')
	for await (const [{ countedByAll }] of heard) if (countedByAll !== undefined) return countedByAll
	return null
}

/**
 * Sends a message to the program that started this process, unless that has gone; then this process is about to end,
 * too.
 */
function say(message: object | string): void {
	if (process.connected) process.send?.(message)
}
