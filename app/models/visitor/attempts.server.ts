import { eq } from 'drizzle-orm'
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { db } from '#app/db/client.server.ts'
import { attempts } from '#app/db/schema.ts'
import { keyedHash } from '#app/models/keyed-hash.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

const quarterHour = 15 * 60
const hour = 60 * 60
const day = 24 * hour

/**
 * The number of attempts (`points`) that are allowed in `seconds`, by what is attempted; counted for each cart,
 * username, network address, account or order.
 */
const limits = {
	voucher: { points: 10, seconds: 60 },
	refusedWebhook: { points: 20, seconds: 60 },
	/** Attempts to sign in to one username from one network address. */
	signIn: { points: 10, seconds: quarterHour },
	/** Attempts to sign in from one network address, to any username: enough for a company behind one router. */
	signInFrom: { points: 60, seconds: quarterHour },
	/**
	 * Attempts to sign in to one username from everywhere; beyond them only a browser that has signed in to the account
	 * before can.
	 */
	signInTo: { points: 50, seconds: quarterHour },
	/** Challenges to add a passkey, for one account, or to sign in with one, for one network address. */
	passkey: { points: 30, seconds: quarterHour },
	/**
	 * Passwords typed at the desk: for one person from one place (a device, or else a network address), from one place
	 * for all persons, and for one person from all places.
	 */
	staffSignIn: { points: 10, seconds: quarterHour },
	staffSignInFrom: { points: 60, seconds: quarterHour },
	staffSignInTo: { points: 50, seconds: quarterHour },
	/**
	 * Challenges to a passkey at the desk that are asked for, and those that come back signed: all tablets of a venue
	 * share one network address.
	 */
	staffPasskey: { points: 120, seconds: quarterHour },
	staffPasskeyFrom: { points: 120, seconds: quarterHour },
	register: { points: 10, seconds: hour },
	forgot: { points: 3, seconds: hour },
	forgotFrom: { points: 20, seconds: hour },
	/** Passwords that a signed-in customer is asked to type again. */
	account: { points: 10, seconds: quarterHour },
	/**
	 * Declarations of withdrawal from one network address; their receipts to a mail address that is no customer's, and to
	 * one that is.
	 */
	withdrawal: { points: 5, seconds: hour },
	withdrawalTo: { points: 3, seconds: hour },
	withdrawalOf: { points: 20, seconds: hour },
	/** Invitation links made for one order. */
	invitation: { points: 20, seconds: hour },
	/**
	 * Letters with a code or a new key for one booking, in an hour and in a day, and all such letters asked for from one
	 * network address.
	 */
	mailBookingCode: { points: 5, seconds: hour },
	mailBookingLink: { points: 3, seconds: hour },
	mailBookingCodeADay: { points: 10, seconds: day },
	mailBookingLinkADay: { points: 10, seconds: day },
	bookingMailFrom: { points: 20, seconds: hour },
	/** Codes of pay links typed from one network address; right ones do not count. */
	payCode: { points: 10, seconds: hour },
	/** Changes of one booking by its visitors, each of which sends letters. */
	bookingChange: { points: 20, seconds: hour },
	/** Sessions opened for one cart whose first response got lost, and those opened to keep the drafts of one account. */
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
 * The limits that each process counts for itself, because one more statement for each order and each look at a payment
 * would cost more than it saves. Eight workers or nodes together let up to eight times these points pass
 * (docs/operating.md).
 */
const processLimits = {
	/** Questions to a provider about the state of one payment. */
	look: new RateLimiterMemory({ points: 20, duration: 60 }),
	/** Orders placed of one cart, each abandoned before the next. */
	order: new RateLimiterMemory({ points: 20, duration: hour }),
}

/** Counts one attempt of `whom` in this process alone; refuses an attempt beyond the limit. */
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
 * refuses an attempt beyond the limit. `whom` is stored as keyed hashes, so the table names no person (faults M9).
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
 * Finds the time at which the counted attempts of `whom` expire and the limit begins anew; null when none is counted.
 */
export async function findNextAttempt(
	what: keyof typeof limits,
	whom: string,
): Promise<Date | null> {
	const key = limiterOf(what).getKey(keyOf(whom))
	const [counted] = await db
		.select({ expire: attempts.expire })
		.from(attempts)
		.where(eq(attempts.key, key))
	return counted?.expire ?? null
}

/**
 * Gives the attempt of a successful sign-in back to `whom`. Earlier failures stay counted; otherwise an attacker could
 * reset the limit by signing in to an account of their own (faults F7).
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
