import { randomUUID } from 'node:crypto'

import { uuidOf } from '#app/models/token.server.ts'

/** Makes the id of a form, which its page carries as a hidden field. */
export function newFormId(): string {
	return randomUUID()
}

/**
 * Returns the id of the row that a form makes, a UUID of version 8. One `form` id with one content always has one id,
 * so a button that is pressed twice makes one row (faults N335). `form` null, from a caller without a form, gives a
 * random id.
 */
export function idOfForm(form: string | null, content: unknown): string {
	if (form === null) return randomUUID()
	const hash = uuidOf(JSON.stringify([form, content]))
	return `${hash.slice(0, 14)}8${hash.slice(15, 19)}8${hash.slice(20)}`
}
