import { hasBegunCart } from '#app/http/first-cart.server.ts'
import { affiliateToAllow } from '#app/middleware/affiliate.server.ts'
import { hasSession } from '#app/middleware/session.server.ts'

/** True when the visitor has no cart, no account and no open question about a partner's cookie. */
export function isUnknownVisitor(request: Request, url: URL): boolean {
	return hasNoVisit(request.headers) && affiliateToAllow(request, url) === null
}

/** True when the browser has no cart and no account. */
export function hasNoVisit(headers: Headers): boolean {
	return !hasSession(headers) && !hasBegunCart(headers)
}
