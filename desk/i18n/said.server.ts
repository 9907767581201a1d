import type { RouterContextProvider } from 'react-router'

import type { Message } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { localeOf } from '#app/middleware/locale.server.ts'

/** Returns the sentence of a model's refusal in the language of this request. */
export function said(context: Readonly<RouterContextProvider>, { key, values }: Message): string {
	return translator(localeOf(context))(key, values ?? {})
}
