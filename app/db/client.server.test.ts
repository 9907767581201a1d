import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { eq, sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
	type ConnectOptions,
	type Database,
	type Transaction,
	connect,
	raw,
} from '#app/db/connect.server.ts'
import { isUnavailable, sqlState } from '#app/db/errors.server.ts'
import { type JsonRow, jsonRow } from '#app/db/json-row.server.ts'
import { sendBeforeCommit, inOneRoundTrip } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { countRoundTrips, roundTrips } from '#app/db/round-trips.server.ts'
import { createTestDatabase } from '#testing/database.ts'
import { type FaultyNetwork, openFaultyNetwork } from '#testing/faulty-network.ts'

const notes = pgTable('notes', {
	id: integer().primaryKey(),
	writtenBy: text(),
	tags: text().array(),
	facts: jsonb(),
	isRead: boolean(),
	writtenAt: timestamp({ withTimezone: true }),
})

let database: Awaited<ReturnType<typeof createTestDatabase>>
let admin: postgres.Sql
let network: FaultyNetwork
let directory: string
let opened: Database[] = []

beforeAll(async () => {
	database = await createTestDatabase()
	admin = postgres(database.url, { max: 1, onnotice: () => {} })
	await admin`
		create table notes (
			id int primary key, written_by text, tags text[], facts jsonb, is_read boolean,
			written_at timestamptz
		)`
	await admin`create table seats (id int unique deferrable initially deferred)`
	network = await openFaultyNetwork(database.url)
	directory = await mkdtemp(path.join(os.tmpdir(), 'raumzeit-'))
})

afterAll(async () => {
	await network.close()
	await admin.end()
	await database.drop()
	await rm(directory, { recursive: true })
})

beforeEach(() => admin`truncate notes, seats`)

afterEach(async () => {
	network.silence(false)
	network.cutAfter(undefined)
	await Promise.all(opened.splice(0).map((db) => db.close()))
})

describe('a transaction', () => {
	test('that swallowed an SQL error was not committed', async () => {
		const db = open()
		const error = await rejection(
			db.transaction(async (tx) => {
				await write(tx, 1)
				await tx.execute(sql`select 1 / 0`).catch(() => {})
			}),
		)
		expect(error).toMatchObject({ name: 'TransactionError', outcome: 'not-committed' })
		expect(isUnavailable(error)).toBe(false)
		expect(await written()).toEqual([])
	})

	test('sends its COMMIT behind statements that it does not wait for: one round trip', async () => {
		const db = open()
		const { roundTrips, statements } = await countRoundTrips(() =>
			db.transaction(async (tx) => {
				await readPid(tx)
				await sendBeforeCommit([() => write(tx, 1), () => write(tx, 2)])
			}),
		)
		expect({ roundTrips, statements }).toEqual({ roundTrips: 2, statements: 5 })
		expect(await written()).toEqual([1, 2])
	})

	test('sends its first reads with BEGIN, and writes nothing before BEGIN was answered', async () => {
		const db = open()
		const count = async (first: (tx: Transaction) => Promise<unknown>) =>
			(await countRoundTrips(() => db.transaction(first))).roundTrips
		expect(await count((tx) => readPid(tx))).toBe(2)
		expect(await count((tx) => write(tx, 1))).toBe(3)
		expect(await count((tx) => inOneRoundTrip([() => write(tx, 2), () => readPid(tx)]))).toBe(3)
		expect(await written()).toEqual([1, 2])
	})

	test('commits what it sent and did not wait for, though it was sent before BEGIN was answered', async () => {
		const db = open({ transactions: 1 })
		for (const id of [1, 2, 3]) {
			await db.transaction(async (tx) => {
				await sendBeforeCommit([() => write(tx, id * 2), () => write(tx, id * 2 + 1)])
			})
		}
		expect(await written()).toEqual([2, 3, 4, 5, 6, 7])
		const failing = db.transaction(async (tx) => {
			await sendBeforeCommit([() => write(tx, 8)])
			throw new Error('no')
		})
		await expect(failing).rejects.toThrow('no')
		expect(await written()).toEqual([2, 3, 4, 5, 6, 7])
	})

	test('goes on on a fresh connection, with all that it sent, when its own had died at rest', async () => {
		const db = open({ transactions: 1 }, network.url)
		const lost = await db.transaction((tx) => readPid(tx))
		network.silenceOpen()
		const pids = await db.transaction(async (tx) => {
			const sent = [readPid(tx), readPid(tx)]
			await sendBeforeCommit([() => write(tx, 1), () => write(tx, 2)])
			return Promise.all(sent)
		})
		expect(new Set(pids).size).toBe(1)
		expect(pids).not.toContain(lost)
		expect(await written()).toEqual([1, 2])
	})

	test('rejects with the error of a refused statement in its last round trip, and commits nothing', async () => {
		const db = open()
		const error = await rejection(
			db.transaction(async (tx) => {
				await readPid(tx)
				await sendBeforeCommit([
					() => write(tx, 1),
					() => tx.execute(sql`select 1 / 0`),
					() => write(tx, 2),
				])
			}),
		)
		expect(sqlState(error)).toBe('22012')
		expect(await written()).toEqual([])
		await db.transaction((tx) => write(tx, 3))
		expect(await written()).toEqual([3])
	})

	test('has an unknown outcome when its last round trip is lost', async () => {
		const db = open({}, network.url)
		network.cutAfter('commit')
		const error = await rejection(
			db.transaction(async (tx) => {
				await readPid(tx)
				await sendBeforeCommit([() => write(tx, 1)])
			}),
		)
		expect(error).toMatchObject({ name: 'TransactionError', outcome: 'unknown' })
	})

	test('takes no statement after its end, and sends none into the next transaction', async () => {
		const db = open({ transactions: 1 })
		const late = await db.transaction(async (tx) => tx)
		const next = db.transaction(async (tx) => {
			await write(tx, 1)
			await expect(write(late, 2)).rejects.toThrow()
			await expect(raw(late, 'select 1')).rejects.toThrow('has ended')
		})
		await next
		expect(await written()).toEqual([1])
	})

	test('has an unknown outcome when its COMMIT was not answered', async () => {
		const db = open({}, network.url)
		network.cutAfter('commit')
		const error = await rejection(db.transaction((tx) => write(tx, 1)))
		expect(error).toMatchObject({ name: 'TransactionError', outcome: 'unknown' })
		expect(isUnavailable(error)).toBe(true)
		expect(await written()).toEqual([1])

		network.cutAfter(undefined)
		await db.transaction((tx) => write(tx, 2))
		expect(await written()).toEqual([1, 2])
	})

	test('ends at its deadline when the network goes silent', async () => {
		const db = open({ deadlineMs: 500 }, network.url)
		const error = await rejection(
			db.transaction(async (tx) => {
				await write(tx, 1)
				network.silence(true)
				await write(tx, 2)
			}),
		)
		expect(error).toMatchObject({ name: 'TransactionError', outcome: 'not-committed' })
		expect(isUnavailable(error)).toBe(true)
	})

	test('does not notice that an idle connection has died', async () => {
		const db = open({ transactions: 1 })
		const pid = await db.transaction(readPid)
		await kill(pid)
		await db.transaction((tx) => write(tx, 1))
		expect(await written()).toEqual([1])
	})

	test('does not notice that an idle connection has fallen silent', async () => {
		const db = open({ transactions: 1 }, network.url)
		await db.transaction((tx) => write(tx, 1))
		network.silenceOpen()
		await db.transaction((tx) => write(tx, 2))
		expect(await written()).toEqual([1, 2])
	})

	test('that swallowed an outage reports an outage (faults N232)', async () => {
		const db = open()
		const error = await rejection(
			db.transaction(async (tx) => {
				await write(tx, 1)
				await tx.execute(sql`set local statement_timeout = '20ms'`)
				await tx.execute(sql`select pg_sleep(60)`).catch(() => {})
			}),
		)
		expect(error).toMatchObject({ name: 'TransactionError', outcome: 'not-committed' })
		expect(isUnavailable(error)).toBe(true)
		expect(await written()).toEqual([])
	})

	test('rejects with the reason when its COMMIT was refused', async () => {
		const db = open({ transactions: 1 })
		const pid = await db.transaction(readPid)
		const twice = db.transaction(async (tx) => {
			await tx.execute(sql`insert into seats values (1)`)
			await tx.execute(sql`insert into seats values (1)`)
		})
		expect(sqlState(await rejection(twice))).toBe('23505')
		expect(await db.transaction(readPid)).toBe(pid)
	})

	test('rejects when its connection dies with many statements under way, and harms no other', async () => {
		const db = open({ transactions: 1 })
		const error = await rejection(
			db.transaction(async (tx) => {
				const pid = await readPid(tx)
				void killOnceIn(pid, 'pg_sleep')
				const ids = Array.from({ length: 60 }, (_, id) => id)
				await Promise.allSettled([
					raw(tx, 'select pg_sleep(60)'),
					...ids.map((id) => write(tx, id)),
				])
			}),
		)
		expect(error).toMatchObject({ name: 'TransactionError', outcome: 'not-committed' })
		await db.transaction((tx) => write(tx, 100))
		expect(await written()).toEqual([100])
	})

	test('rejects with the error that its callback threw', async () => {
		const db = open()
		const regret = new Error('regret')
		const error = await rejection(
			db.transaction(async (tx) => {
				await write(tx, 1)
				throw regret
			}),
		)
		expect(error).toBe(regret)
		expect(await written()).toEqual([])
	})

	test('undoes a nested one alone', async () => {
		const db = open()
		await db.transaction(async (tx) => {
			await write(tx, 1)
			await rejection(
				tx.transaction(async (inner) => {
					await write(inner, 2)
					await write(inner, 2)
				}),
			)
			await tx.transaction((inner) => inner.transaction((innermost) => write(innermost, 3)))
		})
		expect(await written()).toEqual([1, 3])
	})

	test('has the isolation level it asks for', async () => {
		const db = open()
		const level = await db.transaction((tx) => raw(tx, 'show transaction_isolation'), {
			isolationLevel: 'serializable',
			accessMode: 'read only',
		})
		expect(level).toEqual([{ transaction_isolation: 'serializable' }])
	})

	test('cannot be ended by a statement', async () => {
		const db = open()
		const cheat = db.transaction(async (tx) => {
			await write(tx, 1)
			await raw(tx, 'commit; begin')
		})
		await expect(cheat).rejects.toThrow('not for statements')
		expect(await written()).toEqual([])
	})

	test('waits for another only as long as lock_timeout, and says it is not now', async () => {
		const db = open()
		const error = await rejection(
			db.transaction(async (tx) => {
				await tx.execute(sql`lock table seats`)
				await db.transaction(async (other) => {
					await other.execute(sql`set local lock_timeout = '100ms'`)
					await other.execute(sql`lock table seats`)
				})
			}),
		)
		expect(sqlState(error)).toBe('55P03')
		expect(isUnavailable(error)).toBe(true)
	})

	test('that deadlocks with another says it is not now, whichever of its statements fails', async () => {
		const db = open()
		await db.transaction((tx) => Promise.all([write(tx, 1), write(tx, 2)]))
		const locked = (tx: Executor, id: number) =>
			raw(tx, 'select from notes where id = $1 for update', [id])
		let others = 2
		let bothHaveOne = () => {}
		const both = new Promise<void>((done) => (bothHaveOne = done))
		const ended = await Promise.allSettled(
			[1, 2].map((id) =>
				db.transaction(async (tx) => {
					await locked(tx, id)
					others -= 1
					if (others === 0) bothHaveOne()
					await both
					const [one, behind] = await Promise.allSettled([locked(tx, 3 - id), readPid(tx)])
					if (behind.status === 'rejected') throw behind.reason
					expect(one.status).toBe('fulfilled')
				}),
			),
		)
		const failed = ended.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
		expect(failed.map(sqlState)).toEqual(['40P01'])
		expect(failed.every(isUnavailable)).toBe(true)
	})

	test('that cannot be serialized with another says it is not now', async () => {
		const db = open()
		await write(db, 1)
		const error = await rejection(
			db.transaction(
				async (tx) => {
					await readPid(tx)
					await db.update(notes).set({ writtenBy: 'another' })
					await tx.update(notes).set({ writtenBy: 'this one' })
				},
				{ isolationLevel: 'repeatable read' },
			),
		)
		expect(sqlState(error)).toBe('40001')
		expect(isUnavailable(error)).toBe(true)
	})
})

describe('a single statement', () => {
	test('rejects when its connection dies, and the next ones are right', async () => {
		const db = open({ statements: 1 })
		const pid = await readPid(db)
		void killOnceIn(pid, 'generate_series')
		const error = await rejection(
			raw(db, 'select g, pg_sleep(0.01) from generate_series(1, 6000) g'),
		)
		expect(isUnavailable(error)).toBe(true)
		for (const round of [1, 2, 3]) {
			expect(await raw(db, 'select $1::int as round', [round])).toEqual([{ round }])
		}
	})

	test('leaves its connection in use when the server refuses it', async () => {
		const db = open({ statements: 1 })
		const pid = await readPid(db)
		expect(sqlState(await rejection(raw(db, 'select $1::int / 0', [1])))).toBe('22012')
		expect(await readPid(db)).toBe(pid)
	})

	test('never falls into a transaction that a script left open', async () => {
		const db = open({ statements: 1 })
		await rejection(raw(db, 'begin; insert into notes values (1); select 1 / 0; commit'))
		await raw(db, 'begin; insert into notes values (2)')
		await write(db, 3)
		expect(await written()).toEqual([3])
	})

	test('gives up at the deadline', async () => {
		const db = open({ deadlineMs: 200 })
		expect(isUnavailable(await rejection(raw(db, 'select pg_sleep(5)')))).toBe(true)
	})
})

describe('values', () => {
	test('come back from typed tables unchanged', async () => {
		const db = open()
		const note = {
			id: 1,
			writtenBy: `"Zoë's" \\ {note}`,
			tags: ['a "b"', 'c,d', 'null', ''],
			facts: { list: [1, 'two', null], nested: { deep: true } },
			isRead: false,
			writtenAt: new Date('2026-10-25T00:30:00.123Z'),
		}
		await db.insert(notes).values(note)
		const found = await db.transaction(async (tx) => {
			const joined = await tx
				.select({ note: notes, sameColumn: notes.id })
				.from(notes)
				.where(eq(notes.writtenAt, note.writtenAt))
			expect(joined).toEqual([{ note, sameColumn: 1 }])
			return tx.select().from(notes).where(eq(notes.isRead, false))
		})
		expect(found).toEqual([note])
	})

	test('reach SQL text with their types', async () => {
		const db = open()
		const moment = new Date('2026-03-29T01:00:00.000Z')
		const [row] = await raw(
			db,
			`select $1::int as number, $2::boolean as yes, $3::timestamptz as moment, $4::jsonb as json,
				$5::text[] = array['a"b', null, 'c\\d'] as list, $6::bytea = '\\x00ff' as bytes,
				$7::bigint as big, $8::text as nothing, $9::uuid[] as ids`,
			[
				42,
				true,
				moment,
				{ a: [1] },
				['a"b', null, 'c\\d'],
				new Uint8Array([0, 255]),
				2n ** 60n,
				undefined,
				['0190b6a5-0000-7000-8000-000000000000'],
			],
		)
		expect(row).toEqual({
			number: 42,
			yes: true,
			moment,
			json: { a: [1] },
			list: true,
			bytes: true,
			big: '1152921504606846976',
			nothing: null,
			ids: '{0190b6a5-0000-7000-8000-000000000000}',
		})
	})

	test('that cannot be sent disturb no statement under way', async () => {
		const db = open({ transactions: 1 })
		const results = await db.transaction((tx) =>
			Promise.allSettled([
				raw(tx, 'select 1 as n, pg_sleep(0.05)::text'),
				tx
					.select()
					.from(notes)
					.where(eq(notes.id, sql.param(undefined))),
				raw(tx, 'select $1::jsonb as n', [() => {}]),
				raw(tx, 'select 2 as n'),
			]),
		)
		expect(results).toMatchObject([
			{ status: 'fulfilled', value: [{ n: 1 }] },
			{ status: 'rejected' },
			{ status: 'rejected' },
			{ status: 'fulfilled', value: [{ n: 2 }] },
		])
	})
})

describe('raw', () => {
	test('runs in the transaction it is given, a nested one too', async () => {
		const db = open()
		await rejection(
			db.transaction(async (tx) => {
				await raw(tx, 'insert into notes values ($1)', [1])
				await tx.transaction((inner) => raw(inner, 'insert into notes values ($1)', [2]))
				throw new Error('regret')
			}),
		)
		expect(await written()).toEqual([])
	})

	test('takes several statements and answers with the rows of the last', async () => {
		const script =
			'create temp table t (n int); insert into t values (7); select n from t; drop table t'
		expect(await raw(open(), script)).toEqual([{ n: 7 }])
		expect(await raw(open(), 'select 1 as a; select 2 as b')).toEqual([{ b: 2 }])
		expect(await raw(open(), 'insert into notes values (1)')).toEqual([])
	})
})

describe('connections', () => {
	test('C13: are bounded, and so is the wait for one', async () => {
		const db = open({ transactions: 2 })
		let release = () => {}
		const released = new Promise<void>((done) => (release = done))
		const holders = await Promise.all([1, 2].map(() => holdTransaction(db, released)))
		const error = await rejection(db.transaction((tx) => write(tx, 1)))
		expect(error).toMatchObject({ name: 'TransactionError', outcome: 'not-committed' })
		expect(isUnavailable(error)).toBe(true)
		await write(db, 2) // Single statements have slots of their own.
		release()
		await Promise.all(holders.map(({ over }) => over))
		await db.transaction((tx) => write(tx, 3))
		expect(await written()).toEqual([2, 3])
	})

	test('that cannot be made reject, and are made as soon as they can be', async () => {
		const port = new URL(network.url).port
		await network.close()
		const db = open({}, network.url)
		expect(isUnavailable(await rejection(db.transaction((tx) => write(tx, 1))))).toBe(true)
		expect(isUnavailable(await rejection(write(db, 1)))).toBe(true)

		network = await openFaultyNetwork(database.url, { port: Number(port) })
		await write(db, 1)
		expect(await written()).toEqual([1])
	})

	test('that get no answer while they open are given up', async () => {
		network.silence(true)
		const db = open({ acquireMs: 200 }, network.url)
		expect(isUnavailable(await rejection(db.transaction((tx) => write(tx, 1))))).toBe(true)
		expect(isUnavailable(await rejection(write(db, 1)))).toBe(true)
	})

	test('are refused when the database is not there', async () => {
		const url = Object.assign(new URL(database.url), { pathname: '/nowhere' }).href
		const error = await rejection(readPid(open({}, url)))
		expect(isUnavailable(error)).toBe(true)
		expect(sqlState(error)).toBe('3D000')
	})

	test('carry the limits the server keeps', async () => {
		const db = open({ applicationName: 'shop' })
		const settings = await raw(
			db,
			`select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout',
				'idle_in_transaction_session_timeout', 'client_connection_check_interval', 'TimeZone',
				'application_name')`,
		)
		expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
			statement_timeout: '5000',
			lock_timeout: '3000',
			idle_in_transaction_session_timeout: '10000',
			client_connection_check_interval: '2000',
			TimeZone: 'UTC',
			application_name: 'shop',
		})
	})

	test('end when the client is closed, after the work under way', async () => {
		const db = open({ applicationName: 'closing' })
		await write(db, 1)
		const last = await holdTransaction(db, sleep(100))
		await db.close()
		await last.over
		expect(isUnavailable(await rejection(write(db, 3)))).toBe(true)
		expect(await written()).toEqual([1])
		await expect
			.poll(() => admin`select 1 from pg_stat_activity where application_name = 'closing'`)
			.toHaveLength(0)
	})

	test('are made by unix socket', async () => {
		const local = await openFaultyNetwork(database.url, { socketDirectory: directory })
		const { username, password, pathname } = new URL(database.url)
		await write(open({}, local.url), 1)
		await write(open({}, `postgres://${username}:${password}@${pathname}?host=${directory}`), 2)
		expect(await written()).toEqual([1, 2])
		await Promise.all(opened.splice(0).map((db) => db.close()))
		await local.close()
	})

	test('are encrypted and checked as sslmode asks', async () => {
		const secure = await openFaultyNetwork(database.url, { encryption: { key: KEY, cert: CERT } })
		const certificate = path.join(directory, 'root.crt')
		await writeFile(certificate, CERT)
		const numeric = secure.url.replace('@localhost:', '@127.0.0.1:')
		const ways = {
			required: await attempt(`${secure.url}?sslmode=require`),
			verified: await attempt(`${secure.url}?sslmode=verify-full&sslrootcert=${certificate}`),
			unknownIssuer: await attempt(`${secure.url}?sslmode=verify-full`),
			otherName: await attempt(`${numeric}?sslmode=verify-full&sslrootcert=${certificate}`),
			preferred: await attempt(`${network.url}?sslmode=prefer`),
			notOffered: await attempt(`${network.url}?sslmode=require`),
		}
		expect(ways).toEqual({
			required: 'connected',
			verified: 'connected',
			unknownIssuer: 'unavailable',
			otherName: 'unavailable',
			preferred: 'connected',
			notOffered: 'unavailable',
		})
		await Promise.all(opened.splice(0).map((db) => db.close()))
		await secure.close()
	})

	test('use a user and a password with any characters', async () => {
		const [name, password] = ['o/p: @?', 'p%/@:#?&']
		await admin.unsafe(`create role "${name}" login password '${password}'`)
		const url = Object.assign(new URL(database.url), {
			username: encodeURIComponent(name),
			password: encodeURIComponent(password),
		}).href
		expect(await raw(open({}, url), 'select current_user as name')).toEqual([{ name }])
		await Promise.all(opened.splice(0).map((db) => db.close()))
		await admin.unsafe(`drop role "${name}"`)
	})
})

describe('a statement that is built once', () => {
	const insertNote = prepare<{ id: number; at: Date | null; tags: string[]; facts: object | null }>(
		(build, value) =>
			build.insert(notes).values({
				id: value('id'),
				writtenAt: value('at'),
				tags: value('tags'),
				facts: value('facts'),
				isRead: false,
			}),
	)
	const readNotes = prepare<{ ids: number[] }, { note: JsonRow<typeof notes> }>(
		(_, value) => sql`
			select ${jsonRow(notes).json} as "note" from ${notes}
			where ${notes.id} = any(${value('ids')}) order by ${notes.id}`,
	)

	test('takes other values each time, in a transaction and outside', async () => {
		const db = open()
		const at = new Date('2026-03-29T01:30:00.123Z')
		await insertNote(db, { id: 1, at, tags: ['a "b"', '{c}'], facts: { d: [1, null] } })
		await db.transaction((tx) => insertNote(tx, { id: 2, at: null, tags: [], facts: null }))
		const rows = (await readNotes(db, { ids: [1, 2, 3] })).map(({ note }) =>
			jsonRow(notes).read(note),
		)
		expect(rows).toEqual(await db.select().from(notes).orderBy(notes.id))
		expect(rows[0]).toMatchObject({ writtenAt: at, tags: ['a "b"', '{c}'], isRead: false })
	})
})

describe('round trips', () => {
	test('are counted by waits, not by statements', async () => {
		const db = open()
		const counted = await countRoundTrips(async () => {
			await readPid(db)
			await db.transaction(async (tx) => {
				await Promise.all([write(tx, 1), write(tx, 2), write(tx, 3)])
				await readPid(tx)
			})
			return roundTrips()
		})
		// The single one, BEGIN, three together, one more, COMMIT.
		expect(counted).toEqual({ value: 5, roundTrips: 5, statements: 7 })
		expect(roundTrips()).toBeUndefined()
	})
})

type Executor = Parameters<typeof raw>[0]

/** Opens a transaction that keeps its connection until told to end. */
async function holdTransaction(
	db: Database,
	release: Promise<void>,
): Promise<{ over: Promise<unknown> }> {
	return new Promise((begun, failed) => {
		const over = db.transaction(async (tx) => {
			await readPid(tx)
			begun({ over })
			await release
		})
		over.catch(failed)
	})
}

function open(options: ConnectOptions = {}, url = database.url): Database {
	const db = connect(url, options)
	opened.push(db)
	return db
}

function write(executor: Executor, id: number) {
	return executor.insert(notes).values({ id })
}

async function written() {
	const rows = await admin<{ id: number }[]>`select id from notes order by id`
	return rows.map(({ id }) => id)
}

async function readPid(executor: Executor) {
	const [row] = await raw(executor, 'select pg_backend_pid() as pid')
	return Number(row?.['pid'])
}

/** Ends a connection as soon as it runs a statement with these words. */
async function killOnceIn(pid: number, words: string) {
	const isRunning = () => admin`
		select 1 from pg_stat_activity
		where pid = ${pid} and state = 'active' and query like ${`%${words}%`}`
	while ((await isRunning()).length === 0) await sleep(10)
	await kill(pid)
}

async function kill(pid: number) {
	await admin`select pg_terminate_backend(${pid}, 1000)`
}

function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
	return Promise.resolve(promise).then(
		() => expect.unreachable('should have been rejected'),
		(error: unknown) => error,
	)
}

async function attempt(url: string) {
	try {
		await readPid(open({}, url))
		return 'connected'
	} catch (error) {
		return isUnavailable(error) ? 'unavailable' : error
	}
}

// A key for `localhost`, valid until 2125 and used by these tests only.
const KEY = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIErd8CISv4/Wsun/sqmzg/Vbyz9PWdVPdse1Wy/Ik1DWoAoGCCqGSM49
AwEHoUQDQgAEMlkrIzS8MkV8Pa6sVS8TfzfDyI4s3rbP9FCkOreLqThghQAd5GeF
8uJCEdY8NoxtiKwpqr48J1+K1mS+0gJMdA==
-----END EC PRIVATE KEY-----`
const CERT = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUEqfZEdfO53pjM1MNyQsis6N1QqYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEwMzgyOVoYDzIxMjYxMDI4
MTAzODI5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQyWSsjNLwyRXw9rqxVLxN/N8PIjizets/0UKQ6t4upOGCFAB3kZ4Xy
4kIR1jw2jG2IrCmqvjwnX4rWZL7SAkx0o2kwZzAdBgNVHQ4EFgQU5jDaMtoOl/XF
sCEuRVbmtcgXTeQwHwYDVR0jBBgwFoAU5jDaMtoOl/XFsCEuRVbmtcgXTeQwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAMekKofro7TaarpQrAR6j+9tHbesWpNODl7aFWliV++xAiAuOS3AYKlB
bzczHPlSiiXUqh2mPriuTNnYF4e5ddM5Hg==
-----END CERTIFICATE-----`
