import { redirect, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { z } from 'zod'

import {
	keepForSession,
	sessionIdOf,
	signedInOf,
	visitorSession,
} from '#app/middleware/session.server.ts'
import { readPosted } from '#app/models/posted.ts'
import { findDraft, forgetDraft } from '#app/models/visitor/draft.server.ts'
import { draftOf, draftFit, type DraftPath, type Typed } from '#app/models/visitor/draft.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Accepts a form that names its account only from that account: its tab may be left over from before a sign-out
 * elsewhere (faults F23). Other visitors are redirected to sign in, and get their draft back afterwards.
 */
export const sameAccountOnly: MiddlewareFunction<Response> = async ({ request, context, url }) => {
	if (request.method !== 'POST') return
	const posted = Object.fromEntries(readPosted(await request.clone().formData()).payload)
	const accountId = madeFor(posted)
	const fit = draftFit(accountId, signedInOf(context)?.id ?? null)
	if (fit === 'same' || !accountId) return

	const draft = draftOf(url.pathname, posted)
	const isKept = draft !== null && (await keepForSession(context, { ...draft, accountId }))
	const { flash } = visitorSession(context)
	if (fit === 'other') {
		flash('notice', { key: 'account.otherMeanwhile', kind: 'warning' })
		throw redirect('/account', 303)
	}
	if (isKept) flash('notice', { key: 'account.endedMeanwhile', kind: 'warning' })
	// Without a draft no session is opened, so the message travels in the URL.
	const error = isKept ? {} : { error: 'SessionRequired' }
	throw redirect(`/login?${new URLSearchParams({ callbackUrl: url.pathname, ...error })}`, 303)
}

/**
 * Keeps the values of a form that is left without sending it as a draft, for the account or guest the form was made
 * for.
 */
export async function keepTyped(context: Context, path: string, form: FormData): Promise<void> {
	const posted = Object.fromEntries(readPosted(form).payload)
	const draft = draftOf(path, posted)
	const accountId = madeFor(posted) ?? signedInOf(context)?.id ?? null
	if (draft) await keepForSession(context, { ...draft, accountId })
}

/**
 * Returns the values that this account or guest typed before in the form at `path` (the draft); null when there are
 * none.
 */
export async function typedBefore(context: Context, path: DraftPath): Promise<Typed | null> {
	const [sessionId, account] = [sessionIdOf(context), signedInOf(context)]
	return sessionId ? findDraft(sessionId, { path, accountId: account?.id ?? null }) : null
}

/** Deletes the draft of the form at `path`, because its values are saved now. */
export async function forgetTyped(context: Context, path: DraftPath): Promise<void> {
	const sessionId = sessionIdOf(context)
	if (sessionId) await forgetDraft(sessionId, path)
}

function madeFor(posted: Typed): string | null {
	return z.uuid().safeParse(posted['account']).data ?? null
}
