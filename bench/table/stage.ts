import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import postgres from 'postgres'

import {
	discardEmbedded,
	freePort,
	newPassword,
	startEmbedded,
} from '#drizzle/embedded/embedded.ts'
import { ROOT } from '#scripts/shop/child.ts'
import { startShop } from '#scripts/shop/shop.ts'
import { bookableFor, copyVenue } from '#testing/copied-venue.ts'

import { familyOf } from './processes.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

/**
 * Opens a shop as `npm start` does, in production and with all its safeguards, on a database of its own. Each visitor
 * has an address of its own, and may come as often as it likes.
 */
export async function openStage({ workers, desk = false }: { workers: number; desk?: boolean }) {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-bench-'))
	await chmod(folder, 0o711)
	const dataDir = join(folder, 'data')
	await mkdir(dataDir, { mode: 0o711 })
	const database = await startEmbedded({ dataDir, password: newPassword() })
	const { PATH, HOME, TZ, NODE_OPTIONS } = process.env
	const env = {
		PATH,
		HOME,
		TZ,
		NODE_OPTIONS,
		DATABASE_URL: database.url,
		// More visitors come in a minute than in a season.
		VENUE_DIR: await copyVenue(folder, bookableFor(730)),
		LOG_LEVEL: 'error',
		TRUST_PROXY: '1',
		WORKERS: String(workers),
		...(desk && { DESK_PORT: String(await freePort()) }),
	}
	const shop = await startShop({ dataDir, port: await freePort(), env, desk, quiet: true })
	const sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} })
	const [postmaster] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split(
		'\n',
	)

	return {
		folder,
		dataDir,
		shop,
		adminUrl: database.adminUrl,
		place: { url: shop.url, sandboxUrl: shop.sandboxUrl ?? '', days: openDays(360) },
		workers: {
			server: () => familyOf(shop.serverPid() ?? 0),
			database: () => familyOf(Number(postmaster)),
		},
		/** Runs a statement as the superuser, in the database of the shop. */
		asAdmin: (text: string) => withSql((own) => own.unsafe(text)),
		withSql,
		async close() {
			await sql.end()
			await shop.stop()
			await database.stop()
			await discardEmbedded(dataDir)
			await rm(folder, { recursive: true, force: true })
		},
	}

	/** Works as the superuser, in the database of the shop. */
	async function withSql<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
		const url = new URL(database.adminUrl)
		url.pathname = new URL(database.url).pathname
		const own = postgres(url.href, { max: 1, onnotice: () => {} })
		try {
			return await work(own)
		} finally {
			await own.end()
		}
	}
}

/** Lists the first so many days from next week on that are open from 14:00 at the latest. */
function openDays(count: number): string[] {
	const days: string[] = []
	for (let ahead = 8; days.length < count; ahead += 1) {
		const day = new Date(Date.now() + ahead * 86_400_000)
		const isClosed = day.getUTCDay() === 1 || /-(12-(2[4-6]|31)|01-01)/.test(day.toISOString())
		if (!isClosed) days.push(day.toISOString().slice(0, 10))
	}
	return days
}

/**
 * Starts the bare page (see `bench/bare`), built and served in production by the same Node and on the same database
 * server.
 */
export async function startBare(stage: Stage) {
	const place = join(ROOT, 'bench/bare')
	const env = { ...process.env, NODE_ENV: 'production' }
	const router = join(ROOT, 'node_modules/.bin/react-router')
	await promisify(execFile)(router, ['build'], { cwd: place, env })
	await stage.asAdmin(`
		create table if not exists public.things (id int primary key, name text, text text, price int);
		insert into public.things select n, 'Thing number ' || n, repeat('words of thing ' || n || ' ', 4), n * 100
			from generate_series(1, 200) n on conflict do nothing;
		grant select on public.things to raumzeit`)
	const port = await freePort()
	const child = fork(join(place, 'serve.ts'), {
		cwd: place,
		execArgv: ['--import', 'tsx'],
		env: {
			...env,
			PORT: String(port),
			DATABASE_URL: stage.shop.databaseUrl,
			BARE_BUILD: pathToFileURL(join(place, 'build/server/index.js')).href,
		},
	})
	await once(child, 'message')
	return {
		url: `http://127.0.0.1:${port}/`,
		pids: () => familyOf(child.pid ?? 0),
		stop: () => child.disconnect(),
	}
}
