import type { QueueRest } from '#app/db/open-jobs.server.ts'
import { moment } from '#scripts/shop/terminal.ts'
import type { TerminalWords } from '#scripts/shop/words.ts'

/**
 * The seconds without a job done after which nobody works on the jobs: one job is due every 15 seconds, and a node that
 * restarts takes up to a minute.
 */
const LONGEST_PAUSE = 120

/**
 * Returns the lines of `npm run venue -- jobs`: whether jobs are done, and what is left in each queue. `idle` are the
 * seconds since a job was done; null for none in two days.
 */
export function jobWords(
	idle: number | null,
	rests: readonly QueueRest[],
	words: TerminalWords,
): string[] {
	const isDone = idle !== null && idle <= LONGEST_PAUSE
	const first = isDone ? words.jobsAreDone(idle) : words.nobodyDoesJobs(idle)
	const width = Math.max(...rests.map(({ name }) => name.length))
	const lines = rests.map((rest) => `${rest.name.padEnd(width)}  ${restWords(rest, words)}`)
	const isParked = rests.some(({ parked }) => parked > 0)
	return [
		first,
		...(lines.length > 0 ? lines : [words.nothingToDo]),
		...(isParked ? [words.retryParked] : []),
	]
}

function restWords(rest: QueueRest, words: TerminalWords): string {
	const { due, dueFor, retrying, nextTry, parked, errors } = rest
	return [
		...(parked > 0 ? [words.jobsParked(parked, errors.join(', '))] : []),
		...(retrying > 0 ? [words.jobsRetrying(retrying, nextTry && moment(nextTry))] : []),
		...(due > 0 ? [words.jobsDue(due, dueFor ?? 0)] : []),
	].join(' · ')
}
