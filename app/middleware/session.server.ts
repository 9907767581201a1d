import {
	createContext,
	createCookie,
	createSessionStorage,
	type MiddlewareFunction,
	type RouterContextProvider,
	type Session,
} from 'react-router'

import { env } from '#app/gateways/env.server.ts'
import {
	createSession,
	deleteSession,
	findSession,
	saveSession,
} from '#app/models/visitor/session.server.ts'
import type { SessionData, SessionFlash } from '#app/models/visitor/session.ts'

type VisitorSession = Session<SessionData, SessionFlash>

const lifetime = { days: 30 }
const secure = env.APP_ORIGIN.startsWith('https:')

const storage = createSessionStorage<SessionData, SessionFlash>({
	cookie: createCookie(secure ? '__Host-session' : 'session', {
		secrets: env.SESSION_SECRETS,
		httpOnly: true,
		sameSite: 'lax',
		path: '/',
		secure,
		maxAge: lifetime.days * 24 * 60 * 60,
	}),
	createData: (data, expires) => createSession(data, expires ?? expiry()),
	readData: findSession,
	updateData: (id, data, expires) => saveSession(id, data, expires ?? expiry()),
	deleteData: deleteSession,
})

const sessionContext = createContext<VisitorSession>()

/** The session of this request. What is set on it is written once, on the way out. */
export function visitorSession(context: Readonly<RouterContextProvider>): VisitorSession {
	return context.get(sessionContext)
}

/** Reads the session before everything else and writes it on the way out, only if it changed. */
export const sessionMiddleware: MiddlewareFunction<Response> = async (
	{ request, context },
	next,
) => {
	const session = await storage.getSession(request.headers.get('Cookie'))
	const before = JSON.stringify(session.data)
	context.set(sessionContext, session)

	const response = await next()
	if (JSON.stringify(session.data) !== before) {
		response.headers.append('Set-Cookie', await storage.commitSession(session))
	}
	return response
}

function expiry(): Date {
	return new Date(Date.now() + lifetime.days * 24 * 60 * 60 * 1000)
}
