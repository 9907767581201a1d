import { chmod, copyFile, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import postgres from 'postgres'

import {
	discardEmbedded,
	freePort,
	newPassword,
	startEmbedded,
} from '#drizzle/embedded/embedded.ts'
import { startParts, startServer } from '#scripts/shop/shop.ts'

import { signInStaff } from '../e2e/desk/staff.ts'
import { startBalancer } from './balancer.ts'
import { copyVenue, type VenueChanges } from './copied-venue.ts'
import { startDesk } from './desk-server.ts'
import { newPerson, type Watch } from './saturday-people.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

/** The demo venue without limits for an address, whose guests pay for those who come. */
const changes: VenueChanges = {
	'venue.yaml': [
		['cartsPerAddress: 30', 'cartsPerAddress: 1000000'],
		['newCartsPerAddress: 100', 'newCartsPerAddress: 1000000'],
		['exclusivePerAddress: 9', 'exclusivePerAddress: 1000000'],
		['placesPerAddress: 80', 'placesPerAddress: 1000000'],
		['noShow: billed', 'noShow: free'],
	],
}

/** A process that can be killed: from then on until it is back, what asks its origins may be cut. */
type Victim = { name: string; origin: string; kill: () => void; restart: () => Promise<void> }

/**
 * Opens two shop nodes behind a balancer, two processes of the desk, and the pretend providers, on a database of their
 * own; at the desks three people of different levels are signed in. The output of all processes goes to one file.
 */
export async function openStage() {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-saturday-'))
	await chmod(folder, 0o711)
	const dataDir = join(folder, 'data')
	await mkdir(dataDir, { mode: 0o711 })
	// Servers are killed, the database is not: waiting for its disk would only slow the run.
	const database = await startEmbedded({ dataDir, password: newPassword(), durable: false })
	const port = await freePort()
	const origin = `http://localhost:${port}`
	const { PATH, HOME, TZ } = process.env
	const parts = await startParts({
		dataDir,
		port,
		env: {
			PATH,
			HOME,
			TZ,
			DATABASE_URL: database.url,
			VENUE_DIR: await copyVenue(folder, changes),
			APP_ORIGIN: origin,
			LOG_LEVEL: 'error',
			WORKERS: '1',
			TRUST_PROXY: '1',
		},
		quiet: true,
	})
	const output = await open(join(dataDir, 'output.log'), 'a')
	const logFile = join(dataDir, 'output.log')
	const node = async (own: number) => {
		const options = { env: parts.env, origin, port: own, output: output.fd }
		let server = await startServer(options)
		return {
			port: own,
			kill: () => server.kill('SIGKILL'),
			stop: () => server.stop(),
			async restart() {
				await server.stop()
				server = await startServer(options)
			},
		}
	}
	const nodes = [await node(await freePort()), await node(await freePort())] as const
	const balancer = await startBalancer(
		nodes.map((each) => each.port),
		port,
	)
	const desks = [
		await startDesk(parts.env, output.fd),
		await startDesk(parts.env, output.fd),
	] as const

	const victims: Victim[] = [
		{ name: 'first node', origin, ...nodes[0] },
		{ name: 'first desk', ...desks[0] },
		{ name: 'second node', origin, ...nodes[1] },
		{ name: 'second desk', ...desks[1] },
	]
	const { watch, kill } = watchKills(victims)
	const sql = postgres(parts.databaseUrl, { max: 4, onnotice: () => {} })
	const people = await Promise.all([
		signedIn(desks[0].origin, 'counter'),
		signedIn(desks[0].origin, 'shift'),
		signedIn(desks[1].origin, 'owner'),
	])

	async function signedIn(at: string, level: 'counter' | 'shift' | 'owner') {
		const person = newPerson(at, watch)
		const [name, value] = (await signInStaff(sql, level)).cookie
		person.cookies.set(name, value)
		return person
	}

	return {
		origin,
		sql,
		databaseUrl: parts.databaseUrl,
		sandboxUrl: parts.sandboxUrl ?? '',
		/** Three at the desk: the counter, a shift and the owner. */
		people,
		watch,
		kill,
		/** Keeps the output of all processes at a path that stays. */
		keepOutput: (path: string) => copyFile(logFile, path),
		async close() {
			await sql.end()
			await balancer.stop()
			await Promise.all([...nodes, ...desks].map((each) => each.stop()))
			await output.close()
			await parts.stop()
			await database.stop()
			await discardEmbedded(dataDir)
			await rm(folder, { recursive: true, force: true })
		},
	}
}

/** Milliseconds after a restart in which a kept connection to the dead process may still be met. */
const SLACK = 2000

/** Keeps a list of kills, so that a cut request is known to come from one. */
function watchKills(victims: readonly Victim[]) {
	const downs: { origin: string; until: number | null }[] = []
	const watch: Watch = {
		times: {},
		cuts: 0,
		findings: [],
		wasDown: (origin, since) =>
			downs.some(
				(down) => down.origin === origin && (down.until === null || down.until + SLACK > since),
			),
	}
	return {
		watch,
		/** Kills one process after the other with `kill -9`, and resolves once it is back; returns its name. */
		async kill(turn: number): Promise<string> {
			const victim = victims[turn % victims.length]
			if (!victim) throw new Error('nobody to kill')
			const down: (typeof downs)[number] = { origin: victim.origin, until: null }
			downs.push(down)
			victim.kill()
			await victim.restart()
			down.until = performance.now()
			return victim.name
		},
	}
}
