import { redirect, redirectDocument } from 'react-router'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { ownPath } from '#app/http/own-path.ts'
import { locales } from '#app/i18n/i18n.ts'
import { deskLocaleCookie } from '#desk/middleware/locale.server.ts'

import type { Route } from './+types/language.ts'

const schema = z.object({ locale: z.enum(locales) })

/** Redirects home: this address takes posts only. */
export function loader() {
	return redirect('/')
}

/**
 * Stores the posted language at this device, and loads the page of `returnTo` anew. An unknown language changes
 * nothing.
 */
export async function action({ request }: Route.ActionArgs) {
	const form = await request.formData()
	const back = ownPath(form.get('returnTo'))
	const submission = parseForm(form, schema)
	if (submission.status !== 'success') return redirect(back, 303)
	const headers = { 'Set-Cookie': deskLocaleCookie(submission.value.locale) }
	return redirectDocument(back, { status: 303, headers })
}
