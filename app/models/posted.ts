import { visibleText } from '#app/models/typed-text.ts'

/**
 * What a form posted, as far as it can be one of ours. Of a name that comes twice the first value counts;
 * names that are no plain path, and files, are not there at all. `unreadable` are the names of texts that no
 * visitor types. What nobody can see of a text is taken out, except of passwords.
 */
export function readPosted(formData: FormData): {
	payload: URLSearchParams
	unreadable: string[]
} {
	const payload = new URLSearchParams()
	const unreadable: string[] = []
	// Looking into `payload` each time takes seconds for a form of thousands of names.
	const seen = new Set<string>()
	for (const [name, value] of formData) {
		if (!isPlain(name) || typeof value !== 'string' || seen.has(name)) continue
		seen.add(name)
		const typed = secret.test(name) ? value : visibleText(value)
		const text = typed.replaceAll(noText, '\uFFFD')
		if (text.includes('\uFFFD')) unreadable.push(name)
		payload.append(name, text)
	}
	return { payload, unreadable }
}

/** A password is what it is, with all its signs. */
export const secret = /password/i

/** A name that is longer was not made by one of our forms; deep ones would exhaust the stack. */
const longestName = 100

const path = /^[A-Za-z][\w-]*(?:\.[\w-]+|\[\d{1,2}\])*$/

/** No visitor types these: control characters, and halves of characters (as FormData they arrive as U+FFFD). */
// oxlint-disable-next-line no-control-regex
const noText = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|\p{Surrogate}/gu

function isPlain(name: string) {
	return (
		name.length <= longestName &&
		path.test(name) &&
		!name.split(/[.[\]]+/).some((segment) => segment in Object.prototype)
	)
}
