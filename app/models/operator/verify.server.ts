import { auditAt } from '#app/db/audit.server.ts'
import { env } from '#app/gateways/env.server.ts'

/** Promises of the shop that its rows break. The name and the code are kept with the job, for metrics and commands. */
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
 * Recomputes every promise of the shop from the rows, as `npm run venue -- verify` does.
 * @throws PromisesBroken names the promises that do not hold, and the rows that break them
 */
export async function verifyPromises(): Promise<void> {
	const broken = (await auditAt(env.DATABASE_URL)).filter((finding) => finding.broken.length > 0)
	if (broken.length > 0) throw new PromisesBroken(broken)
}
