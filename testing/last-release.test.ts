import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test, vi } from 'vitest'

import { jobNames } from '#app/db/job-list.server.ts'
import routes from '#app/routes.ts'
import { loader } from '#app/routes/checkout/payment-return.ts'

import { lastRelease } from './last-release.ts'

// Faults J3, record 040.
const asked = vi.hoisted(() => ({ token: '', wish: '' }))
vi.mock('#app/models/payment/payment.server.ts', () => ({
	findReturningPayment: async (token: string) => void (asked.token = token),
}))
vi.mock('#app/models/payment/outcome.server.ts', () => ({
	outcomeOf: async (_: unknown, wish: string) => ((asked.wish = wish), 'failed'),
}))

test('what is held here is that of the newest release in CHANGELOG.md', async () => {
	const changelog = await readFile(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8')
	expect(/^Commit `(\w+)`/m.exec(changelog)?.[1]).toBe(lastRelease.commit)
})

test('this build works on each job that the last release noted', () => {
	const unknown = Object.keys(lastRelease.jobs).filter(
		(name) => !jobNames.some((it) => it === name),
	)
	expect(unknown).toEqual([])
})

test('each address that the last release handed out is one still', () => {
	const known = pathsOf(routes, '')
	expect(lastRelease.addresses.filter((address) => !known.includes(address))).toEqual([])
})

test.each([
	['paid', 'settle'],
	['cancelled', 'cancel'],
] as const)('who comes back from a provider, having %s, is known', async (how, wish) => {
	const url = new URL(`/checkout/success/stripe${lastRelease.paymentReturn[how]}`, 'http://shop')
	await loader({ url } as Parameters<typeof loader>[0])
	expect(asked).toEqual({ token: 'TOKEN', wish })
})

/** Without the names of their parts, which nobody outside sees. */
function pathsOf(entries: readonly RouteConfigEntry[], above: string): string[] {
	return entries.flatMap(({ path = '', children = [] }) => {
		const here = path === '' ? above : `${above}/${path.replaceAll(/:\w+/g, '*')}`
		return [here || '/', ...pathsOf(children, here)]
	})
}
