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
 * Accepts a form that names its account only from that account: a tab may be left over from before a sign-out elsewhere
 * (faults F23). Others are sent to sign in, and get their draft back afterwards.
 */
export const sameAccountOnly: MiddlewareFunction<Response> = async ({ request, context, url }) => {
	if (request.method !== 'POST') return
	const posted = Object.fromEntries(readPosted(await request.clone().formData()).payload)
	const accountId = madeFor(posted)
	const standing = draftFit(accountId, signedInOf(context)?.id ?? null)
	if (standing === 'same' || !accountId) return

	const draft = draftOf(url.pathname, posted)
	const isKept = draft !== null && (await keepForSession(context, { ...draft, accountId }))
	const { flash } = visitorSession(context)
	if (standing === 'other') {
		flash('notice', { key: 'account.otherMeanwhile', kind: 'warning' })
		throw redirect('/account', 303)
	}
	if (isKept) flash('notice', { key: 'account.endedMeanwhile', kind: 'warning' })
	// Without a draft no session is opened, so the message has to travel in the URL.
	const error = isKept ? {} : { error: 'SessionRequired' }
	throw redirect(`/login?${new URLSearchParams({ callbackUrl: url.pathname, ...error })}`, 303)
}

/** Keeps the values of a form that is left without sending it, for the account or guest it was made for. */
export async function keepTyped(context: Context, path: string, form: FormData): Promise<void> {
	const posted = Object.fromEntries(readPosted(form).payload)
	const draft = draftOf(path, posted)
	const accountId = madeFor(posted) ?? signedInOf(context)?.id ?? null
	if (draft) await keepForSession(context, { ...draft, accountId })
}

/** Returns the draft of this account or guest; null when there is none. */
export async function typedBefore(context: Context, path: DraftPath): Promise<Typed | null> {
	const [sessionId, account] = [sessionIdOf(context), signedInOf(context)]
	return sessionId ? findDraft(sessionId, { path, accountId: account?.id ?? null }) : null
}

/** Deletes a draft, because its values are saved now. */
export async function forgetTyped(context: Context, path: DraftPath): Promise<void> {
	const sessionId = sessionIdOf(context)
	if (sessionId) await forgetDraft(sessionId, path)
}

function madeFor(posted: Typed): string | null {
	return z.uuid().safeParse(posted['account']).data ?? null
}
