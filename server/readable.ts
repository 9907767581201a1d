import type { Request as Incoming } from 'express'

import type { DoorRefusal } from '#app/middleware/door.server.ts'

/** Characters of path and query. */
const LONGEST = 8000
/**
 * Parameters or fields. Forms of the demo have up to 37. A package is the largest: its form has thirty fields and
 * two for each extra with a tick box, so that a package of a hundred extras has 230.
 */
const MOST_FIELDS = 250

/**
 * What of a request is handed on to the shop: with `refusal` a path that can be matched, and none of the rest. The
 * framework would print a path that it cannot decode, and take 20 µs for each field (faults M4, M6).
 */
export function readable(
	{ originalUrl, headers }: Pick<Incoming, 'originalUrl' | 'headers'>,
	body: Buffer | 'too large',
): { path: string; body: Buffer; refusal?: DoorRefusal } {
	const [path = ''] = originalUrl.split('?', 1)
	if (path.length > LONGEST) return { path: '/', body: NO_BODY, refusal: 414 }
	const matching = path.split('/').map(matchable).join('/')
	const refuse = (refusal: DoorRefusal) => ({ path: matching, body: NO_BODY, refusal })
	if (originalUrl.length > LONGEST || countSigns(originalUrl, /&/g) >= MOST_FIELDS)
		return refuse(414)
	if (matching !== path) return refuse(400)
	if (body === 'too large' || countFields(body, headers['content-type'] ?? '') > MOST_FIELDS)
		return refuse(413)
	return { path: originalUrl, body }
}

const NO_BODY = Buffer.alloc(0)

/** A segment that no route could match gets its percent signs encoded, so that it stands for itself. */
function matchable(segment: string): string {
	return isPlain(segment) ? segment : segment.replaceAll('%', '%25')
}

/** The dots in the patterns of routes leave out line breaks. */
function isPlain(segment: string): boolean {
	try {
		return !/[\n\r\u2028\u2029]/.test(decodeURIComponent(segment))
	} catch {
		return false
	}
}

/** Counts on the bytes: parsing is what costs. Every part of a multipart body says its disposition (RFC 7578). */
function countFields(body: Buffer, type: string): number {
	if (/^application\/x-www-form-urlencoded\b/i.test(type))
		return countSigns(body.toString('latin1'), /&/g) + 1
	if (/^multipart\/form-data\b/i.test(type))
		return countSigns(body.toString('latin1'), /content-disposition/gi)
	return 0
}

function countSigns(text: string, sign: RegExp): number {
	return text.match(sign)?.length ?? 0
}
