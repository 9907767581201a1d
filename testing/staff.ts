import type { Database } from '#app/db/connect.server.ts'
import { staff } from '#app/db/schema.ts'
import type { Level } from '#app/models/staff/staff.ts'

/** Adds a member of staff; with a `passwordHash` of its own the person can sign in, as far as rules ask. */
export async function addStaff(
	db: Database,
	name: string,
	level: Level = 'counter',
	passwordHash: string | null = 'argon2id of a test',
) {
	const email = `${crypto.randomUUID()}@example.org`
	const values = { name, email, emailKey: email, level, passwordHash, locale: 'de-DE' as const }
	const [row] = await db.insert(staff).values(values).returning()
	if (!row) throw new Error('not written')
	return { ...row, email }
}
