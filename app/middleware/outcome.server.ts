import { stringifySetCookie } from 'cookie'
import {
	createContext,
	redirect,
	type MiddlewareFunction,
	type RouterContextProvider,
} from 'react-router'

import { cookiesOf } from '#app/http/cookies.server.ts'
import { ownCookie, ownName } from '#app/http/own-cookie.server.ts'
import { hasSession } from '#app/middleware/session.server.ts'
import { outcomeNames, type OutcomeName } from '#app/models/payment/payment.ts'

const name = ownName('checkout')

const outcomeContext = createContext<OutcomeName | null>()

/**
 * What became of a checkout comes in the address (`?checkout=failed`), because a provider's way back may be
 * without a cookie. Where the browser has cookies it goes on to the address without it and is said there
 * once: neither reloading nor going back says it again.
 */
export const outcomeMiddleware: MiddlewareFunction<Response> = async (
	{ request, context, url },
	next,
) => {
	const arrived = outcomeNamed(url.searchParams.get('checkout'))
	if (arrived !== null && hasSession(request.headers)) {
		const rest = new URLSearchParams(url.searchParams)
		rest.delete('checkout')
		const path = rest.size > 0 ? `${url.pathname}?${rest}` : url.pathname
		throw redirect(path, { headers: { 'Set-Cookie': outcomeCookie(arrived) } })
	}
	const kept = outcomeNamed(cookiesOf(request.headers).get(name))
	context.set(outcomeContext, arrived ?? kept)
	const response = await next()
	if (kept) response.headers.append('Set-Cookie', outcomeCookie(null))
	return response
}

/** What became of the checkout that this visitor comes back from, as it was named in the address. */
export function outcomeIn(context: Readonly<RouterContextProvider>): OutcomeName | null {
	return context.get(outcomeContext)
}

/** Until the next page has said it, which is at once; null: it has. */
function outcomeCookie(outcome: OutcomeName | null): string {
	const maxAge = outcome === null ? 0 : 60
	return stringifySetCookie(name, outcome ?? '', { ...ownCookie, maxAge })
}

/** Null for none, and for what is none of ours. */
function outcomeNamed(text: string | null | undefined): OutcomeName | null {
	return outcomeNames.find((known) => known === text) ?? null
}
