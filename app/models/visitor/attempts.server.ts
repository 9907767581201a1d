import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { db } from '#app/db/client.server.ts'
import { attempts } from '#app/db/schema.ts'
import { keyedHash } from '#app/models/keyed-hash.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

const quarterHour = 15 * 60
const hour = 60 * 60
const day = 24 * hour

/** How often something may be tried, in `seconds`, by any one of those it is counted for. */
const limits = {
	voucher: { points: 10, seconds: 60 },
	refusedWebhook: { points: 20, seconds: 60 },
	/** For one username from one address. */
	signIn: { points: 10, seconds: quarterHour },
	/** From one address, whatever the username: a whole company behind one router fits in. */
	signInFrom: { points: 60, seconds: quarterHour },
	/** For one username; above it, browsers come in to the account that they have signed in to before. */
	signInTo: { points: 50, seconds: quarterHour },
	/** Challenges for passkeys, for one address or one account. */
	passkey: { points: 30, seconds: quarterHour },
	register: { points: 10, seconds: hour },
	forgot: { points: 3, seconds: hour },
	forgotFrom: { points: 20, seconds: hour },
	/** The password asked for once more of a customer who is signed in. */
	account: { points: 10, seconds: quarterHour },
	/** Declarations from one address; receipts to one, to whom no order goes with it or to a customer. */
	withdrawal: { points: 5, seconds: hour },
	withdrawalTo: { points: 3, seconds: hour },
	withdrawalOf: { points: 20, seconds: hour },
	/** Links to invite with, for one order. */
	invitation: { points: 20, seconds: hour },
	/** Sessions for one cart, whose first answer got lost, and for what was typed for one account. */
	begunCart: { points: 20, seconds: day },
	draft: { points: 20, seconds: day },
	/** Letters to verify a username: asked for again by one account, and all that go to one address. */
	verification: { points: 2, seconds: hour },
	verificationTo: { points: 3, seconds: hour },
	/** Letters to an address that its account has not verified, of what was done in the account. */
	noticeTo: { points: 3, seconds: hour },
	/** Letters to a new username: of one account, and to one address. */
	newUsername: { points: 5, seconds: hour },
	newUsernameTo: { points: 3, seconds: hour },
}

/**
 * What each process counts for itself: a statement more for each order, and for each look at a payment, would cost
 * more than it spares. With eight workers or nodes as many as eight times these points pass (docs/operating.md).
 */
const processLimits = {
	/** Questions to the provider about one payment. */
	look: new RateLimiterMemory({ points: 20, duration: 60 }),
	/** Orders of one cart, each given up before the next. */
	order: new RateLimiterMemory({ points: 20, duration: hour }),
}

/** Counts one attempt in this process alone; refuses when it was one too many here. */
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
 * refuses when it was one too many. They are stored as keyed hashes, so the table names nobody (faults M9).
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

/** Whether `countAttempt` would still let one more pass; counts nothing. */
export async function hasAttemptsLeft(
	what: keyof typeof limits,
	whom: readonly (string | null)[],
): Promise<boolean> {
	const limiter = limiterOf(what)
	const counted = await Promise.all(present(whom).map((one) => limiter.get(keyOf(one))))
	return counted.every((attempts) => attempts === null || attempts.remainingPoints > 0)
}

/**
 * What went right after all is not counted. What went wrong before it is: one's own password is right for
 * one's own account, and tries of others' may lie between (faults F7).
 */
export async function forgetAttempt(what: keyof typeof limits, whom: string): Promise<void> {
	await limiterOf(what).reward(keyOf(whom))
}

/** Nothing that was tried before counts any more. */
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
