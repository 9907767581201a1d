import type { Request as Incoming } from 'express'

import type { DoorRefusal } from '#app/http/arrival.server.ts'

/** The most characters of a request's path and query. */
const LONGEST = 8000
/**
 * The most parameters of a query or fields of a form. Forms of the demo have up to 37. The form of a package is the
 * largest: thirty fields, and two for each extra with a tick box, so that a package of a hundred extras has 230.
 */
export const MOST_FIELDS = 250

/** Returns the most fields that a form posted to a path may have. */
export type MostFieldsOf = (path: string) => number

/**
 * Returns the parts of a request that reach the shop: all, or with `refusal` only a path that routes can match. The
 * framework would print a path that it cannot decode, and take 20 µs for each field (faults M4, M6).
 */
export function readable(
	{ originalUrl, headers }: Pick<Incoming, 'originalUrl' | 'headers'>,
	body: Buffer | 'too large',
	mostFieldsOf: MostFieldsOf = () => MOST_FIELDS,
): { path: string; body: Buffer; refusal?: DoorRefusal } {
	const [path = ''] = originalUrl.split('?', 1)
	if (path.length > LONGEST) return { path: '/', body: NO_BODY, refusal: 414 }
	const matching = path.split('/').map(matchable).join('/')
	const refuse = (refusal: DoorRefusal) => ({ path: matching, body: NO_BODY, refusal })
	if (originalUrl.length > LONGEST || countSigns(originalUrl, /&/g) >= MOST_FIELDS)
		return refuse(414)
	if (matching !== path) return refuse(400)
	if (body === 'too large' || countFields(body, headers['content-type'] ?? '') > mostFieldsOf(path))
		return refuse(413)
	return { path: originalUrl, body }
}

const NO_BODY = Buffer.alloc(0)

/**
 * Encodes the percent signs of a path's segment that no route could match, so that a route matches its text as it is
 * written.
 */
function matchable(segment: string): string {
	return isPlain(segment) ? segment : segment.replaceAll('%', '%25')
}

/**
 * True for a path's segment that can be decoded and then has no line breaks, which the dots in the patterns of routes
 * do not match.
 */
function isPlain(segment: string): boolean {
	try {
		return !/[\n\r\u2028\u2029]/.test(decodeURIComponent(segment))
	} catch {
		return false
	}
}

/**
 * Counts the fields of a form on its bytes, because parsing is the expensive part. Every part of a multipart body has a
 * Content-Disposition (RFC 7578).
 */
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
