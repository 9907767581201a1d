import { redirect, type RouterContextProvider } from 'react-router'

import { csrfTokenFor, hasCsrfToken } from '#app/http/csrf.server.ts'
import { siteOrigin } from '#app/http/origin.server.ts'
import { ownPath } from '#app/http/own-path.ts'
import { signOut } from '#app/middleware/account.server.ts'
import { sessionIdOf, signedInOf, visitorSession } from '#app/middleware/session.server.ts'
import { refuse, type Refused } from '#app/models/result.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { refusedInQueue } from '#app/pages/sign-in-queue.server.ts'
import { readCall, type Call } from '#app/routes/api/auth-call.server.ts'
import { authenticatorFor } from '#app/routes/auth/authenticator.server.ts'
import { enter as enterAccount } from '#app/routes/auth/sign-in.server.ts'

import type { Route } from './+types/auth.ts'

type Context = Readonly<RouterContextProvider>

/*
 * The calls of clients that speak the protocol of Auth.js (next-auth 4), closely enough that its published browser
 * client works unchanged. Every address in an answer is built from the shop's own.
 */

const base = `${siteOrigin}/api/auth`
const noStore = { 'Cache-Control': 'private, no-cache, no-store' }

export function loader({ params, request, context, url }: Route.LoaderArgs) {
	switch (params['*']) {
		case 'csrf':
			return csrf(request)
		case 'providers':
			return Response.json({ credentials: provider }, { headers: noStore })
		case 'session':
			return Response.json(sessionOf(context), { headers: noStore })
		case 'signin':
			return redirect(`/login${handedOn(url.searchParams)}`, { headers: noStore })
		case 'error':
			return redirect(`${base}/signin${errorOf(url.searchParams)}`, { headers: noStore })
		case 'signout':
			return url.searchParams.has('csrf') ? stillSignedIn(context) : wrongMethod()
		default:
			return nothingHere(params['*'])
	}
}

export async function action({ params, request, context }: Route.ActionArgs) {
	if (request.method !== 'POST') return wrongMethod()
	switch (params['*']) {
		case 'callback/credentials':
			return enter(await readCall(request), request, context)
		case 'signin/credentials': {
			const call = await readCall(request)
			if (call.username || call.password) return enter(call, request, context)
			return answer(call, `${base}/signin`)
		}
		case 'signout':
			return leave(await readCall(request), request, context)
		default:
			return nothingHere(params['*'])
	}
}

const provider = {
	id: 'credentials',
	name: 'Credentials',
	type: 'credentials',
	signinUrl: `${base}/signin/credentials`,
	callbackUrl: `${base}/callback/credentials`,
}

async function csrf(request: Request): Promise<Response> {
	const { token, cookie } = csrfTokenFor(request.headers)
	const headers = { ...noStore, ...(cookie && { 'Set-Cookie': cookie }) }
	return Response.json({ csrfToken: token }, { headers })
}

function sessionOf(context: Context) {
	const account = signedInOf(context)
	if (!account) return {}
	const { firstName, lastName, username, until } = account
	const user = { name: `${firstName} ${lastName}`, email: username, image: null }
	return { user, expires: until.toISOString() }
}

async function enter(call: Call, request: Request, context: Context): Promise<Response> {
	if (refusedInQueue(context)) return refuseCall(call, refuse('tooManySignIns'))
	if (!hasCsrfToken(request.headers, call.csrfToken))
		return answer(call, `${base}/signin?csrf=true`)

	const { username = '', password = '' } = call
	const form = new Request(request.url, {
		method: 'POST',
		body: new URLSearchParams({ username, password }),
		headers: { Cookie: request.headers.get('Cookie') ?? '' },
	})
	const proof = await authenticatorFor(context).authenticate('credentials', form)
	const entered = proof.ok ? await enterAccount({ request, context }, proof.value) : proof
	if (!entered.ok) return refuseCall(call, entered)
	return answer(call, ownUrl(call.callbackUrl), { headers: entered.value })
}

/**
 * Answers a refused sign-in as JSON: 429 after too many tries, else 401. 503, when the queue of sign-ins is full, says
 * nothing of the account, which was not looked at.
 */
function refuseCall(call: Call, refusal: Refused): Response {
	const init = refusalInit(refusal)
	if (init.status === 503) return answer(call, `${base}/error?error=Default`, init)
	const status = init.status === 429 ? 429 : 401
	const url = `${base}/error?error=CredentialsSignin&provider=credentials`
	return answer(call, url, { ...init, status })
}

/**
 * Signs out the visitor whose call has the right CSRF token and answers with the address to go on to, also for a
 * visitor who is signed out already.
 */
async function leave(call: Call, request: Request, context: Context): Promise<Response> {
	if (call.json && call.csrfToken === undefined) return answerMissingToken()
	if (!hasCsrfToken(request.headers, call.csrfToken))
		return answer(call, `${base}/signout?csrf=true`)
	if (signedInOf(context)) await signOut(context)
	return answer(call, ownUrl(call.callbackUrl))
}

/**
 * Answers 400 to a sign-out by JSON without a CSRF token, with the message that the specification gives clients; a
 * browser's form is answered by `stillSignedIn`.
 */
function answerMissingToken(): Response {
	const said = { statusCode: 400, message: 'Could not fetch CSRF Token for signing out' }
	const init = { status: 400, headers: noStore }
	return Response.json({ url: `${base}/signout?csrf=true`, ...said }, init)
}

/** Redirects a sign-out with a bad token to the start page, with a message only where a session exists (faults F25). */
function stillSignedIn(context: Context): Response {
	if (sessionIdOf(context))
		visitorSession(context).flash('notice', { key: 'errors.csrf', kind: 'error' })
	return redirect('/', { headers: noStore })
}

/** Answers with `url` as JSON to a client that asks for JSON, and on every error; else redirects to it. */
function answer(
	call: Call,
	url: string,
	{ status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
	const all = { ...noStore, ...headers }
	if (call.json || status >= 400) return Response.json({ url }, { status, headers: all })
	return redirect(url, { headers: all })
}

/**
 * Returns an absolute address of this shop for a path or address that a stranger may have written; an address of
 * another site becomes the start page (faults E9).
 */
function ownUrl(target: string | undefined): string {
	const path = target?.startsWith(`${siteOrigin}/`) ? target.slice(siteOrigin.length) : target
	return siteOrigin + ownPath(path)
}

function handedOn(search: URLSearchParams): string {
	const given = new URLSearchParams()
	const callbackUrl = search.get('callbackUrl')
	if (callbackUrl !== null) given.set('callbackUrl', ownUrl(callbackUrl).slice(siteOrigin.length))
	const error = search.get('error') ?? (search.has('csrf') ? 'csrfSignIn' : null)
	if (error !== null) given.set('error', error.slice(0, 100))
	return given.size > 0 ? `?${given}` : ''
}

function errorOf(search: URLSearchParams): string {
	const error = search.get('error')
	return error === null ? '' : `?${new URLSearchParams({ error: error.slice(0, 100) })}`
}

const calls = new Set([
	'csrf',
	'providers',
	'session',
	'signin',
	'error',
	'signout',
	'callback/credentials',
	'signin/credentials',
])

function nothingHere(path: string): Response {
	return calls.has(path) ? wrongMethod() : failure(404, `Page Not Found: /api/auth/${path}`)
}

function wrongMethod(): Response {
	return failure(405, 'Method Not Allowed')
}

function failure(status: number, message: string): Response {
	return Response.json({ statusCode: status, message }, { status, headers: noStore })
}
