import { Ended } from '#scripts/shop/child.ts'
import { claim } from '#scripts/shop/guard.ts'
import { whenNpmIsGone } from '#scripts/shop/npm.ts'
import { checkEnvironment, openDataDir, startShop } from '#scripts/shop/shop.ts'
import { onSignal, startLine } from '#server/run.ts'

/** npm and the terminal both pass on one and the same Ctrl-C: signals within this time repeat the first. */
const REPEATED_CTRL_C_MS = 1000

/**
 * Runs `npm start`: claims the data, prepares (builds) and runs the shop until Ctrl-C. A second Ctrl-C does not wait. A
 * fault before the shop is open is one line and exit code 1.
 */
export async function main(options: { dev: boolean; prepare: () => void }) {
	const code = await run(options).then(
		() => 0,
		(error: unknown) => {
			// A part of ours that ended has printed the reason itself.
			if (!(error instanceof Ended)) console.error(startLine(error))
			return 1
		},
	)
	process.exit(code)
}

async function run({ dev, prepare }: { dev: boolean; prepare: () => void }) {
	const leaving = new AbortController()
	whenNpmIsGone(() => leaving.abort())

	const { DATA_DIR, PORT, APP_ORIGIN } = checkEnvironment(process.env)
	const dataDir = await openDataDir(DATA_DIR)
	const release = await claim(dataDir, APP_ORIGIN)
	prepare()

	// Until here there is nothing to end in order.
	onSignal(() => leaving.abort(), REPEATED_CTRL_C_MS)
	try {
		const shop = await startShop({ dataDir, port: PORT, dev, signal: leaving.signal })
		console.log(`Raumzeit is open: ${shop.url}  (Ctrl-C closes it)`)
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

function aborted(signal: AbortSignal) {
	return new Promise<undefined>((done) => {
		if (signal.aborted) done(undefined)
		signal.addEventListener('abort', () => done(undefined))
	})
}
