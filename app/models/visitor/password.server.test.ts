import { expect, test } from 'vitest'

import { findPassword, hashPassword, saltOf } from '#app/models/visitor/password.server.ts'

async function hashed(password: string, like?: string): Promise<string> {
	const made = await hashPassword(password, like ? saltOf(like) : undefined)
	if (!made.ok) throw new Error(made.message.key)
	return made.value
}

test('a password is found among hashes of one salt and of others, and a wrong one is not', async () => {
	const one = await hashed('drei Sterne')
	const stored = [one, await hashed('und ein Mond', one), await hashed('und kein Mond')]
	for (const [index, password] of ['drei Sterne', 'und ein Mond', 'und kein Mond'].entries())
		expect(await findPassword(stored, password)).toEqual({ ok: true, value: stored[index] })
	expect(await findPassword(stored, 'und zwei Monde')).toEqual({ ok: true, value: null })
	expect(await findPassword([], 'drei Sterne')).toEqual({ ok: true, value: null })
})

test('a hash of another cost is found, also when its letters are composed differently', async () => {
	const older = '$argon2id$v=19$m=4096,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$'
	const { hash } = await import('@node-rs/argon2')
	const stored = await hash('Ä und ein Mond', {
		memoryCost: 4096,
		timeCost: 1,
		salt: Buffer.from('saltsaltsaltsalt'),
	})
	expect(stored.startsWith(older)).toBe(true)
	expect(await findPassword([stored], 'A\u0308 und ein Mond')).toEqual({ ok: true, value: stored })
})
