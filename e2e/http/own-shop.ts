import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import postgres from 'postgres'

import { discardEmbedded, freePort } from '#drizzle/embedded/embedded.ts'
import { startShop } from '#scripts/shop/shop.ts'

import { claimDay } from '../days.ts'
import { copyVenue } from '../server.ts'

/** What a test changes in the demo venue, by file: text that is there and text that replaces it. */
type Changes = Record<string, [from: string, to: string][]>

/** A shop for one file alone, with a venue of its own and its database at hand; `prepare` lays files into it. `more` are variables. */
export async function openOwnShop(
	changes: Changes = {},
	prepare: (venueDir: string) => Promise<void> = async () => {},
	more: NodeJS.ProcessEnv = {},
) {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-own-'))
	await chmod(folder, 0o711)
	const venueDir = await copyVenue(folder)
	for (const [file, edits] of Object.entries(changes)) await edit(join(venueDir, file), edits)
	await prepare(venueDir)

	const { PATH, HOME, TZ } = process.env
	// Each visitor comes from an address of his own: see `newVisitor`.
	const usual = { LOG_LEVEL: 'info', TRUST_PROXY: '1', WORKERS: '1' }
	const env = { PATH, HOME, TZ, VENUE_DIR: venueDir, ...usual, ...more }
	const dataDir = join(folder, 'data')
	const shop = await startShop({ dataDir, port: await freePort(), env, quiet: true })
	const sql = postgres(shop.databaseUrl, { max: 2, onnotice: () => {} })
	return {
		...shop,
		sql,
		/** A day of this shop that no other test has. */
		claimDay: (wanted: 'any' | 'weekend') => claimDay(wanted, dataDir),
		/** Tells the pretend provider what to do or how to fail; DELETE takes the faults back. */
		async control(method: 'POST' | 'DELETE', path: string, body: object = {}) {
			const response = await fetch(shop.sandboxUrl + path, {
				method,
				...(method === 'POST' && {
					body: JSON.stringify(body),
					headers: { 'Content-Type': 'application/json' },
				}),
			})
			if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
		},
		async close() {
			await sql.end()
			await shop.stop()
			await discardEmbedded(dataDir)
			await rm(folder, { recursive: true, force: true })
		},
	}
}

async function edit(file: string, edits: [string, string][]): Promise<void> {
	let text = await readFile(file, 'utf8')
	for (const [from, to] of edits) {
		if (!text.includes(from)) throw new Error(`${file} does not say ${from}`)
		text = text.replace(from, to)
	}
	await writeFile(file, text)
}
