import { data, redirect, type RouterContextProvider } from 'react-router'

import { parseForm, refused } from '#app/forms/form.ts'
import { signIn } from '#app/middleware/account.server.ts'
import { knownDeviceCookie } from '#app/middleware/known-device.server.ts'
import { refuse, type Refused } from '#app/models/result.ts'
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
