import { redirect, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import {
	keepForSession,
	sessionIdOf,
	signedInOf,
	visitorSession,
} from '#app/middleware/session.server.ts'
import { draftOf, standingOf, type DraftPath, type Typed } from '#app/models/visitor/draft.ts'
import { findDraft, forgetDraft } from '#app/models/visitor/draft.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * A form that says for which account it was made is for that account only: a tab may be left over from before
 * a sign-out elsewhere (faults F23). It says so, and what was typed is there again after signing in.
 */
export const sameAccountOnly: MiddlewareFunction<Response> = async ({ request, context, url }) => {
	if (request.method !== 'POST') return
	const posted = Object.fromEntries(
		[...(await request.clone().formData())].filter(
			(field): field is [string, string] => typeof field[1] === 'string',
		),
	)
	const accountId = posted['account'] ?? null
	const standing = standingOf(accountId, signedInOf(context)?.id ?? null)
	if (standing === 'same' || !accountId) return

	const draft = draftOf(url.pathname, posted)
	if (draft) await keepForSession(context, { ...draft, accountId })
	const { flash } = visitorSession(context)
	if (standing === 'other') {
		flash('notice', { key: 'account.otherMeanwhile', kind: 'warning' })
		throw redirect('/account', 303)
	}
	const key = draft ? 'account.endedMeanwhile' : 'errors.sessionRequired'
	flash('notice', { key, kind: 'warning' })
	throw redirect(`/login?${new URLSearchParams({ callbackUrl: url.pathname })}`, 303)
}

/** What the account typed there before it was signed out; null when there is nothing to be brought back. */
export async function typedBefore(context: Context, path: DraftPath): Promise<Typed | null> {
	const [sessionId, account] = [sessionIdOf(context), signedInOf(context)]
	return sessionId && account ? findDraft(sessionId, { path, accountId: account.id }) : null
}

/** It is saved now. */
export async function forgetTyped(context: Context, path: DraftPath): Promise<void> {
	const sessionId = sessionIdOf(context)
	if (sessionId) await forgetDraft(sessionId, path)
}
