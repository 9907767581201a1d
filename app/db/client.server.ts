import { AsyncLocalStorage } from 'node:async_hooks'

import { type ConnectOptions, type Database, connect } from '#app/db/connect.server.ts'
import { env } from '#app/gateways/env.server.ts'

export type { Database, Transaction } from '#app/db/connect.server.ts'

/**
 * The database of this process, at DATABASE_URL; opened at its first use, so that importing a model costs nothing.
 * Statements for visitors are answered or refused within about two seconds when the database has fallen silent; inside
 * `longRunning` it is `jobDb`.
 */
export const db = databaseOf(() => (longRunningWork.getStore() ? 'jobs' : 'visitors'))

/** The database for work that no visitor waits for, with longer deadlines and a few connections of its own. */
export const jobDb = databaseOf(() => 'jobs')

/** Returns the number of waits for a connection in this process so far, and the seconds that all of them took. */
export function databaseWaits(): { count: number; seconds: number } {
	const all = [opened.visitors, opened.jobs].flatMap((database) => database?.waits() ?? [])
	return {
		count: all.reduce((sum, { count }) => sum + count, 0),
		seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
	}
}

/**
 * Runs a job that reads whole tables, or an operator's command: while `work` runs, `db` is `jobDb` for every model
 * function that it calls.
 */
export async function longRunning<T>(work: () => Promise<T>): Promise<T> {
	atWork += 1
	try {
		return await longRunningWork.run(true, work)
	} finally {
		atWork -= 1
		// While an AsyncLocalStorage is enabled, Node 20 and 22 follow every promise of the process: a sixth of a
		// request's cost.
		if (atWork === 0) longRunningWork.disable()
	}
}

const longRunningWork = new AsyncLocalStorage<true>()
let atWork = 0

function databaseOf(kindNow: () => keyof typeof opened): Database {
	return new Proxy({} as Database, {
		get(_, property) {
			if (property === 'close') return close
			const kind = kindNow()
			return Reflect.get((opened[kind] ??= connect(env.DATABASE_URL, settingsOf(kind))), property)
		},
	})
}

const opened: { visitors?: Database; jobs?: Database } = {}

/**
 * The settings of the visitors' pool and the jobs' pool, with times in milliseconds. Visitors, and jobs that follow
 * from what they did, ask the same few things; other jobs and the operator read whole tables.
 *
 * Processes on one machine share about as many connections as one process would have: more connections make no
 * processor faster, and PostgreSQL takes a hundred by default. 2 processes open 32 connections for visitors, 16 open
 * 48.
 */
const SETTINGS = {
	visitors: {
		acquireMs: 1_200,
		answerMs: 1_200,
		plansOnce: true,
		transactions: shareOf(40, { least: 2, most: 10 }),
		statements: shareOf(24, { least: 1, most: 6 }),
	},
	jobs: { acquireMs: 5_000, transactions: 3, statements: 2 },
} satisfies Record<keyof typeof opened, ConnectOptions>

/** The number of connections that all processes of this node use when their pools are full. */
export const WANTED_CONNECTIONS =
	env.WORKERS *
	Object.values(SETTINGS).reduce(
		(sum, { transactions, statements }) => sum + transactions + statements,
		0,
	)

/** The most connections that the limits of server, database and role leave to this node. */
let mostConnections = Number.POSITIVE_INFINITY

/**
 * Limits the pools to this number of connections for all processes of the node; called before the pools are first used.
 */
export function makeDoWith(connections: number): void {
	mostConnections = connections
}

function settingsOf(kind: keyof typeof opened): ConnectOptions {
	const settings = SETTINGS[kind]
	const share = Math.min(1, mostConnections / WANTED_CONNECTIONS)
	const fitted = (size: number) => Math.max(1, Math.floor(size * share))
	const { transactions, statements } = settings
	return { ...settings, transactions: fitted(transactions), statements: fitted(statements) }
}

function shareOf(all: number, { least, most }: { least: number; most: number }): number {
	return Math.min(most, Math.max(least, Math.floor(all / env.WORKERS)))
}

async function close(): Promise<void> {
	await Promise.all([opened.visitors?.close(), opened.jobs?.close()])
}
