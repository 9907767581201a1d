import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { StartError } from '#app/gateways/start-error.ts'
import { usesSandbox } from '#scripts/shop/sandbox-env.ts'
import { loadSecrets } from '#scripts/shop/secrets.ts'
import { openDataDir, superviseSandbox, SANDBOX } from '#scripts/shop/shop.ts'

/**
 * Refuses the command `demo`, which fills a shop to practise with, on a shop that customers or money may reach. A
 * database that is named by its URL may be that of such a shop: `PAYMENT_SANDBOX=1` says that it is not.
 * @throws StartError with the first reason
 */
export function requirePracticeShop(env: NodeJS.ProcessEnv): void {
	const refusals: [boolean, string][] = [
		[env['NODE_ENV'] === 'production', 'demo fills no shop in production (NODE_ENV).'],
		[
			!usesSandbox(env),
			'demo fills no shop with a payment provider (STRIPE_SECRET_KEY and the like).',
		],
		[Boolean(env['SMTP_URL']), 'demo fills no shop that sends letters: leave SMTP_URL out.'],
		[
			Boolean(env['DATABASE_URL']) && env['PAYMENT_SANDBOX'] !== '1',
			'DATABASE_URL may be the database of a shop: PAYMENT_SANDBOX=1 says that it is one to practise with.',
		],
		[
			!existsSync(SANDBOX),
			'demo needs the pretend payment provider, which a production folder lacks: run it in the clone.',
		],
	]
	const [first] = refusals.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []))
	if (first !== undefined) throw new StartError(first)
}

/**
 * Finds the pretend providers of the shop that runs on these data, or starts them on its ledger. `stop` ends only those
 * that were started here.
 */
export async function openSandbox(
	dir: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
	const dataDir = await openDataDir(dir)
	const port = Number(await readFile(join(dataDir, 'sandbox.port'), 'utf8').catch(() => 0))
	const url = `http://127.0.0.1:${port}`
	const answer = port > 0 ? await fetch(`${url}/test/ledger`).catch(() => null) : null
	if (answer?.ok) return { url, stop: async () => {} }
	const secrets = await loadSecrets(dataDir)
	const run = { output: 'ignore', signal: undefined, say: console.error } as const
	// No shop listens at this port: events of the pretend providers wait until one does.
	return superviseSandbox({ HOST: 'localhost', PORT: 9, dataDir, secrets, run })
}
