import {
	generateAuthenticationOptions,
	generateRegistrationOptions,
	verifyRegistrationResponse,
	type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { accounts, passkeyChallenges, passkeys } from '#app/db/schema.ts'
import { env } from '#app/gateways/env.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { newToken } from '#app/models/token.server.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'
import type { ListedPasskey, SignedChallenge } from '#app/models/visitor/passkey.ts'
import { lockAccount, lockProven, type Proof } from '#app/models/visitor/proof.server.ts'
import type { SignedIn } from '#app/models/visitor/session.ts'
import { verifySignature } from '#app/models/visitor/signature.server.ts'

/*
 * Passkeys (WebAuthn), the second way to sign in, for browsers with scripts. Authenticators know the shop by the host
 * of its address, and their signatures must come from a page of that address.
 */

const rpID = new URL(env.APP_ORIGIN).hostname
const expected = {
	expectedOrigin: env.APP_ORIGIN,
	expectedRPID: rpID,
	// The key's PIN or fingerprint is preferred, not required: a key without one is still a thing that only its owner
	// has.
	requireUserVerification: false,
}

/** The minutes in which a challenge must be answered, while a person looks for a key and touches it. */
const lifetime = { minutes: 5 }
const MOST_PASSKEYS = 10

export async function listPasskeys(accountId: string): Promise<ListedPasskey[]> {
	return db
		.select({
			id: passkeys.id,
			name: passkeys.name,
			createdAt: passkeys.createdAt,
			usedAt: passkeys.usedAt,
		})
		.from(passkeys)
		.where(eq(passkeys.accountId, accountId))
		.orderBy(asc(passkeys.createdAt))
}

/** Removes a passkey of the account; does nothing for a passkey of another account. */
export async function removePasskey(accountId: string, id: string): Promise<void> {
	await db.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.accountId, accountId)))
}

/**
 * Begins to add a passkey called `name` to the account of a proof, and returns the challenge's id for the address of
 * the next page. Refused when the password has been changed since the proof: a change of the password ends passkeys
 * that are begun (faults M2).
 */
export async function beginPasskey(proof: Proof, name: string): Promise<Result<string>> {
	const { accountId } = proof
	const allowed = await countAttempt('passkey', [accountId])
	if (!allowed.ok) return allowed
	if ((await listPasskeys(accountId)).length >= MOST_PASSKEYS)
		return refuse('tooManyPasskeys', { count: MOST_PASSKEYS })
	return db.transaction(async (tx) => {
		const proven = await lockProven(tx, proof, 'share')
		return proven.ok ? ok((await newChallenge(tx, { accountId, name })).id) : proven
	})
}

/**
 * Returns the options with which the browser creates a passkey that was begun; null without a challenge `id` of this
 * account from the last 5 minutes.
 */
export async function findBegunPasskey(account: SignedIn, id: string, shopName: string) {
	const [begun] = await db
		.select({ challenge: passkeyChallenges.challenge, name: passkeyChallenges.name })
		.from(passkeyChallenges)
		.where(liveChallenge(id, account.id))
	if (!begun) return null
	const options = await generateRegistrationOptions({
		rpName: shopName,
		rpID,
		userName: account.username,
		userDisplayName: `${account.firstName} ${account.lastName}`,
		userID: bytesOf(Buffer.from(account.id)),
		challenge: bytesOf(Buffer.from(begun.challenge, 'base64url')),
		excludeCredentials: (await listPasskeys(account.id)).map((passkey) => ({ id: passkey.id })),
		// The device stores the account with the key, so that signing in needs no username.
		authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
	})
	return { challenge: id, name: begun.name, options }
}

/**
 * Adds the passkey that the browser created and tells the account's owner by mail. The account is locked meanwhile: a
 * change of the password either finds the passkey or has already deleted its challenge (faults M2).
 */
export async function addPasskey(
	accountId: string,
	{ challenge, answer }: SignedChallenge,
): Promise<Result<undefined>> {
	return db.transaction(async (tx) => {
		if (!(await lockAccount(tx, accountId, 'share'))) return refuse('sessionRequired')
		const begun = await consumeChallenge(tx, challenge, accountId)
		if (!begun) return refuse('passkeyRefused')
		const made = await verifyRegistrationResponse({
			...expected,
			response: answer as unknown as RegistrationResponseJSON,
			expectedChallenge: begun.challenge,
		}).catch(() => null)
		if (!made?.verified) return refuse('passkeyRefused')

		const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential
		const [added] = await tx
			.insert(passkeys)
			.values({
				id,
				accountId,
				name: begun.name ?? '',
				publicKey: Buffer.from(publicKey).toString('base64url'),
				counter,
				transports: transports.slice(0, 10),
			})
			.onConflictDoNothing()
			.returning({ id: passkeys.id })
		if (!added) return refuse('passkeyRefused')
		await enqueue(tx, 'mailAccount', { accountId, letter: 'passkeyAdded' })
		return ok()
	})
}

/** Returns the options with which the browser lets any passkey of this shop sign. They name no account (faults F6). */
export async function offerPasskeys(addressHash: string | null) {
	const allowed = await countAttempt('passkey', [addressHash])
	if (!allowed.ok) return allowed
	const { id, challenge } = await newChallenge(db, { accountId: null, name: null })
	const options = await generateAuthenticationOptions({
		rpID,
		challenge: bytesOf(Buffer.from(challenge, 'base64url')),
		userVerification: 'preferred',
	})
	return ok({ challenge: id, options })
}

/**
 * Returns the proof of the account whose passkey signed the challenge. The counter of a key that counts its signatures
 * must have grown; otherwise a copy of the key exists, and the sign-in is refused.
 */
export async function authenticateByPasskey(
	{ challenge, answer }: SignedChallenge,
	addressHash: string | null,
): Promise<Result<Proof>> {
	const allowed = await countAttempt('signInFrom', [addressHash])
	if (!allowed.ok) return allowed
	const offered = await consumeChallenge(db, challenge, null)
	const [passkey] = await db
		.select({
			id: passkeys.id,
			publicKey: passkeys.publicKey,
			counter: passkeys.counter,
			transports: passkeys.transports,
			accountId: passkeys.accountId,
			passwordHash: accounts.passwordHash,
		})
		.from(passkeys)
		.innerJoin(accounts, eq(accounts.id, passkeys.accountId))
		.where(eq(passkeys.id, answer.id))
	if (!offered || !passkey) return refuse('passkeyRefused')

	const counter = await verifySignature(passkey, answer, {
		...expected,
		expectedChallenge: offered.challenge,
	})
	if (counter === null) return refuse('passkeyRefused')

	const used = await db
		.update(passkeys)
		.set({ counter, usedAt: sql`now()` })
		.where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
		.returning({ id: passkeys.id })
	if (used.length === 0) return refuse('passkeyRefused')
	const { accountId, passwordHash } = passkey
	return ok({ accountId, passwordHash })
}

async function newChallenge(
	executor: Database | Transaction,
	purpose: { accountId: string | null; name: string | null },
) {
	const challenge = newToken()
	const [row] = await executor
		.insert(passkeyChallenges)
		.values({
			...purpose,
			challenge,
			expiresAt: sql`now() + make_interval(mins => ${lifetime.minutes})`,
		})
		.returning({ id: passkeyChallenges.id })
	if (!row) throw new Error('a challenge that was not written')
	return { id: row.id, challenge }
}

/**
 * Uses a challenge up and returns it, also when the response to it proves wrong afterwards; null for an unknown or old
 * one. Of two responses at once, one gets it.
 */
async function consumeChallenge(
	executor: Database | Transaction,
	id: string,
	accountId: string | null,
) {
	const [used] = await executor
		.delete(passkeyChallenges)
		.where(liveChallenge(id, accountId))
		.returning({ challenge: passkeyChallenges.challenge, name: passkeyChallenges.name })
	return used ?? null
}

function liveChallenge(id: string, accountId: string | null) {
	return and(
		eq(passkeyChallenges.id, id),
		accountId === null
			? isNull(passkeyChallenges.accountId)
			: eq(passkeyChallenges.accountId, accountId),
		gt(passkeyChallenges.expiresAt, sql`now()`),
	)
}

/** Returns a copy of a buffer's bytes in an ArrayBuffer of their own, as the library's types need. */
function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
	return new Uint8Array(buffer)
}
