import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { connect, databaseName, raw } from '#app/db/connect.server.ts'
import { parseServers } from '#app/db/driver/address.server.ts'
import { openConnection } from '#app/db/driver/connection.server.ts'
import { connectAt, type Opening, type PoolSlot } from '#app/db/driver/pool-slot.server.ts'
import { isUnavailable } from '#app/db/errors.server.ts'
import { migrate } from '#app/db/migrate.server.ts'
import { requireDatabase } from '#app/db/require.server.ts'
import {
	discardEmbedded,
	type Embedded,
	freePort,
	newPassword,
	startEmbedded,
} from '#drizzle/embedded/embedded.ts'
import { openPassage } from '#testing/passage.ts'

// Two servers of one DATABASE_URL, of which one takes writes at a time (faults J5).

const name = 'raumzeit'
const password = randomBytes(12).toString('hex')
let servers: { dataDir: string; server: Embedded; place: string }[]

beforeAll(async () => {
	servers = [await startServer(), await startServer()]
})
afterAll(async () => {
	for (const { server, dataDir } of servers) {
		await server.stop()
		await discardEmbedded(dataDir)
	}
})

async function startServer() {
	const dataDir = await mkdtemp(join(tmpdir(), 'raumzeit-servers-'))
	await chmod(dataDir, 0o711)
	const server = await startEmbedded({ dataDir, password: newPassword(), durable: false })
	await administer(server, `alter role ${name} password '${password}'`)
	return { dataDir, server, place: new URL(server.url).host }
}

async function administer({ adminUrl }: Embedded, ...statements: string[]) {
	const sql = postgres(adminUrl, { max: 1, onnotice: () => {} })
	for (const statement of statements) await sql.unsafe(statement)
	await sql.end()
}

/** Makes the server at this index take no writes, or take them again. */
async function setReadOnly(at: number, isReadOnly: boolean) {
	const { server, place } = servers[at] ?? fail()
	await administer(
		server,
		`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
		'select pg_reload_conf()',
	)
	const sql = postgres(urlOf([place]), { max: 1, onnotice: () => {} })
	const told = async () => (await sql`show default_transaction_read_only`)[0]
	await expect.poll(told).toEqual({ default_transaction_read_only: isReadOnly ? 'on' : 'off' })
	await sql.end()
}

function fail(): never {
	throw new Error('there are two servers')
}

const portOf = (at: number) => Number(servers[at]?.place.split(':')[1])

const portQuery = `select current_setting('port')::int as port`

function urlOf(places: string[], attributes = ''): string {
	return `postgres://${name}:${password}@${places.join(',')}/${name}${attributes}`
}

test('the server that takes writes is used, also after another one takes over', async () => {
	await setReadOnly(0, true)
	const url = urlOf(servers.map(({ place }) => place))
	const db = connect(url)
	const port = async () => (await raw(db, portQuery))[0]?.['port']
	const write = () => raw(db, 'create temporary table written (id int); drop table written')
	expect(await port()).toBe(portOf(1))
	await write()

	await setReadOnly(1, true)
	await setReadOnly(0, false)
	await expect.poll(port).toBe(portOf(0))
	await write()
	await setReadOnly(1, false)
	await db.close()
})

test('connections at rest to a server that fell silent are given up once another one takes writes, also if it answers again (J18)', async () => {
	const passage = await openPassage(portOf(0))
	const db = connect(urlOf([passage.address, servers[1]?.place ?? fail()]))
	expect(await raw(db, portQuery)).toEqual([{ port: portOf(0) }])

	passage.shut()
	expect(await db.transaction((tx) => raw(tx, portQuery))).toEqual([{ port: portOf(1) }])
	passage.open()
	expect(await raw(db, portQuery)).toEqual([{ port: portOf(1) }])
	await db.close()
	await passage.close()
})

test.each([
	{ state: 'is opened', isAtRest: false },
	{ state: 'is probed', isAtRest: true },
])(
	'a connection that $state is not used when another server was found to take writes meanwhile (J18)',
	async ({ isAtRest }) => {
		const passage = await openPassage(portOf(0))
		const opening: Opening = {
			servers: parseServers(urlOf([passage.address, servers[1]?.place ?? fail()])),
			open: (address) => openConnection(address, { applicationName: 'trial', plansOnce: false }),
			latest: 0,
			silentAt: 0,
		}
		const place: PoolSlot = { connection: undefined }
		const connect = () => connectAt(place, performance.now() + 60_000, opening)
		if (isAtRest) place.connection = Object.create(await connect(), { restedMs: { value: 2_000 } })

		passage.shut()
		const connecting = connect()
		opening.latest = 1
		passage.open()
		const connection = await connecting
		expect(await connection.run({ text: portQuery })).toMatchObject([{ port: portOf(1) }])
		expect(opening.latest).toBe(1)
		await connection.close()
		await passage.close()
	},
)

test('a connection to a read-only server is used for reading, and left when a server takes writes again', async () => {
	await setReadOnly(0, true)
	const db = connect(urlOf([servers[0]?.place ?? '']))
	const write = () => raw(db, 'create temporary table written (id int); drop table written')
	const refused = await write().then(
		() => null,
		(error: unknown) => error,
	)
	expect(isUnavailable(refused)).toBe(true)
	expect(await raw(db, 'select 1 as one')).toEqual([{ one: 1 }])

	await setReadOnly(0, false)
	const wrote = () =>
		write().then(
			() => true,
			() => false,
		)
	await expect.poll(wrote).toBe(true)
	await db.close()
})

test('a server that takes no writes is not used at all with target_session_attrs', async () => {
	await setReadOnly(0, true)
	const strict = connect(urlOf([servers[0]?.place ?? ''], '?target_session_attrs=read-write'))
	await expect(raw(strict, 'select 1')).rejects.toThrow('No server of DATABASE_URL takes writes')
	await setReadOnly(0, false)
	await expect(raw(strict, 'select 1')).resolves.toBeDefined()
	await strict.close()
})

test('migrations and the start find the third server behind one that is away and one that is read-only', async () => {
	await setReadOnly(0, true)
	const away = `127.0.0.1:${await freePort()}`
	const places = [away, ...servers.map(({ place }) => place)]
	const url = urlOf(places, '?target_session_attrs=read-write')
	expect(databaseName(url)).toBe(`${places.join(',')}/${name}`)
	await requireDatabase(url)
	expect(await migrate(url)).toBeGreaterThan(0)
	const db = connect(url)
	expect(await raw(db, 'select count(*)::int as count from counters')).toEqual([{ count: 0 }])
	await db.close()
	await setReadOnly(0, false)
})
