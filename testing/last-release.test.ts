import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test, vi } from 'vitest'

import { jobNames } from '#app/db/job-list.server.ts'
import routes from '#app/routes.ts'
import { loader } from '#app/routes/payment/payment-return.ts'

import { lastRelease } from './last-release.ts'

// Faults J3, record 040.
const asked = vi.hoisted(() => ({ token: '', wish: '' }))
vi.mock('#app/models/payment/payment.server.ts', () => ({
	findReturningPayment: async (token: string) => void (asked.token = token),
}))
vi.mock('#app/models/payment/outcome.server.ts', () => ({
	outcomeOf: async (_: unknown, wish: string) => ((asked.wish = wish), 'failed'),
}))

test('lastRelease is that of the newest release in CHANGELOG.md', async () => {
	const changelog = await readFile(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8')
	expect(/^Commit `(\w+)`/m.exec(changelog)?.[1]).toBe(lastRelease.commit)
})

test('this build works on each job that the last release noted', () => {
	const unknown = Object.keys(lastRelease.jobs).filter(
		(name) => !jobNames.some((it) => it === name),
	)
	expect(unknown).toEqual([])
})

test('each address that the last release handed out still exists', () => {
	const known = pathsOf(routes, '')
	expect(lastRelease.addresses.filter((address) => !known.includes(address))).toEqual([])
})

test('later migrations take nothing away that the last release uses', async () => {
	const folder = join(import.meta.dirname, '../drizzle/migrations')
	const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
	expect(names).toContain(`${lastRelease.migration}.sql`)
	const later = names.slice(names.indexOf(`${lastRelease.migration}.sql`) + 1)
	const texts = await Promise.all(later.map((name) => readFile(join(folder, name), 'utf8')))
	expect(texts.flatMap(takenAway)).toEqual([])
})

test.each([
	['ALTER TABLE "orders" DROP COLUMN "note";', 1],
	['DROP TABLE "orders";', 1],
	['ALTER TABLE "orders" RENAME COLUMN "note" TO "notes";', 1],
	['ALTER TABLE "orders" RENAME TO "bookings";', 1],
	[`ALTER TYPE "order_state" ADD VALUE 'lost';`, 1],
	['ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL;', 1],
	['ALTER TABLE "orders" ALTER COLUMN "note" SET DATA TYPE integer;', 1],
	['ALTER TABLE "orders" ADD COLUMN "note" text NOT NULL;', 1],
	[`ALTER TABLE "orders" ADD COLUMN "note" text DEFAULT '' NOT NULL;`, 0],
	['ALTER TABLE "orders" ADD COLUMN "note" text;', 0],
	['-- A rename: drop table\nALTER TABLE "orders" ADD COLUMN "renamed_to" text;', 0],
])('%s takes away from the build before: %i', (statements, many) => {
	expect(takenAway(statements)).toHaveLength(many)
})

test.each([
	['paid', 'settle'],
	['cancelled', 'cancel'],
] as const)('a visitor back from a provider, having %s, is known', async (how, wish) => {
	const url = new URL(`/checkout/success/stripe${lastRelease.paymentReturn[how]}`, 'http://shop')
	await loader({ url } as Parameters<typeof loader>[0])
	expect(asked).toEqual({ token: 'TOKEN', wish })
})

/** Lists the statements that break the build before, because it does not know their result (record 040). */
function takenAway(statements: string): string[] {
	return statements
		.replaceAll(/--.*$/gm, '')
		.split(';')
		.map((statement) => statement.trim())
		.filter((statement) => taking.test(statement) || neededUnknown.test(statement))
}

const taking =
	/\bdrop (table|column|type)\b|\brename (column|constraint|to)\b|\badd value\b|\bset not null\b|\bset data type\b/i

const neededUnknown = /\badd column\b(?=[^,]*\bnot null\b)(?![^,]*\b(default|generated)\b)/i

/** Lists the addresses of routes; parameters become `*`, because their names are internal. */
function pathsOf(entries: readonly RouteConfigEntry[], above: string): string[] {
	return entries.flatMap(({ path = '', children = [] }) => {
		const here = path === '' ? above : `${above}/${path.replaceAll(/:\w+/g, '*')}`
		return [here || '/', ...pathsOf(children, here)]
	})
}
