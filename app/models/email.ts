import { toUnicode } from 'nodemailer/lib/punycode'
import { z } from 'zod'

import { plainText } from '#app/models/typed-text.ts'

/**
 * An e-mail address as it is read: its domain in small letters and in its own script, 'info@müller.de'. Accepted
 * however it was typed or pasted (faults N9, N10). RFC 5321 allows 254 characters, as they are sent.
 */
export const email = z
	.string()
	.transform(plainText)
	.transform((typed, context) => {
		const address = partsOf(typed)
		if (address && emailKey(typed).length <= 254) return `${address.local}@${address.readable}`
		context.addIssue({ code: 'invalid_format', format: 'email' })
		return z.NEVER
	})

/**
 * Two addresses are the same when their keys are: case, the form of a letter, invisible signs and the way in which
 * the domain is written do not count (faults E4). What is no address is its own key.
 */
export function emailKey(typed: string): string {
	const plain = plainText(typed)
	const address = partsOf(plain)
	return (address ? `${address.local}@${address.sent}` : plain).toLowerCase()
}

/** How an address with this key may be kept: as it is read, and as it is sent. In small letters. */
export function spellingsOf(key: string): string[] {
	const parts = partsOf(key)
	return parts ? [key, `${parts.local}@${parts.readable}`] : [key]
}

/** An address as mail servers know it: its domain in letters of ASCII. */
export function sentEmail(address: string): string {
	const parts = partsOf(address)
	return parts ? `${parts.local}@${parts.sent}` : address
}

/** The domain as it is sent and as it is read; null where this is no address. */
function partsOf(typed: string): { local: string; sent: string; readable: string } | null {
	const [, local, domain] = address.exec(typed) ?? []
	if (local === undefined || domain === undefined) return null
	const sent = sentDomain(domain)
	return sent === null ? null : { local, sent, readable: readableDomain(sent) }
}

/** Of RFC 5322 the part before the @ as it is used: 64 characters, no dot at its ends, no two in a row. */
const address =
	/^(?=.{1,64}@)([\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*)@([\p{L}\p{M}\p{N}.\u3002\u00B7-]{1,253})$/u

/** At least two names; the last is of letters, or of any script ('xn--p1ai'). */
const hostname =
	/^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/

function sentDomain(domain: string): string | null {
	const url = URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`) : null
	return url && hostname.test(url.hostname) ? url.hostname : null
}

/** Only where it leads back to what is sent: otherwise two domains could be read as one. */
function readableDomain(sent: string): string {
	try {
		const readable = toUnicode(sent)
		return sentDomain(readable) === sent ? readable : sent
	} catch {
		return sent
	}
}
