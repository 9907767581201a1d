import { redirect } from 'react-router'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { affiliateCookie } from '#app/http/affiliate.server.ts'
import { ownPath } from '#app/http/own-path.ts'
import { affiliateValue } from '#app/models/visitor/affiliate.ts'

import type { Route } from './+types/affiliate.ts'

const schema = z.object({
	awc: z.string().optional(),
	answer: z.enum(['allow', 'refuse']),
})

/** Redirects to the start page: this address takes posts only. */
export function loader() {
	return redirect('/')
}

/**
 * Sets the partner's cookie after the visitor's consent and redirects to the page that asked. A refusal stores nothing:
 * the next partner link asks again.
 */
export async function action({ request }: Route.ActionArgs) {
	const form = await request.formData()
	const back = ownPath(form.get('returnTo'))
	const submission = parseForm(form, schema)
	if (submission.status !== 'success') return redirect(back, 303)

	const { awc, answer } = submission.value
	const value = affiliateValue(awc)
	return redirect(back, {
		status: 303,
		headers: answer === 'allow' && value !== null ? { 'Set-Cookie': affiliateCookie(value) } : {},
	})
}
