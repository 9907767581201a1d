import { securityHeaders } from '#app/http/security-headers.server.ts'
import { deskOrigin } from '#desk/http/origin.server.ts'

/**
 * Returns the headers of every answer of the desk; `nonce` is the one value that lets the answer's own inline scripts
 * run.
 */
export function deskHeaders(nonce: string): Record<string, string> {
	const { 'Strict-Transport-Security': _, ...shared } = securityHeaders(nonce)
	return {
		...shared,
		// Allows the camera for reading the codes of tickets, which no page does yet.
		'Permissions-Policy':
			'camera=(self), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
		'X-Robots-Tag': 'noindex',
		...(deskOrigin.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
	}
}
