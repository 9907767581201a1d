import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'

/** Returns the milliseconds that `work` takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
	const begin = performance.now()
	await work()
	return performance.now() - begin
}

/** Measures all works in turns, so many times, after a few rounds that do not count. */
export async function inTurns(
	rounds: number,
	works: readonly (() => Promise<number>)[],
): Promise<number[][]> {
	const warmUp = Math.ceil(rounds / 5)
	const times = works.map((): number[] => [])
	for (let round = -warmUp; round < rounds; round += 1) {
		for (const [index, work] of works.entries()) {
			const ms = await work()
			if (round >= 0) times[index]?.push(ms)
		}
	}
	return times
}

/** Returns the value below or at which so many percent of the values lie. */
export function percentile(values: readonly number[], percent: number): number {
	const sorted = values.toSorted((one, other) => one - other)
	return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
	return percentile(values, 50)
}

export function title(what: string, how: string): string[] {
	return ['', what, `  ${how}`]
}

export function row(name: string, value: string): string {
	return `  ${name.padEnd(46)}${value.padStart(14)}`
}

/**
 * Returns the share of all processors, from 0 to 1, that was busy since `before`, with everything that runs on the
 * machine.
 */
export function busyShare(before: CpuTimes): number {
	const after = cpuTimes()
	return (after.busy - before.busy) / Math.max(1, after.all - before.all)
}

type CpuTimes = { busy: number; all: number }

export function cpuTimes(): CpuTimes {
	let [busy, all] = [0, 0]
	for (const { times } of cpus()) {
		const sum = times.user + times.nice + times.sys + times.irq + times.idle
		all += sum
		busy += sum - times.idle
	}
	return { busy, all }
}

/** Returns the processor seconds that these processes have used; undefined where the system does not tell. */
export async function cpuSeconds(pids: readonly number[]): Promise<number | undefined> {
	const ticks = await Promise.all(
		pids.map(async (pid) => {
			const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
			// After the name, which is in brackets and may hold any character: user and system time.
			const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
			return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
		}),
	)
	const sum = ticks.reduce((all, one) => all + one, 0)
	return Number.isFinite(sum) && sum > 0 ? sum / TICKS : undefined
}

const TICKS = 100
