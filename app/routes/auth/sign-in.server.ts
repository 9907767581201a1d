import { data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'

import { parseForm, refused } from '#app/forms/form.ts'
import { signIn } from '#app/middleware/account.server.ts'
import { knownDeviceCookie } from '#app/middleware/known-device.server.ts'
import { visitorOf } from '#app/middleware/visit.server.ts'
import { refuse, type Refused } from '#app/models/result.ts'
import { authenticateByPasskey } from '#app/models/visitor/passkey.server.ts'
import { signedChallenge } from '#app/models/visitor/passkey.ts'
import { authenticatorFor, credentials } from '#app/routes/auth/authenticator.server.ts'

type Posted = { request: Request; context: Readonly<RouterContextProvider> }

/** What the two pages with a form for signing in do: signed in and on to `next`, or the form once more. */
export async function signInByForm({ request, context }: Posted, next: (typed: Typed) => string) {
	const submission = parseForm(await request.clone().formData(), credentials)
	if (submission.status !== 'success') return data(submission.reply(), 422)

	const signedIn = await authenticatorFor(context).authenticate('credentials', request)
	if (!signedIn.ok) return data(submission.reply(refused(loginFailed(signedIn))), initOf(signedIn))

	const { username } = submission.value
	await signIn(context, request, signedIn.value)
	const cookie = await knownDeviceCookie(request.headers, username)
	return redirect(next(submission.value), { status: 303, headers: { 'Set-Cookie': cookie } })
}

const passkey = signedChallenge.extend({ callbackUrl: z.string().optional() })

/** The same by a passkey, whose answer the page's script has put into a form. */
export async function signInByPasskey(
	{ request, context }: Posted,
	next: (typed: Typed) => string,
) {
	const submission = parseForm(await request.formData(), passkey)
	if (submission.status !== 'success')
		return data(submission.reply(refused(loginFailed(refuse('passkeyRefused')))), 422)

	const { addressHash } = visitorOf(context)
	const signedIn = await authenticateByPasskey(submission.value, addressHash)
	if (!signedIn.ok) return data(submission.reply(refused(loginFailed(signedIn))), initOf(signedIn))

	await signIn(context, request, signedIn.value.id)
	const cookie = await knownDeviceCookie(request.headers, signedIn.value.username)
	return redirect(next(submission.value), { status: 303, headers: { 'Set-Cookie': cookie } })
}

type Typed = { callbackUrl?: string | undefined }

/** 'Login fehlgeschlagen', and why. */
function loginFailed({ message }: Refused): Refused {
	return { ...refuse('loginFailed'), details: [message] }
}

/** Too many attempts are told when to come again. */
export function initOf({ message }: Refused): ResponseInit {
	return message.key === 'errors.tooManyAttempts'
		? { status: 429, headers: { 'Retry-After': '900' } }
		: { status: 422 }
}
