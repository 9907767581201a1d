/** A value of a loader, packed into one string; `unpack` returns the value. */
export type Packed<T> = string & { readonly holds?: T }

/**
 * Packs loader data with hundreds of small values into one JSON string. The framework would write each value by itself,
 * which takes longer than the rest of the loader and half as many bytes more. Only for plain values, as JSON has them.
 */
export function pack<T>(value: T): Packed<T> {
	return exchanged(JSON.stringify(value))
}

export function unpack<T>(packed: Packed<T>): T {
	return JSON.parse(exchanged(packed))
}

/**
 * Returns a text with `"` and `~` exchanged, which makes it shorter in a page: a quote is escaped twice there, and
 * hardly any text has a tilde.
 */
function exchanged(text: string): string {
	return text.replaceAll('"', neither).replaceAll('~', '"').replaceAll(neither, '~')
}

/** The sign that takes the place of a quote for a moment: JSON never writes it as it is, so no packed text holds it. */
const neither = '\u0000'
