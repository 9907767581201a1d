import { expect, test } from 'vitest'

import { watchHealth } from './health-check.ts'

type Answer = number | 'none' | 'broken'

test.each<[name: string, answers: Answer[], told: number]>([
	['three errors', [500, 500, 500], 1],
	['errors go on', [500, 500, 500, 502, 500], 3],
	['a broken connection is an error', [500, 'broken', 500], 1],
	['two errors', [500, 500, 200, 500, 500, 200], 0],
	['the process is busy or ends', [503, 503, 503, 503, 500, 500, 503, 500], 0],
	['the process is late', ['none', 'none', 'none', 'none', 500, 500, 'none', 500], 0],
	['what another process would answer as well', [404, 404, 404], 0],
])('an unhealthy process is told: %s (faults N415)', async (_, answers, told) => {
	let calls = 0
	const left = [...answers]
	const patienceMs = answers.includes('none') ? 20 : 10_000
	await new Promise<void>((done) => {
		const stop = watchHealth(
			(_request, response) => {
				const answer = left.shift()
				if (answer === undefined) {
					stop()
					done()
				}
				if (answer === 'none') return
				if (answer === 'broken') response.destroy()
				else response.writeHead(answer ?? 200).end()
			},
			{ onUnhealthy: () => (calls += 1), everyMs: 1, patienceMs },
		)
	})
	expect(calls).toBe(told)
})
