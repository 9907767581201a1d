import { expect, test } from 'vitest'

import { newBreaker } from '#app/gateways/breaker.ts'
import { ProviderRefused, ProviderUnavailable } from '#app/gateways/provider-error.ts'

const away = () => Promise.reject(new ProviderUnavailable('no answer'))
const refuses = () => Promise.reject(new ProviderRefused('no'))
const answers = () => Promise.resolve('yes')

function opened() {
	let time = 1000
	let asked = 0
	const limits = { failures: 3, firstPause: 100, longestPause: 300 }
	const breaker = newBreaker('It', limits, () => time)
	const ask = (question: () => Promise<unknown>) => {
		const counted = () => ((asked += 1), question())
		return breaker.ask(counted).then(
			() => 'answered',
			(error: Error) => error.constructor.name,
		)
	}
	return { breaker, ask, asked: () => asked, wait: (ms: number) => void (time += ms) }
}

async function broken() {
	const all = opened()
	for (let count = 0; count < 3; count += 1) await all.ask(away)
	return all
}

test('B16: no further question is sent after three without an answer', async () => {
	const { breaker, ask, asked } = await broken()
	expect(breaker.isOpen()).toBe(true)
	expect(await ask(answers)).toBe('ProviderUnavailable')
	expect(asked()).toBe(3)
})

test('B16: one question goes through after a pause, and its answer closes the breaker', async () => {
	const { breaker, ask, asked, wait } = await broken()
	wait(100)
	expect(breaker.isOpen()).toBe(false)
	const trial = ask(answers)
	expect(breaker.isOpen()).toBe(true)
	expect(await Promise.all([ask(answers), trial])).toEqual(['ProviderUnavailable', 'answered'])
	expect(asked()).toBe(4)
	expect(breaker.isOpen()).toBe(false)
})

test('each trial in vain doubles the pause, up to the longest', async () => {
	const { breaker, ask, wait } = await broken()
	for (const pause of [100, 200, 300, 300]) {
		wait(pause - 1)
		expect(breaker.isOpen()).toBe(true)
		wait(1)
		expect(breaker.isOpen()).toBe(false)
		await ask(away)
	}
})

test('questions that were under way when it opened do not make the pause longer', async () => {
	const { breaker, ask, wait } = opened()
	await Promise.all(Array.from({ length: 8 }, () => ask(away)))
	wait(99)
	expect(breaker.isOpen()).toBe(true)
	wait(1)
	expect(breaker.isOpen()).toBe(false)
})

test.each([
	{ between: answers, what: 'an answer' },
	{ between: refuses, what: 'a refusal, which is an answer too' },
])('only failures in a row open it: after $what the count begins anew', async ({ between }) => {
	const { breaker, ask } = opened()
	for (const question of [away, away, between, away, away]) await ask(question)
	expect(breaker.isOpen()).toBe(false)
})
