import { affiliateToAllow } from '#app/http/affiliate.server.ts'
import { hasBegunCart } from '#app/http/first-cart.server.ts'
import { hasSession } from '#app/middleware/session.server.ts'

/**
 * True when the visitor has no session, no cart, no account and no open question about a partner's cookie, so that one
 * page is equal for all such visitors.
 */
export function isUnknownVisitor(request: Request, url: URL): boolean {
	return hasNoVisit(request.headers) && affiliateToAllow(request, url) === null
}

/** True when the browser's cookies name no session, and so no account, and no begun cart. */
export function hasNoVisit(headers: Headers): boolean {
	return !hasSession(headers) && !hasBegunCart(headers)
}
