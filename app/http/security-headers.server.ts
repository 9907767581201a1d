import { env } from '#app/gateways/env.server.ts'

/**
 * Returns the security headers of every answer; `nonce` is the one value that lets the answer's own inline scripts run.
 */
export function securityHeaders(nonce: string): Record<string, string> {
	return {
		'Content-Security-Policy': contentSecurityPolicy(nonce),
		// Not `no-referrer`: with it Chromium posts our own forms with `Origin: null`.
		'Referrer-Policy': 'same-origin',
		'X-Content-Type-Options': 'nosniff',
		'X-Frame-Options': 'DENY',
		'Cross-Origin-Opener-Policy': 'same-origin',
		'Cross-Origin-Resource-Policy': 'same-origin',
		'Permissions-Policy':
			'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
		'Cache-Control': 'private, no-store',
		...(env.APP_ORIGIN.startsWith('https:') && {
			'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
		}),
	}
}

const isDevelopment = env.NODE_ENV === 'development'

/** The text of the content security policy before and after the nonce, which is new for each answer. */
const [policyBefore = '', policyAfter = ''] = Object.entries({
	'default-src': "'self'",
	'script-src': "'self' 'nonce-{nonce}'",
	// The development server puts styles into the page by script and listens on a socket.
	'style-src': isDevelopment ? "'self' 'unsafe-inline'" : "'self'",
	'connect-src': isDevelopment ? "'self' ws:" : "'self'",
	'img-src': "'self' data:",
	// Chromium applies this to every redirect after a post: so the way to a payment provider is a link on a page of its
	// own.
	'form-action': "'self'",
	'frame-ancestors': "'none'",
	'base-uri': "'none'",
	'object-src': "'none'",
})
	.map(([directive, value]) => `${directive} ${value}`)
	.join('; ')
	.split('{nonce}')

function contentSecurityPolicy(nonce: string) {
	return policyBefore + nonce + policyAfter
}
