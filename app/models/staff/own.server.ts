import { eq } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { staff } from '#app/db/schema.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { leaveOtherDevices, lockForOwner, noteAct } from '#app/models/staff/staff.server.ts'
import { staffIdOf, type By } from '#app/models/staff/staff.ts'
import { hashPassword } from '#app/models/visitor/password.server.ts'

/**
 * Sets the password of the member of staff who asks. The person is signed out at all devices but the one with the id
 * `here`, because the old password may be known to others (faults N296).
 */
export async function setOwnPassword(
	by: By,
	password: string,
	here: string | null,
): Promise<Result<undefined>> {
	const staffId = staffIdOf(by.actor)
	const hashed = await hashPassword(password)
	if (!hashed.ok) return hashed
	return db.transaction(async (tx) => {
		const locked = staffId && (await lockForOwner(tx, by, staffId, { orOwn: true }))
		if (!locked || !locked.target) return refuse('desk.personGone')
		await tx.update(staff).set({ passwordHash: hashed.value }).where(eq(staff.id, staffId))
		await leaveOtherDevices(tx, staffId, here)
		await noteAct(tx, { ...by, verb: 'passwordSet', staffId })
		return ok()
	})
}
