import type { RouterContextProvider } from 'react-router'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { isKnownDevice } from '#app/http/known-device.server.ts'
import { visitorOf } from '#app/middleware/visit.server.ts'
import { refuse, type Result } from '#app/models/result.ts'
import { typedPassword, typedUsername } from '#app/models/visitor/account.ts'
import type { Proof } from '#app/models/visitor/proof.server.ts'
import { authenticate } from '#app/models/visitor/sign-in.server.ts'

/** The schema of the sign-in form. */
export const credentials = z.object({
	username: typedUsername,
	password: typedPassword,
	callbackUrl: z.string().optional(),
})

/**
 * The remix-auth strategy of the sign-in form (record 017). Its `authenticate` reads the request and returns the proof
 * of the account, or a refusal for wrong credentials; it throws for bugs alone.
 */
export function authenticatorFor(context: Readonly<RouterContextProvider>) {
	return new Authenticator<Result<Proof>>().use(
		new FormStrategy(({ form, request }) => check(form, request, context)),
		'credentials',
	)
}

async function check(
	form: FormData,
	request: Request,
	context: Readonly<RouterContextProvider>,
): Promise<Result<Proof>> {
	const typed = parseForm(form, credentials)
	if (typed.status !== 'success') return refuse('credentialsUnknown')
	const { username, password } = typed.value
	return authenticate({
		username,
		password,
		addressHash: visitorOf(context).addressHash,
		isKnownDevice: (accountId) => isKnownDevice(request.headers, accountId),
	})
}
