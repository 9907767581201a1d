import { redirect, redirectDocument } from 'react-router'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { localeCookie } from '#app/http/locale.server.ts'
import { ownAddress, ownPath } from '#app/http/own-path.ts'
import { inAnyLanguage } from '#app/http/page-language.server.ts'
import { locales } from '#app/i18n/i18n.ts'
import { keepTyped } from '#app/middleware/draft.server.ts'

import type { Route } from './+types/locale.ts'

const schema = z.object({ locale: z.enum(locales) })

/** Redirects to the start page: this address takes posts only. */
export function loader() {
	return redirect('/')
}

/**
 * Stores the chosen language in a cookie and redirects to the page, with the values typed there. An unknown language
 * changes nothing.
 */
export async function action({ request, context }: Route.ActionArgs) {
	const form = await request.formData()
	const back = inAnyLanguage(ownPath(form.get('returnTo')))
	await keepTyped(context, ownAddress(back).pathname, form)
	const submission = parseForm(form, schema)
	if (submission.status !== 'success') return redirect(back, 303)

	const { locale } = submission.value
	return redirectDocument(back, { status: 303, headers: { 'Set-Cookie': localeCookie(locale) } })
}
