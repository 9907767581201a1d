import { auditAt } from '#app/db/audit.server.ts'
import { env } from '#app/gateways/env.server.ts'

/**
 * The error of an audit that found rows which break promises of the shop. Its name and code (the ids of the promises)
 * are kept with the job, for metrics and commands.
 */
class PromisesBroken extends Error {
	override readonly name = 'PromisesBroken'
	readonly code: string
	readonly permanent = true

	constructor(broken: readonly { id: string; broken: readonly string[] }[]) {
		super(broken.map(({ id, broken }) => `${id} by ${broken.join(', ')}`).join('; '))
		this.code = broken.map(({ id }) => id).join(' ')
	}
}

/**
 * Checks every promise of the shop against its rows, as `npm run venue -- verify` does.
 * @throws PromisesBroken names the promises that do not hold, and the rows that break them
 */
export async function verifyPromises(): Promise<void> {
	const broken = (await auditAt(env.DATABASE_URL)).filter((finding) => finding.broken.length > 0)
	if (broken.length > 0) throw new PromisesBroken(broken)
}
