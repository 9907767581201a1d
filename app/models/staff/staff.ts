import { z } from 'zod'

import { email } from '#app/models/email.ts'
import { printable } from '#app/models/printable.ts'

/** The levels of staff, the lowest first: Empfang, Schicht, Leitung. Each may do all that the one before it may. */
export const levels = ['counter', 'shift', 'owner'] as const
export type Level = (typeof levels)[number]

/** A member of staff. */
export type Staff = { id: string; name: string; level: Level }

/** True when a member of staff has the level `least` or a higher one. */
export function isAtLeast({ level }: Pick<Staff, 'level'>, least: Level): boolean {
	return levels.indexOf(level) >= levels.indexOf(least)
}

/** The author of an act as rows name it: 'staff:' and the person's id, or 'operator' for the command line. */
export type Actor = `staff:${string}` | 'operator'

/** Returns a member of staff as the author of an act, 'staff:' and the person's id. */
export function actorOf({ id }: Pick<Staff, 'id'>): Actor {
	return `staff:${id}`
}

/** Returns the id of the member of staff whom an author's text names; null for 'operator', 'customer' and 'shop'. */
export function staffIdOf(actor: string): string | null {
	return /^staff:([\da-f-]{36})$/.exec(actor)?.[1] ?? null
}

/**
 * The author of an act as the list of acts keeps it: who did it and at which device; `device` is null for the command
 * line.
 */
export type By = { actor: Actor; device: string | null }

/** The author of all that is done at the command line. */
export const operator: By = { actor: 'operator', device: null }

/** The schema of the name of a member of staff, as the history shows it. */
const staffName = z.string().trim().min(1).max(80).superRefine(printable)

/** The schema of a new member of staff, as an owner types the invitation. */
export const newStaff = z.object({ name: staffName, email, level: z.enum(levels) })
export type NewStaff = z.output<typeof newStaff>

/** The schema of a device's name, such as 'Tablet Eingang'; a missing or wrong one becomes empty. */
export const deviceName = z.string().trim().max(60).superRefine(printable).catch('')

/** The verbs of the acts of staff, which are noted outside the history of orders. */
const actVerbs = [
	'becameFirstOwner',
	'invited',
	'linkMade',
	'joined',
	'signedIn',
	'signedOut',
	'levelChanged',
	'accessEnded',
	'signedOutEverywhere',
	'passwordSet',
	'passkeyAdded',
	'passkeyRemoved',
	'deviceForgotten',
	'roomBlocked',
	'roomUnblocked',
	'dayClosed',
	'dayOpened',
	'hoursChanged',
	'linkMailed',
] as const
export type ActVerb = (typeof actVerbs)[number]

/**
 * The values of an act's sentence, such as `{ name: 'Mina' }`. An act about a day has the day as `day`, with `room` and
 * `times` if any, and all of it as the German text `what`; acts of older builds have `what` alone.
 */
export type ActValues = Record<string, string | number>

/**
 * A form that was sent after its person had been away from the device for too long; the same person sends it again
 * after signing in.
 */
export type KeptForm = {
	staffId: string
	/** The address with its query. */
	path: string
	fields: [name: string, value: string][]
}
