import { randomBytes, randomInt } from 'node:crypto'

import { hash } from '@node-rs/argon2'
import postgres from 'postgres'

export const password = 'drei Sterne und ein Mond'

/** Makes usernames all of one length, so that no answer differs by their length. */
export function newUsername(): string {
	return `${randomBytes(8).toString('hex')}@example.org`
}

/** Makes accounts with a verified address and one password; returns their usernames. */
export async function makeAccounts(adminUrl: string, count: number): Promise<string[]> {
	const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
	const person = { firstName: 'Ada', lastName: 'Lovelace' }
	const usernames = Array.from({ length: count }, newUsername)
	const sql = postgres(adminUrl, { max: 1, onnotice: () => {} })
	await sql`
		insert into accounts (username, username_key, password_hash, locale, person, verified_at)
		select name, name, ${passwordHash}, 'de-DE', ${sql.json(person)}, now()
		from unnest(${usernames}::text[]) name`
	await sql.end()
	return usernames
}

/** Posts a form as a visitor whose address the shop's proxy names, another one each time; returns the status. */
export async function postForm(url: string, fields: Record<string, string>): Promise<number> {
	const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
	const response = await fetch(url, {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams(fields),
		headers: {
			Origin: new URL(url).origin,
			'Sec-Fetch-Site': 'same-origin',
			'X-Forwarded-For': address,
		},
	})
	await response.text()
	return response.status
}
