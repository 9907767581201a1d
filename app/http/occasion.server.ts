import { signedCookie } from '#app/http/own-cookie.server.ts'
import { parsePartyType, type PartyType } from '#app/models/party-types.ts'

/*
 * The occasion: the type of party that a visitor looked for when a party was put into the cart. It travels in the
 * address of the start page, and from there to the page of the details in a cookie (docs/decisions/037-occasion.md).
 */
const cookie = signedCookie('occasion', { maxAge: 3600 })

/** Returns the `Set-Cookie` that keeps the occasion for an hour, which is as long as a hold may last. */
export function rememberOccasion(occasion: PartyType): string {
	return cookie.serialize(occasion)
}

/** Returns the occasion in the request's cookie; null when none was chosen since the details were last saved. */
export function occasionIn(headers: Headers): PartyType | null {
	return parsePartyType(cookie.parse(headers)) ?? null
}

export function forgetOccasion(): string {
	return cookie.clear()
}
