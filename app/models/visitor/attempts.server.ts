import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { db } from '#app/db/client.server.ts'
import { attempts } from '#app/db/schema.ts'
import { keyedHash } from '#app/models/keyed-hash.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

const quarterHour = 15 * 60
const hour = 60 * 60
const day = 24 * hour

/** The attempts (`points`) allowed in `seconds` for each cart, username, address or account that is counted. */
const limits = {
	voucher: { points: 10, seconds: 60 },
	refusedWebhook: { points: 20, seconds: 60 },
	/** For one username from one address. */
	signIn: { points: 10, seconds: quarterHour },
	/** From one address, for all usernames: enough for a company behind one router. */
	signInFrom: { points: 60, seconds: quarterHour },
	/** For one username; above it, a browser can only sign in to an account that it has signed in to before. */
	signInTo: { points: 50, seconds: quarterHour },
	/** Challenges for passkeys, for one address or one account. */
	passkey: { points: 30, seconds: quarterHour },
	register: { points: 10, seconds: hour },
	forgot: { points: 3, seconds: hour },
	forgotFrom: { points: 20, seconds: hour },
	/** The password asked for again while a customer is signed in. */
	account: { points: 10, seconds: quarterHour },
	/** Declarations from one address; receipts to one mail address that is no customer's, and to a customer's. */
	withdrawal: { points: 5, seconds: hour },
	withdrawalTo: { points: 3, seconds: hour },
	withdrawalOf: { points: 20, seconds: hour },
	/** Links to invite with, for one order. */
	invitation: { points: 20, seconds: hour },
	/** Letters with a code or a new key of one booking, and both together asked for from one address. */
	mailBookingCode: { points: 5, seconds: hour },
	mailBookingLink: { points: 3, seconds: hour },
	mailBookingCodeADay: { points: 10, seconds: day },
	mailBookingLinkADay: { points: 10, seconds: day },
	bookingMailFrom: { points: 20, seconds: hour },
	/** Changes of one booking by its visitors, each of which sends letters. */
	bookingChange: { points: 20, seconds: hour },
	/** Sessions opened for one cart whose first response got lost, and for the drafts of one account. */
	begunCart: { points: 20, seconds: day },
	draft: { points: 20, seconds: day },
	/** Letters to verify a username: those that one account asks for again, and all to one address. */
	verification: { points: 2, seconds: hour },
	verificationTo: { points: 3, seconds: hour },
	/** Letters about changes of an account, to an address that the account has not verified. */
	noticeTo: { points: 3, seconds: hour },
	/** Letters to a new username: those that one account asks for, and all to one address. */
	newUsername: { points: 5, seconds: hour },
	newUsernameTo: { points: 3, seconds: hour },
}

/**
 * Limits that each process counts for itself, because one more statement for each order and each look at a payment
 * would cost more than it saves. Eight workers or nodes let up to eight times these points pass (docs/operating.md).
 */
const processLimits = {
	/** Questions to the provider about one payment. */
	look: new RateLimiterMemory({ points: 20, duration: 60 }),
	/** Orders of one cart, each abandoned before the next. */
	order: new RateLimiterMemory({ points: 20, duration: hour }),
}

/** Counts one attempt in this process; refuses one beyond the limit. */
export function countInProcess(
	what: keyof typeof processLimits,
	whom: string,
): Promise<Result<undefined>> {
	return processLimits[what].consume(whom).then(
		() => ok(),
		() => refuse('tooManyAttempts'),
	)
}

const limiters = new Map<string, RateLimiterDrizzle>()

/**
 * Counts one attempt for each of `whom` (a cart, a username, the hash of a network address), across all processes;
 * refuses one beyond the limit. `whom` is stored as keyed hashes, so the table names no person (faults M9).
 */
export async function countAttempt(
	what: keyof typeof limits,
	whom: readonly (string | null)[],
): Promise<Result<undefined>> {
	const limiter = limiterOf(what)
	const counted = await Promise.allSettled(present(whom).map((one) => limiter.consume(keyOf(one))))
	for (const attempt of counted) {
		if (attempt.status === 'fulfilled') continue
		if (attempt.reason instanceof RateLimiterRes) return refuse('tooManyAttempts')
		throw attempt.reason
	}
	return ok()
}

/** True while `countAttempt` would let one more attempt pass; counts nothing. */
export async function hasAttemptsLeft(
	what: keyof typeof limits,
	whom: readonly (string | null)[],
): Promise<boolean> {
	const limiter = limiterOf(what)
	const counted = await Promise.all(present(whom).map((one) => limiter.get(keyOf(one))))
	return counted.every((attempts) => attempts === null || attempts.remainingPoints > 0)
}

/**
 * Gives back the attempt of a successful sign-in. Earlier failures stay counted; otherwise an attacker could reset the
 * limit by signing in to an account of their own (faults F7).
 */
export async function forgetAttempt(what: keyof typeof limits, whom: string): Promise<void> {
	await limiterOf(what).reward(keyOf(whom))
}

/** Clears all counted attempts of `whom`. */
export async function forgetAttempts(what: keyof typeof limits, whom: string): Promise<void> {
	await limiterOf(what).delete(keyOf(whom))
}

function present(whom: readonly (string | null)[]): string[] {
	return whom.filter((one) => one !== null)
}

function keyOf(whom: string): string {
	return keyedHash(`attempt ${whom}`)
}

function limiterOf(what: keyof typeof limits): RateLimiterDrizzle {
	const { points, seconds } = limits[what]
	let limiter = limiters.get(what)
	if (!limiter) {
		limiter = new RateLimiterDrizzle({
			storeClient: db,
			schema: attempts,
			points,
			duration: seconds,
			keyPrefix: what,
		})
		limiters.set(what, limiter)
	}
	return limiter
}
