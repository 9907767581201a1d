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
 * Takes the outcome of a checkout out of the address (`?checkout=failed`), where it stands because a provider may send
 * a visitor back without a cookie. A browser with cookies is redirected to the address without it and sees the message
 * there once: neither reloading nor going back repeats it.
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

/** Returns the outcome of the checkout that this visitor comes back from; null for any other visitor. */
export function outcomeIn(context: Readonly<RouterContextProvider>): OutcomeName | null {
	return context.get(outcomeContext)
}

/**
 * Returns the `Set-Cookie` that keeps the outcome of a checkout until the next page, at most 60 seconds; null deletes
 * it.
 */
function outcomeCookie(outcome: OutcomeName | null): string {
	const maxAge = outcome === null ? 0 : 60
	return stringifySetCookie(name, outcome ?? '', { ...ownCookie, maxAge })
}

/** Returns the outcome of a checkout with this name; null for an unknown name. */
function outcomeNamed(text: string | null | undefined): OutcomeName | null {
	return outcomeNames.find((known) => known === text) ?? null
}
