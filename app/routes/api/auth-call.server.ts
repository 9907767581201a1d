import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { typedPassword, typedUsername } from '#app/models/visitor/account.ts'

const schema = z.object({
	csrfToken: z.string().max(200).optional(),
	callbackUrl: z.string().max(2000).optional(),
	json: z.enum(['true', 'false']).optional(),
	username: typedUsername.optional(),
	password: typedPassword.optional(),
})

/**
 * The fields that a client of the Auth.js protocol posts as a form or as JSON; all but `json` are left out when one of
 * them is not readable.
 */
export type Call = Omit<z.output<typeof schema>, 'json'> & { json: boolean }

/**
 * Reads a call of a client. A body that is neither a form nor JSON counts as an empty call that wants JSON as its
 * answer.
 */
export async function readCall(request: Request): Promise<Call> {
	const isJson = /\bjson\b/i.test(request.headers.get('Content-Type') ?? '')
	const form = await (isJson ? fromJson(request) : request.formData()).catch(() => null)
	if (!form) return { json: true }
	const typed = parseForm(form, schema)
	if (typed.status !== 'success') return { json: form.get('json') === 'true' }
	return { ...typed.value, json: typed.value.json === 'true' }
}

async function fromJson(request: Request): Promise<FormData> {
	const form = new FormData()
	const body: unknown = await request.json()
	if (typeof body !== 'object' || body === null) return form
	// Copies known names alone: `set` searches all names, a tenth of a second for thousands (faults M4).
	for (const name of Object.keys(schema.shape)) {
		const value = Object.hasOwn(body, name) ? body[name as keyof typeof body] : undefined
		if (['string', 'boolean'].includes(typeof value)) form.set(name, String(value))
	}
	return form
}
