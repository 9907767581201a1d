import { and, eq, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { deskDevices } from '#app/db/schema.ts'
import type { KeptForm } from '#app/models/staff/staff.ts'

/** A kept form that waits at a device to be sent again, with the moment at which it was sent. */
export type WaitingForm = KeptForm & { at: Date }

/**
 * SQL that is true when a device's row keeps a form sent less than 30 minutes ago; what an older form asks for has
 * often been done by other means (faults N343). A form without its moment is of an older build and counts as too old.
 */
export const KEPT = sql`coalesce((kept ->> 'at')::timestamptz > now() - interval '30 minutes', false)`

/**
 * Keeps a form at its device when the person who sent it had been away too long and has to sign in again first. Does
 * nothing when another person, or nobody, is signed in there.
 */
export async function keepForm(deviceId: string, form: KeptForm): Promise<void> {
	await db
		.update(deskDevices)
		.set({ kept: sql`${JSON.stringify(form)}::jsonb || jsonb_build_object('at', now())` })
		.where(and(eq(deskDevices.id, deviceId), eq(deskDevices.staffId, form.staffId)))
}

/** Finds the form of a person that waits at a device, without removing it; null when there is none. */
export async function findKept(deviceId: string, staffId: string): Promise<WaitingForm | null> {
	const [found] = await db
		.select({ kept: deskDevices.kept, at: sql<string>`kept ->> 'at'` })
		.from(deskDevices)
		.where(and(eq(deskDevices.id, deviceId), KEPT))
	return found?.kept?.staffId === staffId ? { ...found.kept, at: new Date(found.at) } : null
}

/** Drops the kept form of a device. */
export async function dropKept(deviceId: string): Promise<void> {
	await db.update(deskDevices).set({ kept: null }).where(eq(deskDevices.id, deviceId))
}

/** Drops the kept form of a device when a form for its address was sent, so that it is not offered a second time. */
export async function dropSent(deviceId: string, path: string): Promise<void> {
	await db
		.update(deskDevices)
		.set({ kept: null })
		.where(and(eq(deskDevices.id, deviceId), sql`${deskDevices.kept} ->> 'path' = ${path}`))
}
