import cluster from 'node:cluster'
import { on } from 'node:events'

/*
 * What a process of the server says to the program that started it, and hears from there. The other end is
 * `server/counted.ts`.
 */

/** Answers whenever the program asks for what was counted; it also says which of its processes this is. */
export function answerWhenAsked(count: (place: number) => Promise<string>): void {
	if (!cluster.isWorker) return
	process.on('message', ({ count: place }: { count?: number }) => {
		if (place !== undefined) void count(place).then((counted) => say({ counted }))
	})
}

/** What all processes of this server have counted; null when there is this one alone. */
export async function countedByAll(): Promise<string | null> {
	if (!cluster.isWorker || !process.connected) return null
	const heard = on(process, 'message', { close: ['disconnect'] })
	say('countAll')
	for await (const [{ countedByAll }] of heard) if (countedByAll !== undefined) return countedByAll
	return null
}

/** A program that has gone hears nothing; then this process is about to end, too. */
function say(message: object | string): void {
	if (process.connected) process.send?.(message)
}
