import { createHash, randomBytes, randomUUID } from 'node:crypto'

import type { Sql } from 'postgres'

import type { Level, Staff } from '#app/models/staff/staff.ts'

/** A member of staff who is signed in at a device of a test: `cookie` is its name and its value. */
export type SignedInStaff = Staff & { cookie: [name: string, value: string] }

const names = { counter: 'Emilia Empfang', shift: 'Jana Wirth', owner: 'Leonie Leitung' }

/** Writes a person of that level and a device at which that person is signed in; no page is asked. */
export async function signInStaff(sql: Sql, level: Level): Promise<SignedInStaff> {
	const id = randomUUID()
	const email = `${id}@desk.example`
	const name = names[level]
	const token = randomBytes(32).toString('base64url')
	const hash = createHash('sha256').update(token).digest('hex')
	await sql`
		insert into staff (id, name, email, email_key, level, locale)
		values (${id}, ${name}, ${email}, ${email}, ${level}, 'de-DE')`
	await sql`
		insert into desk_devices (id, name, staff_id, signed_in_at)
		values (${hash}, 'Tablet der Tests', ${id}, now())`
	return { id, name, level, cookie: ['desk-session', token] }
}
