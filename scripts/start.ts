import { Ended } from '#scripts/shop/child.ts'
import { claim } from '#scripts/shop/guard.ts'
import { whenNpmIsGone } from '#scripts/shop/npm.ts'
import { checkEnvironment, openDataDir, startShop, type Shop } from '#scripts/shop/shop.ts'
import { onSignal, startLine } from '#server/run.ts'

/**
 * The milliseconds in which further signals repeat the first: npm and the terminal both pass on one and the same
 * Ctrl-C.
 */
const REPEATED_CTRL_C_MS = 1000

/**
 * Runs `npm start`: claims the data directory, prepares (builds) and runs the shop until Ctrl-C. A second Ctrl-C ends
 * it at once. A fault before the shop is open ends the program with one line and exit code 1.
 */
export async function main(options: { dev: boolean; prepare: () => Promise<void> | void }) {
	const code = await run(options).then(
		() => 0,
		(error: unknown) => {
			// A part of the shop that ended has printed the reason itself.
			if (!(error instanceof Ended)) console.error(startLine(error))
			return 1
		},
	)
	process.exit(code)
}

async function run({ dev, prepare }: { dev: boolean; prepare: () => Promise<void> | void }) {
	const leaving = new AbortController()
	whenNpmIsGone(() => leaving.abort())

	const { DATA_DIR, PORT, APP_ORIGIN } = checkEnvironment(process.env)
	const dataDir = await openDataDir(DATA_DIR)
	const release = await claim(dataDir, APP_ORIGIN)
	await prepare()

	// Before this line Ctrl-C ends the program at once, because nothing has to be ended in order.
	onSignal(() => leaving.abort(), REPEATED_CTRL_C_MS)
	try {
		const shop = await startShop({ dataDir, port: PORT, dev, desk: true, signal: leaving.signal })
		console.log(`Raumzeit is open: ${shop.url}  (Ctrl-C closes it)`)
		console.log(`The desk of the staff: ${shop.deskUrl}`)
		const link = await firstOwnerLink(shop)
		if (link) console.log(`Its first owner comes in by this link, once: ${link}`)
		if (shop.sandboxUrl) console.log('Payments go to a pretend provider: no money moves.')

		const problem = await Promise.race([shop.failed, aborted(leaving.signal)])
		await shop.stop()
		if (problem) throw new Error(problem)
	} catch (error) {
		// Ctrl-C during the start makes it fail; that error is not printed.
		if (!leaving.signal.aborted) throw error
	} finally {
		await release()
	}
}

/** Makes the link of the desk's first owner and returns its address; undefined once there is an owner. */
async function firstOwnerLink({ env, deskUrl }: Shop): Promise<string | undefined> {
	Object.assign(process.env, env)
	const { db } = await import('#app/db/client.server.ts')
	const { makeFirstOwnerLink } = await import('#app/models/staff/link.server.ts')
	const token = await makeFirstOwnerLink().finally(() => db.close())
	return token ? `${deskUrl}/welcome/${token}` : undefined
}

function aborted(signal: AbortSignal) {
	return new Promise<undefined>((done) => {
		if (signal.aborted) done(undefined)
		signal.addEventListener('abort', () => done(undefined))
	})
}
