import { env } from '#app/gateways/env.server.ts'

const secure = env.APP_ORIGIN.startsWith('https:')

/** With the prefix that binds a cookie to this host (RFC 6265bis, section 4.1.3.2), where the line is safe. */
export function ownName(name: string): string {
	return secure ? `__Host-${name}` : name
}

/** For this host alone, and for no script. */
export const ownCookie = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
