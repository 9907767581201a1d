import {
	generateAuthenticationOptions,
	generateRegistrationOptions,
	verifyRegistrationResponse,
	type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { staff, staffPasskeys } from '#app/db/schema.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { bytesOf, consumeChallenge, newChallenge } from '#app/models/staff/challenge.server.ts'
import type { StaffProof } from '#app/models/staff/device.server.ts'
import { leaveOtherDevices, lockForOwner, noteAct } from '#app/models/staff/staff.server.ts'
import { actorOf, staffIdOf, type By, type Staff } from '#app/models/staff/staff.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'
import type { ListedPasskey, SignedChallenge } from '#app/models/visitor/passkey.ts'
import { verifySignature } from '#app/models/visitor/signature.server.ts'

/*
 * Passkeys of staff. Authenticators know the desk by the host of its origin; on one machine that is the shop's host as
 * well, so a key's user handle begins with 'staff:', its row lies in a table of its own, and what it signed must come
 * from a page of the desk. A person is verified by the device, with a PIN or a finger, because tablets are shared.
 */

const MOST_PASSKEYS = 10

/** Lists the passkeys of a member of staff, the oldest first. */
export async function listStaffPasskeys(staffId: string): Promise<ListedPasskey[]> {
	return db
		.select({
			id: staffPasskeys.id,
			name: staffPasskeys.name,
			createdAt: staffPasskeys.createdAt,
			usedAt: staffPasskeys.usedAt,
		})
		.from(staffPasskeys)
		.where(eq(staffPasskeys.staffId, staffId))
		.orderBy(asc(staffPasskeys.createdAt))
}

/**
 * Removes a passkey of a member of staff; an owner may do it for anybody, everyone else for oneself. Refused for the
 * person's last way in. The person is signed out at all devices but the one with the id `here`, because somebody else
 * may have the key (faults N296).
 */
export async function removeStaffPasskey(
	staffId: string,
	passkeyId: string,
	by: By,
	here: string | null = null,
): Promise<Result<undefined>> {
	// The database refuses some characters that a form may hold (faults N297); no id has them.
	if (!/^[\w-]+$/.test(passkeyId)) return ok()
	return db.transaction(async (tx) => {
		const locked = await lockForOwner(tx, by, staffId, { orOwn: true })
		if (!locked) return refuse('desk.ownerOnly')
		const isTheirs = eq(staffPasskeys.staffId, staffId)
		const [way] = await tx
			.select({
				others: sql<number>`(select count(*)::int from staff_passkeys p
					where p.staff_id = staff.id and p.id <> ${passkeyId})`,
				hasPassword: sql<boolean>`${staff.passwordHash} is not null`,
			})
			.from(staff)
			.where(eq(staff.id, staffId))
		if (!locked.target || !way) return refuse('desk.personGone')
		if (!way.hasPassword && way.others === 0) return refuse('desk.lastWayIn')
		const [removed] = await tx
			.delete(staffPasskeys)
			.where(and(eq(staffPasskeys.id, passkeyId), isTheirs))
			.returning({ name: staffPasskeys.name })
		if (!removed) return ok()
		await leaveOtherDevices(tx, staffId, here)
		await noteAct(tx, { ...by, verb: 'passkeyRemoved', staffId, values: removed })
		return ok()
	})
}

/**
 * Returns the options with which the browser creates a passkey for a member of staff, and the id of the challenge that
 * it signs.
 */
export async function beginStaffPasskey(
	person: Pick<Staff, 'id' | 'name'> & { email: string },
	{ origin, rpName }: { origin: string; rpName: string },
) {
	const allowed = await countAttempt('staffPasskey', [person.id])
	if (!allowed.ok) return allowed
	const known = await listStaffPasskeys(person.id)
	if (known.length >= MOST_PASSKEYS) return refuse('tooManyPasskeys', { count: MOST_PASSKEYS })
	const { id, challenge } = await newChallenge(person.id)
	const options = await generateRegistrationOptions({
		rpName,
		rpID: hostOf(origin),
		userName: person.email,
		userDisplayName: person.name,
		userID: bytesOf(Buffer.from(actorOf(person))),
		challenge: bytesOf(Buffer.from(challenge, 'base64url')),
		excludeCredentials: known.map((passkey) => ({ id: passkey.id })),
		// The device stores the person with the key, so that signing in needs no name.
		authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
	})
	return ok({ challenge: id, options })
}

/** Verifies the passkey that the browser created for a member of staff, writes it under `name` and returns its id. */
export async function writeStaffPasskey(
	tx: Transaction,
	staffId: string,
	{ challenge, answer }: SignedChallenge,
	{ origin, name }: { origin: string; name: string },
): Promise<Result<string>> {
	const begun = await consumeChallenge(tx, challenge, staffId)
	if (begun === null) return refuse('passkeyRefused')
	const made = await verifyRegistrationResponse({
		...expected(origin),
		response: answer as unknown as RegistrationResponseJSON,
		expectedChallenge: begun,
	}).catch(() => null)
	if (!made?.verified) return refuse('passkeyRefused')
	const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential
	const [added] = await tx
		.insert(staffPasskeys)
		.values({
			id,
			staffId,
			name,
			publicKey: Buffer.from(publicKey).toString('base64url'),
			counter,
			transports: transports.slice(0, 10),
		})
		.onConflictDoNothing()
		.returning({ id: staffPasskeys.id })
	return added ? ok(added.id) : refuse('passkeyRefused')
}

/** Adds the passkey that the browser created to the ways in of the member of staff who asks. */
export async function addStaffPasskey(
	by: By,
	signed: SignedChallenge,
	made: { origin: string; name: string },
): Promise<Result<undefined>> {
	const staffId = staffIdOf(by.actor)
	return db.transaction(async (tx) => {
		const locked = staffId && (await lockForOwner(tx, by, staffId, { orOwn: true }))
		if (!locked || !locked.target) return refuse('desk.personGone')
		const added = await writeStaffPasskey(tx, staffId, signed, made)
		if (!added.ok) return added
		await noteAct(tx, { ...by, verb: 'passkeyAdded', staffId, values: { name: made.name } })
		return ok()
	})
}

/**
 * Returns the options with which the browser lets any passkey of this desk sign, and the challenge's id. They name no
 * person (faults F6).
 */
export async function offerStaffPasskeys(origin: string, from: string | null) {
	const allowed = await countAttempt('staffPasskey', [from])
	if (!allowed.ok) return allowed
	const { id, challenge } = await newChallenge(null)
	const options = await generateAuthenticationOptions({
		rpID: hostOf(origin),
		challenge: bytesOf(Buffer.from(challenge, 'base64url')),
		userVerification: 'required',
	})
	return ok({ challenge: id, options })
}

/**
 * Returns the proof of the member of staff whose passkey signed the challenge. The counter of a key that counts its
 * signatures must have grown; otherwise a copy of the key exists, and the sign-in is refused.
 */
export async function authenticateByStaffPasskey(
	{ challenge, answer }: SignedChallenge,
	{ origin, from }: { origin: string; from: string | null },
): Promise<Result<StaffProof>> {
	const allowed = await countAttempt('staffPasskeyFrom', [from])
	if (!allowed.ok) return allowed
	const offered = await consumeChallenge(db, challenge, null)
	const [passkey] = await db
		.select({
			id: staffPasskeys.id,
			publicKey: staffPasskeys.publicKey,
			counter: staffPasskeys.counter,
			transports: staffPasskeys.transports,
			staffId: staffPasskeys.staffId,
		})
		.from(staffPasskeys)
		.innerJoin(staff, and(eq(staff.id, staffPasskeys.staffId), isNull(staff.endedAt)))
		.where(eq(staffPasskeys.id, answer.id))
	if (offered === null || !passkey) return refuse('passkeyRefused')
	if (!isHandleOf(passkey.staffId, answer.response['userHandle'])) return refuse('passkeyRefused')

	const counter = await verifySignature(passkey, answer, {
		...expected(origin),
		expectedChallenge: offered,
	})
	if (counter === null) return refuse('passkeyRefused')

	const used = await db
		.update(staffPasskeys)
		.set({ counter, usedAt: sql`now()` })
		.where(and(eq(staffPasskeys.id, passkey.id), eq(staffPasskeys.counter, passkey.counter)))
		.returning({ id: staffPasskeys.id })
	if (used.length === 0) return refuse('passkeyRefused')
	return ok({ staffId: passkey.staffId, passwordHash: null, passkeyId: passkey.id })
}

function hostOf(origin: string): string {
	return new URL(origin).hostname
}

function expected(origin: string) {
	return {
		expectedOrigin: origin,
		expectedRPID: hostOf(origin),
		requireUserVerification: true,
	}
}

/**
 * True when the handle in a passkey's response names this member of staff, or is missing because the authenticator
 * stores none.
 */
function isHandleOf(staffId: string, handle: unknown): boolean {
	if (handle === undefined || handle === null) return true
	return handle === Buffer.from(actorOf({ id: staffId })).toString('base64url')
}
