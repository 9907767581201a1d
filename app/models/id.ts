/**
 * True for a text in the form of a row's id, a UUID in small letters. PostgreSQL fails the whole statement that
 * compares an id with any other text (faults N297).
 */
export function isId(text: string): boolean {
	return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}
