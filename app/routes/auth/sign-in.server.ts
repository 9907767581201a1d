import { data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'

import { parseForm, refused } from '#app/forms/form.ts'
import { knownDeviceCookie } from '#app/http/known-device.server.ts'
import { signIn } from '#app/middleware/account.server.ts'
import { visitorOf } from '#app/middleware/visit.server.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import { authenticateByPasskey } from '#app/models/visitor/passkey.server.ts'
import { signedChallenge } from '#app/models/visitor/passkey.ts'
import type { Proof } from '#app/models/visitor/proof.server.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { refusedInQueue } from '#app/pages/sign-in-queue.server.ts'
import { authenticatorFor, credentials } from '#app/routes/auth/authenticator.server.ts'

type Posted = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * Signs in by the posted username and password and redirects to the path that `next` returns, or answers the form with
 * the refusal. Used by the login page and the checkout.
 */
export async function signInByForm({ request, context }: Posted, next: (typed: Typed) => string) {
	const form = await request.clone().formData()
	const inQueue = refusedInQueue(context)
	if (inQueue?.username) form.set('username', inQueue.username)
	const submission = parseForm(form, credentials)
	if (submission.status !== 'success') return data(submission.reply(), 422)
	if (inQueue) return data(submission.reply(refused(queueIsFull)), refusalInit(queueIsFull))

	const proof = await authenticatorFor(context).authenticate('credentials', request)
	const entered = proof.ok ? await enter({ request, context }, proof.value) : proof
	if (!entered.ok)
		return data(submission.reply(refused(loginFailed(entered))), refusalInit(entered))
	return redirect(next(submission.value), { status: 303, headers: entered.value })
}

const passkey = signedChallenge.extend({ callbackUrl: z.string().optional() })

/**
 * Signs in by a passkey, whose signature the login page's script has put into a form, and redirects to the path that
 * `next` returns, or answers the form with the refusal.
 */
export async function signInByPasskey(
	{ request, context }: Posted,
	next: (typed: Typed) => string,
) {
	const submission = parseForm(await request.formData(), passkey)
	if (submission.status !== 'success')
		return data(submission.reply(refused(loginFailed(refuse('passkeyRefused')))), 422)
	if (refusedInQueue(context))
		return data(submission.reply(refused(queueIsFull)), refusalInit(queueIsFull))

	const { addressHash } = visitorOf(context)
	const proof = await authenticateByPasskey(submission.value, addressHash)
	const entered = proof.ok ? await enter({ request, context }, proof.value) : proof
	if (!entered.ok)
		return data(submission.reply(refused(loginFailed(entered))), refusalInit(entered))
	return redirect(next(submission.value), { status: 303, headers: entered.value })
}

/**
 * Signs in the account of `proof` and returns the header of the cookie that makes this browser a known device. Refuses
 * as for wrong credentials when the proof no longer holds (faults M2).
 */
export async function enter(
	{ request, context }: Posted,
	proof: Proof,
): Promise<Result<{ 'Set-Cookie': string }>> {
	const signedIn = await signIn(context, request, proof)
	if (!signedIn.ok) return refuse('credentialsUnknown')
	return ok({ 'Set-Cookie': knownDeviceCookie(request.headers, proof.accountId) })
}

const queueIsFull = refuse('tooManySignIns')

type Typed = { callbackUrl?: string | undefined }

/** Returns the refusal 'Login fehlgeschlagen' with the given reason as its detail. */
function loginFailed({ message }: Refused): Refused {
	return { ...refuse('loginFailed'), details: [message] }
}
