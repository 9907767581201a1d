import { keyedHash } from '#app/models/keyed-hash.server.ts'
import { payCodeFrom, readPayCode } from '#app/models/payment/pay-link.ts'

/**
 * The code of an order's pay link, made of the order's id, the link's end and the shop's secret: staff can read it out
 * again, and no table and no job holds it.
 */
export function payCodeOf({ id, payUntil }: { id: string; payUntil: Date }): string {
	const bits = keyedHash(`pay link of ${id} until ${payUntil.toISOString()}`)
	return payCodeFrom(Buffer.from(bits, 'base64url'))
}

/** The keyed hash of a pay link's code, by which the link's order is found. */
export function hashOfPayCode(code: string): string {
	return keyedHash(`pay code ${readPayCode(code) ?? ''}`)
}
