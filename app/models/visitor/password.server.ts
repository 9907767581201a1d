import { availableParallelism } from 'node:os'

import { hash, parseOptions, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import PQueue from 'p-queue'

import { ok, refuse, type Result } from '#app/models/result.ts'

/**
 * The cost of a password's hash by argon2id that OWASP recommends: 19 MiB, two passes, one lane. A hash takes about 20
 * ms.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The queue of hashes, with one or two computed at a time so that a processor stays free for pages. When
 * `LONGEST_QUEUE` hashes wait, a further one is refused: it would take longer than a visitor waits.
 */
const hashing = new PQueue({ concurrency: availableParallelism() > 2 ? 2 : 1 })
const LONGEST_QUEUE = 40

const common = new Set(dictionary['passwords-common'])

/**
 * Returns the hash of a password to store, or the refusal of a password that is too common or that cannot be hashed now
 * because too many wait. Without `salt` the salt is random.
 */
export async function hashPassword(password: string, salt?: Buffer): Promise<Result<string>> {
	if (common.has(password.toLowerCase())) return refuse('passwordCommon')
	return inQueue(() => hash(composed(password), { ...cost, ...(salt && { salt }) }))
}

/** Returns the salt in a stored hash; undefined for a text that is no hash. */
export function saltOf(stored: string): Buffer | undefined {
	const salt = stored.split('$')[4]
	return salt === undefined ? salt : Buffer.from(salt, 'base64')
}

/**
 * True when a password belongs to a stored hash. Without a hash the result is false after an equal time, so that the
 * time does not tell which accounts exist (faults F6). Refused when too many hashes wait.
 */
export async function verifyPassword(
	stored: string | null,
	password: string,
): Promise<Result<boolean>> {
	const verified = await inQueue(async () => verify(stored ?? (await decoy), composed(password)))
	return verified.ok ? ok(verified.value && stored !== null) : verified
}

/**
 * The most salts with which a password is hashed in one search; the accounts of one username share a salt, unless an
 * older build made them or one was renamed.
 */
const MOST_SALTS = 3

/**
 * Finds the stored hash that belongs to the password; null when none does. Hashes with one salt cost one computation
 * together, and an empty list costs one too (faults F6).
 */
export async function findPassword(
	stored: readonly string[],
	password: string,
): Promise<Result<string | null>> {
	const known = stored.length > 0 ? stored : [await decoy]
	const bySalt = new Map(known.map((one) => [one.slice(0, one.lastIndexOf('$')), one]))
	return inQueue(async () => {
		for (const one of [...bySalt.values()].slice(0, MOST_SALTS)) {
			const salt = saltOf(one)
			const hashed = await hash(composed(password), { ...parseOptions(one), ...(salt && { salt }) })
			if (stored.includes(hashed)) return hashed
		}
		return null
	})
}

const decoy = hash(crypto.randomUUID(), cost)

async function inQueue<T>(work: () => Promise<T>): Promise<Result<T>> {
	if (hashing.size >= LONGEST_QUEUE) return refuse('tooManySignIns')
	return { ok: true, value: await hashing.add(work) }
}

/** Returns a password in NFKC, so that letters composed differently by another keyboard are equal. */
function composed(password: string): string {
	return password.normalize('NFKC')
}
