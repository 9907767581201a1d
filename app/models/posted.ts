import { visibleText } from '#app/models/typed-text.ts'

/**
 * Reads the text fields of a posted form that a page of the shop can have sent. Left out are files, names in no form of
 * a field's name, and all values but the first of a name. Invisible characters are removed, except from passwords, and
 * a line break is one character, as the field counted it (browsers without scripts send two, faults N382). `unreadable`
 * lists the fields with characters that no visitor types.
 */
export function readPosted(formData: FormData): {
	payload: URLSearchParams
	unreadable: string[]
} {
	const payload = new URLSearchParams()
	const unreadable: string[] = []
	// `payload.has` for each field would take seconds for a form of thousands of names.
	const seen = new Set<string>()
	for (const [name, value] of formData) {
		if (!isPlain(name) || typeof value !== 'string' || seen.has(name)) continue
		seen.add(name)
		const typed = secret.test(name) ? value : visibleText(value.replaceAll('\r\n', '\n'))
		const text = typed.replaceAll(noText, '\uFFFD')
		if (text.includes('\uFFFD')) unreadable.push(name)
		payload.append(name, text)
	}
	return { payload, unreadable }
}

/** The pattern of names of password fields, whose texts keep their invisible characters. */
export const secret = /password/i

/** The most characters of a field's name in a posted form: deeply nested names would exhaust the stack. */
const longestName = 100

const path = /^[A-Za-z][\w-]*(?:\.[\w-]+|\[\d{1,2}\])*$/

/** Characters that no visitor types: control characters, and lone surrogates (FormData brings these as U+FFFD). */
// oxlint-disable-next-line no-control-regex
const noText = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|\p{Surrogate}/gu

function isPlain(name: string) {
	return (
		name.length <= longestName &&
		path.test(name) &&
		!name.split(/[.[\]]+/).some((segment) => segment in Object.prototype)
	)
}
