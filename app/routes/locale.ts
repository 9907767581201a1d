import { redirect, redirectDocument } from 'react-router'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { ownAddress, ownPath } from '#app/http/own-path.ts'
import { locales } from '#app/i18n/i18n.ts'
import { keepTyped } from '#app/middleware/draft.server.ts'
import { localeCookie } from '#app/middleware/locale.server.ts'

import type { Route } from './+types/locale.ts'

const schema = z.object({ locale: z.enum(locales) })

/** There is nothing to see here. */
export function loader() {
	return redirect('/')
}

/**
 * Remembers the language and goes back to where one was, with what was typed there. A language that we do not
 * speak changes nothing.
 */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await request.formData()
	const back = ownPath(form.get('returnTo'))
	await keepTyped(context, ownAddress(back).pathname, form)
	const submission = parseForm(form, schema)
	if (submission.status !== 'success') return redirect(back, 303)

	const { locale } = submission.value
	return redirectDocument(back, { status: 303, headers: { 'Set-Cookie': localeCookie(locale) } })
}
