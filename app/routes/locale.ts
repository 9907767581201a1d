import { redirect } from 'react-router'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { locales } from '#app/i18n/i18n.ts'
import { localeCookie } from '#app/middleware/locale.server.ts'
import { ownPath } from '#app/middleware/own-path.ts'

import type { Route } from './+types/locale.ts'

const schema = z.object({ locale: z.enum(locales) })

/** There is nothing to see here. */
export function loader() {
	return redirect('/')
}

/** Remembers the language and goes back to where one was. A language that we do not speak changes nothing. */
export async function action({ request }: Route.ActionArgs) {
	const form = await request.formData()
	const back = ownPath(form.get('returnTo'))
	const submission = parseForm(form, schema)
	if (submission.status !== 'success') return redirect(back, 303)

	const { locale } = submission.value
	return redirect(back, { status: 303, headers: { 'Set-Cookie': localeCookie(locale) } })
}
