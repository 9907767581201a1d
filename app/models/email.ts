import { toUnicode } from 'nodemailer/lib/punycode'
import { z } from 'zod'

import { plainText } from '#app/models/typed-text.ts'

/**
 * The schema of an e-mail address, typed or pasted in any form (faults N9, N10). The result is the readable form: the
 * domain in small letters and in its own script, 'info@müller.de'. RFC 5321 allows 254 characters in the sent form.
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
 * Returns the key by which e-mail addresses are compared: case, the form of a letter, invisible characters and the form
 * of the domain do not count (faults E4). A text that is no address becomes a key by itself.
 */
export function emailKey(typed: string): string {
	const plain = plainText(typed)
	const address = partsOf(plain)
	return (address ? `${address.local}@${address.sent}` : plain).toLowerCase()
}

/**
 * Returns the spellings in which rows may hold the address with this key: as it is sent and as it is read, both in
 * small letters.
 */
export function spellingsOf(key: string): string[] {
	const parts = partsOf(key)
	return parts ? [key, `${parts.local}@${parts.readable}`] : [key]
}

/**
 * Returns an address in the form for mail servers: its domain in ASCII ('xn--mller-kva.de'). A text that is no address
 * is returned as it is.
 */
export function sentEmail(address: string): string {
	const parts = partsOf(address)
	return parts ? `${parts.local}@${parts.sent}` : address
}

/** Returns the local part of an address, and its domain as sent and as read; null for a text that is no address. */
function partsOf(typed: string): { local: string; sent: string; readable: string } | null {
	const [, local, domain] = address.exec(typed) ?? []
	if (local === undefined || domain === undefined) return null
	const sent = sentDomain(domain)
	return sent === null ? null : { local, sent, readable: readableDomain(sent) }
}

/**
 * The pattern of an e-mail address. Its local part is the usual subset of RFC 5322: up to 64 characters, no dot at an
 * end or doubled.
 */
const address =
	/^(?=.{1,64}@)([\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*)@([\p{L}\p{M}\p{N}.\u3002\u00B7-]{1,253})$/u

/**
 * The pattern of a domain as it is sent: at least two labels, the last of letters only or an encoded script
 * ('xn--p1ai').
 */
const hostname =
	/^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/

function sentDomain(domain: string): string | null {
	const url = URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`) : null
	return url && hostname.test(url.hostname) ? url.hostname : null
}

/**
 * Returns a domain in its own script, 'müller.de', or `sent` unchanged where that script does not encode back to it:
 * two domains must not be read as one.
 */
function readableDomain(sent: string): string {
	try {
		const readable = toUnicode(sent)
		return sentDomain(readable) === sent ? readable : sent
	} catch {
		return sent
	}
}
