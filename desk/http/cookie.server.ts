import { deskOrigin } from '#desk/http/origin.server.ts'

const secure = deskOrigin.startsWith('https:')

/**
 * Returns the name of a cookie of the desk, which differs from the shop's: browsers send the cookies of a host to all
 * of its ports. Over HTTPS the prefix `__Host-` binds the cookie to the host (RFC 6265bis, section 4.1.3.2).
 */
export function deskCookieName(name: string): string {
	return secure ? `__Host-desk-${name}` : `desk-${name}`
}

/** Options of a cookie for the desk's host alone, hidden from scripts. */
export const deskCookie = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
