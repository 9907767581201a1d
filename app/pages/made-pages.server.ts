import { hash } from 'node:crypto'

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

/** A page as it was made for `own`; in `parts` once somebody else has asked for it: most are asked for once. */
type Kept = { page: Buffer<ArrayBuffer>; own: readonly string[]; parts?: Parts }

/** Some hundred start pages; what was asked for longest ago goes first. */
const pages = new LRUCache<string, Kept>({
	maxSize: 8 * 1024 * 1024,
	sizeCalculation: ({ page }) => page.length + 64,
})

/** What a page is made of, and its own values as they stand there. */
export type Made = { key: string; own: readonly string[] }

/** `given`: all that it is made of, own values too. */
export function pageOf(given: string, own: readonly string[]): Made {
	return { key: hash('sha256', cut(given, own).join(GAP), 'base64'), own }
}

/** No address and no data have it: both write it in another way. */
const GAP = '\u0000'

/** The page that was made of the same, with own values in their places; null: there is none. */
export function pageMadeOf({ key, own }: Made): Buffer<ArrayBuffer> | null {
	const kept = pages.get(key)
	if (!kept) return null
	kept.parts ??= cut(kept.page.toString(), kept.own).map((part) =>
		typeof part === 'number' ? part : Buffer.from(part),
	)
	return Buffer.concat(
		kept.parts.map((part) => (typeof part === 'number' ? Buffer.from(own[part] ?? '') : part)),
	)
}

export function keepPage({ key, own }: Made, page: Buffer<ArrayBuffer>): void {
	pages.set(key, { page, own })
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
