import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

/*
 * A page is a pure function of its address, its language and what its loaders said. Most of the time that it
 * takes goes into making the page and not into what the loaders ask the database, so a page for which they
 * said the same as a moment ago is not made once more: its bytes are still there.
 *
 * Values that are different for each answer and mean nothing (its nonce, the name of a first cart) stand in a
 * page as they were given. What was made with others is given out with one's own in their places.
 */

/** Bytes, or the number of an own value that stands there. */
type Parts = readonly (Buffer | number)[]

/** Some two hundred start pages; what was asked for longest ago goes first. */
const pages = new LRUCache<string, Parts>({
	maxSize: 16 * 1024 * 1024,
	sizeCalculation: (parts) =>
		parts.reduce<number>((size, part) => size + (typeof part === 'number' ? 8 : part.length), 64),
})

/** What a page is made of: all of it in `given`, its own values in `own` as they stand there. */
export type Made = { given: string; own: readonly string[] }

/** The page that was made of the same, with own values in their places; null: there is none. */
export function pageMadeOf({ given, own }: Made): Uint8Array<ArrayBuffer> | null {
	const parts = pages.get(keyOf(given, own))
	if (!parts) return null
	return Buffer.concat(
		parts.map((part) => (typeof part === 'number' ? Buffer.from(own[part] ?? '') : part)),
	)
}

export function keepPage({ given, own }: Made, page: string): void {
	pages.set(
		keyOf(given, own),
		cut(page, own).map((part) => (typeof part === 'number' ? part : Buffer.from(part))),
	)
}

function keyOf(given: string, own: readonly string[]): string {
	return createHash('sha256')
		.update(JSON.stringify(cut(given, own)))
		.digest('base64')
}

/** The text in pieces, with the number of each own value where it stands. */
function cut(text: string, own: readonly string[]): (string | number)[] {
	return own.reduce<(string | number)[]>(
		(parts, value, number) =>
			parts.flatMap((part) =>
				typeof part === 'number' ? part : between(part.split(value), number),
			),
		[text],
	)
}

function between(pieces: readonly string[], number: number): (string | number)[] {
	return pieces.flatMap((piece, at) => (at === 0 ? [piece] : [number, piece]))
}
