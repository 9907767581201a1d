import { data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'

import { parseForm, refused } from '#app/forms/form.ts'
import { signIn } from '#app/middleware/account.server.ts'
import { knownDeviceCookie } from '#app/middleware/known-device.server.ts'
import { refusedInLine, RETRY_AFTER } from '#app/middleware/sign-in-line.server.ts'
import { visitorOf } from '#app/middleware/visit.server.ts'
import { refuse, type Refused } from '#app/models/result.ts'
import { authenticateByPasskey } from '#app/models/visitor/passkey.server.ts'
import { signedChallenge } from '#app/models/visitor/passkey.ts'
import { authenticatorFor, credentials } from '#app/routes/auth/authenticator.server.ts'

type Posted = { request: Request; context: Readonly<RouterContextProvider> }

/** What the two pages with a form for signing in do: signed in and on to `next`, or the form once more. */
export async function signInByForm({ request, context }: Posted, next: (typed: Typed) => string) {
	const form = await request.clone().formData()
	const inLine = refusedInLine(context)
	if (inLine?.username) form.set('username', inLine.username)
	const submission = parseForm(form, credentials)
	if (submission.status !== 'success') return data(submission.reply(), 422)
	if (inLine) return data(submission.reply(refused(lineIsFull)), refusalInit(lineIsFull))

	const signedIn = await authenticatorFor(context).authenticate('credentials', request)
	if (!signedIn.ok)
		return data(submission.reply(refused(loginFailed(signedIn))), refusalInit(signedIn))

	await signIn(context, request, signedIn.value)
	const cookie = knownDeviceCookie(request.headers, signedIn.value)
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
	if (refusedInLine(context))
		return data(submission.reply(refused(lineIsFull)), refusalInit(lineIsFull))

	const { addressHash } = visitorOf(context)
	const signedIn = await authenticateByPasskey(submission.value, addressHash)
	if (!signedIn.ok)
		return data(submission.reply(refused(loginFailed(signedIn))), refusalInit(signedIn))

	await signIn(context, request, signedIn.value)
	const cookie = knownDeviceCookie(request.headers, signedIn.value)
	return redirect(next(submission.value), { status: 303, headers: { 'Set-Cookie': cookie } })
}

const lineIsFull = refuse('tooManySignIns')

type Typed = { callbackUrl?: string | undefined }

/** 'Login fehlgeschlagen', and why. */
function loginFailed({ message }: Refused): Refused {
	return { ...refuse('loginFailed'), details: [message] }
}

/** Too many attempts are told when to come again, of one visitor or of all. */
export function refusalInit({ message }: Refused): {
	status: number
	headers?: Record<string, string>
} {
	switch (message.key) {
		case 'errors.tooManyAttempts':
			return { status: 429, headers: { 'Retry-After': '900' } }
		case 'errors.tooManySignIns':
			return { status: 503, headers: { 'Retry-After': String(RETRY_AFTER) } }
		default:
			return { status: 422 }
	}
}
