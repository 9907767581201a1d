import { and, eq, isNull } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { staff } from '#app/db/schema.ts'
import { emailKey } from '#app/models/email.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { StaffProof } from '#app/models/staff/device.server.ts'
import { plusMinutes, timeAt } from '#app/models/venue/day.ts'
import {
	countAttempt,
	findNextAttempt,
	forgetAttempt,
	forgetAttempts,
} from '#app/models/visitor/attempts.server.ts'
import { verifyPassword } from '#app/models/visitor/password.server.ts'

export type StaffCredentials = {
	/** The member of staff who was picked on a known device, or the mail address that was typed on any other. */
	who: { staffId: string } | { email: string }
	password: string
	/**
	 * The device, when somebody has signed in there before, else the keyed hash of the network address; null when that is
	 * not known. Attempts are counted by it.
	 */
	from: string | null
	/**
	 * True when this person has signed in at the device before: there, wrong passwords that were typed elsewhere do not
	 * lock the person out.
	 */
	isKnownDevice: (staffId: string) => boolean
}

/**
 * Checks the credentials of a member of staff and returns the proof of the person. Attempts are counted before anything
 * is hashed; an unknown person, one who has gone, and one without a password take as long as a wrong password (faults
 * F6 to F8).
 */
export async function authenticateStaff({
	who,
	password,
	from,
	isKnownDevice,
}: StaffCredentials): Promise<Result<StaffProof>> {
	const is = 'staffId' in who ? eq(staff.id, who.staffId) : eq(staff.emailKey, emailKey(who.email))
	const [person] = await db
		.select({ id: staff.id, passwordHash: staff.passwordHash })
		.from(staff)
		.where(and(is, isNull(staff.endedAt)))
	const key = person?.id ?? ('staffId' in who ? who.staffId : emailKey(who.email))
	const pair = `${key} ${from}`

	// The limits are counted one after the other, so that a sender without points left writes no further rows (faults
	// M14).
	const ofSender = await countAttempt('staffSignInFrom', [from])
	if (!ofSender.ok) return closedUntil('staffSignInFrom', from)
	const ofPair = await countAttempt('staffSignIn', [pair])
	if (!ofPair.ok) return closedUntil('staffSignIn', pair)
	// A refused attempt does not count for the person: one address alone must not close a name (faults F7).
	const ofPerson = await countAttempt('staffSignInTo', [key])
	if (!ofPerson.ok && !(person && isKnownDevice(person.id)))
		return closedUntil('staffSignInTo', key)

	const stored = person?.passwordHash ?? null
	const right = await verifyPassword(stored, password)
	if (!right.ok) return right
	if (!person || !right.value) return refuse('desk.staffUnknown')
	await forgetAttempt('staffSignIn', pair)
	return ok({ staffId: person.id, passwordHash: stored, passkeyId: null })
}

/**
 * Clears the counted attempts at the password of a member of staff after a new link was used, so that the person can
 * sign in with the new password.
 */
export async function forgetStaffGuesses(staffId: string, from: string | null): Promise<void> {
	await forgetAttempts('staffSignInTo', staffId)
	await forgetAttempts('staffSignIn', `${staffId} ${from}`)
}

/**
 * Refuses a sign-in whose attempts are used up. The refusal names the moment of the next attempt, and the venue's clock
 * time in the minute after it.
 */
async function closedUntil(
	what: Parameters<typeof findNextAttempt>[0],
	whom: string | null,
): Promise<Result<never>> {
	const next = whom === null ? null : await findNextAttempt(what, whom)
	return next
		? refuse('desk.signInClosed', {
				until: timeAt(plusMinutes(next, 1)),
				next: next.toISOString(),
			})
		: refuse('tooManyAttempts')
}
