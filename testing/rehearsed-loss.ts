import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { raw } from '#app/db/connect.server.ts'
import { startSandbox } from '#sandbox/server.ts'
import { postgresFolder } from '#scripts/shop/debian.ts'
import { startServer } from '#scripts/shop/shop.ts'

import { order, withTicket } from './known-visitors.ts'
import {
	type DrillFigures,
	drillRestore,
	dumpInto,
	openCluster,
	withDatabase,
} from './restore-drill.ts'

/**
 * Rehearses a restore that loses a booking, on a shop of its own with a pretend provider: a ticket is paid before the
 * dump, another after it, and `reconcile` makes the second booking again in the restored copy. Returns its number too.
 */
export async function rehearseLoss(): Promise<{ figures: DrillFigures; number: string }> {
	const bin = postgresFolder('npm run restore-drill')
	const undo: (() => Promise<unknown>)[] = []
	try {
		const folder = await mkdtemp(join(tmpdir(), 'raumzeit-loss-'))
		undo.push(() => rm(folder, { recursive: true, force: true }))
		await chmod(folder, 0o711)
		const { url: databaseUrl, stop } = await openCluster(bin, folder)
		undo.push(stop)
		const sandbox = await startSandbox({ webhookSecret: 'whsec_loss', webhookId: 'WH' })
		undo.push(() => sandbox.close())
		const settings = { DATA_DIR: folder, TRUST_PROXY: '1', SMTP_URL: '' }
		const node = await startServer({
			databaseUrl,
			sandboxUrl: sandbox.url,
			output: 'ignore',
			env: settings,
		})
		undo.push(() => node.stop())

		const dump = join(folder, 'dump')
		await order(await withTicket(node.url))
		await dumpInto(dump, databaseUrl, bin)
		await order(await withTicket(node.url))
		const newest = 'select number from orders order by created_at desc limit 1'
		const [lost] = await withDatabase(databaseUrl, (database) => raw(database, newest))
		const figures = await drillRestore({ dump, env: node.env, booksAgain: true })
		return { figures, number: String(lost?.['number']) }
	} finally {
		for (const step of undo.toReversed()) await step()
	}
}

/** Returns whether the copy lacked the booking, and `reconcile` made it again under its number and found no more. */
export function isBookedAgain({ rows, money }: DrillFigures, number: string): boolean {
	const said = money?.join('\n') ?? ''
	return (
		rows['orders'] === 1 &&
		said.includes(`Booked again as ${number},`) &&
		/^Money and bookings since .* agree\.$/m.test(said)
	)
}
