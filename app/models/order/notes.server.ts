import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'

import { db } from '#app/db/client.server.ts'
import { orderNotes } from '#app/db/schema.ts'
import { idOfForm } from '#app/models/form-id.server.ts'
import type { Author } from '#app/models/order/order.server.ts'

/** A note for colleagues on an order; `actor` is its author, `staff:<id>` or 'operator'. */
export type ColleagueNote = { id: string; at: Date; actor: string; text: string }

/** Checks the text of a note for colleagues: 1 to 1000 signs, without spaces around it. */
export const noteText = z.string().trim().min(1).max(1000)

/**
 * A note for colleagues to store. `form` is the id of the form it came by, or null: text sent twice with one form is
 * stored once.
 */
type NewNote = { text: string; form: string | null }

/** Stores a note for colleagues. The customer sees it on no page and in no letter, only in the export of an account. */
export async function addNote(
	orderId: string,
	{ text, form }: NewNote,
	{ actor }: Author,
): Promise<void> {
	const id = idOfForm(form, { orderId, text })
	await db.insert(orderNotes).values({ id, orderId, text, actor }).onConflictDoNothing()
}

/** Lists the notes for colleagues on an order, the oldest first. */
export function listColleagueNotes(orderId: string): Promise<ColleagueNote[]> {
	const { id, at, actor, text } = orderNotes
	return db
		.select({ id, at, actor, text })
		.from(orderNotes)
		.where(eq(orderNotes.orderId, orderId))
		.orderBy(asc(at), asc(id))
}
