import type { KeptForm } from '#app/models/staff/staff.ts'

/** The most characters, of names and values together, of a form that is kept until its person has signed in. */
const LONGEST = 20_000

/**
 * Reads a form that was sent after its person had been away for too long, so that it can be sent again after signing
 * in. Null for a request that is no POST, for a form with a password, a passkey's answer or a file, and for one of more
 * than 20,000 characters.
 */
export async function readKeptForm(
	request: Request,
	url: URL,
	staffId: string,
): Promise<KeptForm | null> {
	if (request.method !== 'POST') return null
	return keptFormOf(await request.clone().formData(), url, staffId)
}

/**
 * Returns a form as it is kept until its person has signed in. Null for one with a password, a passkey's answer or a
 * file, and for one of more than 20,000 characters.
 */
export function keptFormOf(form: FormData, url: URL, staffId: string): KeptForm | null {
	const fields: KeptForm['fields'] = []
	for (const [name, value] of form) {
		if (typeof value !== 'string' || isSecret(name)) return null
		fields.push([storable(name), storable(value)])
	}
	const length = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
	return length > LONGEST ? null : { staffId, path: url.pathname + url.search, fields }
}

/**
 * True for the name of a field with a password or with the answer of a passkey: a form with one is never kept. The
 * field 'answers.cake' of a booking is none of them (faults N291).
 */
function isSecret(name: string): boolean {
	return name === 'answer' || /password/i.test(name)
}

/** Returns the text without NUL characters, which JSON in the database cannot hold (faults N297). */
function storable(text: string): string {
	return text.replaceAll('\0', '')
}
