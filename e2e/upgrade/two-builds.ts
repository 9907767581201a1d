import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect } from '@playwright/test'
import postgres from 'postgres'

import { discardEmbedded, freePort } from '#drizzle/embedded/embedded.ts'
import { ROOT } from '#scripts/shop/child.ts'
import { startParts, startServer } from '#scripts/shop/shop.ts'
import { startBalancer } from '#testing/balancer.ts'
import { bookableFor, changeVenue } from '#testing/copied-venue.ts'

import { claimDay, HORIZON_DAYS } from '../days.ts'
import { openOutbox } from '../outbox.ts'

export type Build = 'other' | 'this'

/** One database and one address of a shop, served by another build, by this one, or by both in turn. */
export type TwoBuilds = Awaited<ReturnType<typeof openTwoBuilds>>

export async function openTwoBuilds(buildOther: (folder: string) => Promise<string>) {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-upgrade-'))
	await chmod(folder, 0o711)
	const tree = { this: ROOT, other: await buildOther(join(folder, 'other')) }
	// Both read the files of the other build, as after a deploy that changed the program alone.
	const venueDir = join(tree.other, 'venue')
	await changeVenue(venueDir, bookableFor(HORIZON_DAYS))

	const port = await freePort()
	const ports = { other: await freePort(), this: await freePort() }
	const origin = `http://localhost:${port}`
	const { PATH, HOME, TZ } = process.env
	const parts = await startParts({
		dataDir: join(folder, 'data'),
		port,
		env: {
			PATH,
			HOME,
			TZ,
			VENUE_DIR: venueDir,
			TRUST_PROXY: '1',
			APP_ORIGIN: origin,
			LOG_LEVEL: 'warn',
		},
		quiet: true,
		durable: false,
	})
	const balancer = await startBalancer(Object.values(ports), port)
	const sql = postgres(parts.databaseUrl, { max: 2, onnotice: () => {} })
	const servers = new Map<Build, Awaited<ReturnType<typeof startServer>>>()

	async function stop(build: Build) {
		await servers.get(build)?.stop()
		servers.delete(build)
	}

	/** Starts a server of one of the builds, with jobs or without, and waits until the balancer sends it visitors. */
	async function start(build: Build, jobs: 'jobs' | 'no jobs') {
		const env = { ...parts.env, JOBS: jobs === 'jobs' ? '1' : '0' }
		const server = await startServer({ env, port: ports[build], origin, tree: tree[build] })
		servers.set(build, server)
		await expect.poll(() => balancer.isReady(ports[build])).toBe(true)
	}

	/**
	 * Names in the venue's file the policies of bookings that are older than `policy`, as the notes of the release ask
	 * for; returns what takes them out again, because the release before refuses them.
	 */
	async function namePolicies(): Promise<() => Promise<void>> {
		const file = join(venueDir, 'venue.yaml')
		const before = await readFile(file, 'utf8')
		const ours = await readFile(join(ROOT, 'venue/venue.yaml'), 'utf8')
		const [policies = ''] = /^policyOf:\n(?: .*\n)+/m.exec(ours) ?? []
		if (!/^policyOf:/m.test(before)) await writeFile(file, `${before}\n${policies}`)
		return () => writeFile(file, before)
	}

	return {
		origin,
		sql,
		namePolicies,
		outbox: openOutbox(parts.dataDir),
		start,
		stop,
		sentTo: (build: Build) => balancer.sentTo(ports[build]),
		claimDay: () => claimDay('any', parts.dataDir),
		async close() {
			await Promise.all([stop('other'), stop('this')])
			await sql.end()
			await balancer.stop()
			await parts.stop()
			await discardEmbedded(parts.dataDir)
			await rm(folder, { recursive: true, force: true })
		},
	}
}
