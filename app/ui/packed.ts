/** A value of a loader as one string; `unpack` makes it a value again. */
export type Packed<T> = string & { readonly holds?: T }

/**
 * Packs loader data with hundreds of small values into one JSON string. The framework would write each value by
 * itself, which takes longer than the rest of the loader and half as many bytes again. Plain values only, as JSON has
 * them.
 */
export function pack<T>(value: T): Packed<T> {
	return exchanged(JSON.stringify(value))
}

export function unpack<T>(packed: Packed<T>): T {
	return JSON.parse(exchanged(packed))
}

/** On its way into a page a quote is escaped twice. In its place stands a sign that hardly any text has. */
function exchanged(text: string): string {
	return text.replaceAll('"', neither).replaceAll('~', '"').replaceAll(neither, '~')
}

/** JSON writes it in another way. */
const neither = '\u0000'
