import type { RouterContextProvider } from 'react-router'

import type { FormResult } from '#app/forms/form.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { sentence } from '#app/ui/sentence.tsx'

/**
 * Returns the reasons of a refusal that no field is to blame for, in words: browsers lack the texts of booking pages.
 */
export function problemsOf(
	context: Readonly<RouterContextProvider>,
	result: FormResult | null,
): string[] {
	const { t } = i18nOf(context)
	return (result?.error?.[''] ?? []).map((message) => sentence(t, message))
}
