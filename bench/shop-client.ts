import { fork } from 'node:child_process'
import { once } from 'node:events'

/** The tasks of the process, and its answers: milliseconds, or a number of changes. */
export type Answers = {
	month: number
	slots: number
	roundTrips: number
	claims: number
	adds: number
	day: number
	search: number
	searchMany: number
	searchNobody: number
}

export type Question = { task: keyof Answers; days?: number; seconds?: number; clients?: number }

/** Starts the shop without its pages on a database; see shop-process.ts. */
export async function startShopProcess(databaseUrl: string) {
	const child = fork(`${import.meta.dirname}/shop-process.ts`, {
		execArgv: ['--import', 'tsx'],
		env: {
			...process.env,
			DATABASE_URL: databaseUrl,
			SESSION_SECRETS: 'a secret of the benchmark that is long enough',
			STRIPE_SECRET_KEY: 'sk_test_bench',
			STRIPE_WEBHOOK_SECRET: 'whsec_bench',
			LOG_LEVEL: 'error',
		},
	})
	const failure = once(child, 'exit').then(() => {
		throw new Error('The shop process ended')
	})
	// The next question rejects with it.
	failure.catch(() => {})
	await Promise.race([once(child, 'message'), failure])

	return {
		pid: child.pid ?? 0,
		async ask(question: Question): Promise<number> {
			child.send(question)
			const [message] = await Promise.race([once(child, 'message'), failure])
			return (message as { answer: number }).answer
		},
		stop: () => child.disconnect(),
	}
}
