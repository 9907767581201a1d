import { fork } from 'node:child_process'
import { once } from 'node:events'

import type { Call, Reply, Verbs } from './booking-process.ts'

/** A call whose process was killed: it may have been carried out or not. */
export class Killed extends Error {}

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void }

/**
 * Starts the verbs of bookings in a process of its own, which can be killed and comes back by itself. It writes to the
 * open file `output`, or where we do.
 */
export async function startBookingVerbs(
	env: NodeJS.ProcessEnv,
	output: number | 'inherit' = 'inherit',
) {
	const waiting = new Map<number, Waiting>()
	let calls = 0
	let isOver = false
	let current = launch()
	await current.ready

	function launch() {
		const file = `${import.meta.dirname}/booking-process.ts`
		const child = fork(file, {
			execArgv: ['--import', 'tsx'],
			env,
			stdio: ['ignore', output, output, 'ipc'],
		})
		child.on('message', (reply: Reply | 'ready') => {
			if (reply === 'ready') return
			const call = waiting.get(reply.id)
			waiting.delete(reply.id)
			if ('error' in reply) call?.reject(new Error(reply.error))
			else call?.resolve(reply.result)
		})
		child.on('exit', (_, signal) => {
			for (const { reject } of waiting.values()) reject(new Killed('the process was killed'))
			waiting.clear()
			if (isOver) return
			if (signal === null) throw new Error('the process of the verbs ended by itself')
			current = launch()
		})
		return { child, ready: Promise.race([once(child, 'message'), once(child, 'exit')]) }
	}

	/** Waits for a process that answers: the newest may be killed before it is ready. */
	async function untilReady(): Promise<void> {
		for (let awaited = null; awaited !== current;) {
			awaited = current
			await awaited.ready
		}
	}

	return {
		/** Calls a verb. Rejects with `Killed` when the process dies meanwhile. */
		async call<Name extends keyof Verbs>(
			verb: Name,
			...args: Parameters<Verbs[Name]>
		): Promise<Awaited<ReturnType<Verbs[Name]>>> {
			await untilReady()
			const id = (calls += 1)
			const result = new Promise<unknown>((resolve, reject) => {
				waiting.set(id, { resolve, reject })
			})
			current.child.send({ id, verb, args } as Call, (error) => {
				if (error) waiting.get(id)?.reject(new Killed(error.message))
			})
			return (await result) as Awaited<ReturnType<Verbs[Name]>>
		},
		/** Kills the process as a lack of memory does, once it is ready; the next call waits for another. */
		async kill(): Promise<void> {
			await untilReady()
			current.child.kill('SIGKILL')
		},
		async stop(): Promise<void> {
			isOver = true
			await current.ready
			current.child.disconnect()
			await once(current.child, 'exit')
		},
	}
}
