import { availableParallelism } from 'node:os'

import { hash, parseOptions, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import pLimit from 'p-limit'

import { ok, refuse, type Result } from '#app/models/result.ts'

/** What OWASP asks of argon2id: 19 MiB, two passes, one lane. About 20 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One processor stays free for the pages; more than this in line would wait longer than a visitor does. */
const hashing = pLimit(availableParallelism() > 2 ? 2 : 1)
const LONGEST_LINE = 40

const common = new Set(dictionary['passwords-common'])

/**
 * The hash to be stored, or why this password will not do: it is among the common ones, or too many hash just
 * now. Without a salt it gets a random one.
 */
export async function hashPassword(password: string, salt?: Buffer): Promise<Result<string>> {
	if (common.has(password.toLowerCase())) return refuse('passwordCommon')
	return inLine(() => hash(composed(password), { ...cost, ...(salt && { salt }) }))
}

/** The salt that a hash was made with. */
export function saltOf(stored: string): Buffer | undefined {
	const salt = stored.split('$')[4]
	return salt === undefined ? salt : Buffer.from(salt, 'base64')
}

/**
 * Whether the password is that of the hash. Without a hash it takes as long and is false, so that the time
 * does not tell which accounts there are (faults F6).
 */
export async function verifyPassword(
	stored: string | null,
	password: string,
): Promise<Result<boolean>> {
	const verified = await inLine(async () => verify(stored ?? (await decoy), composed(password)))
	return verified.ok ? ok(verified.value && stored !== null) : verified
}

/** Accounts of one username have one salt, unless an older build made some of them, or one was renamed. */
const MOST_SALTS = 3

/**
 * Which of these hashes is that of the password; null for none. Those with the same salt cost one hash
 * together, and so does it where there are none at all (faults F6).
 */
export async function findPassword(
	stored: readonly string[],
	password: string,
): Promise<Result<string | null>> {
	const known = stored.length > 0 ? stored : [await decoy]
	const bySalt = new Map(known.map((one) => [one.slice(0, one.lastIndexOf('$')), one]))
	return inLine(async () => {
		for (const one of [...bySalt.values()].slice(0, MOST_SALTS)) {
			const salt = saltOf(one)
			const hashed = await hash(composed(password), { ...parseOptions(one), ...(salt && { salt }) })
			if (stored.includes(hashed)) return hashed
		}
		return null
	})
}

const decoy = hash(crypto.randomUUID(), cost)

async function inLine<T>(work: () => Promise<T>): Promise<Result<T>> {
	if (hashing.pendingCount >= LONGEST_LINE) return refuse('tooManySignIns')
	return { ok: true, value: await hashing(work) }
}

/** The same letters typed on another keyboard are the same password. */
function composed(password: string): string {
	return password.normalize('NFKC')
}
