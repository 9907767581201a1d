import { useMemo, type ReactNode } from 'react'
import { useMatches } from 'react-router'

import { useI18n, WordsContext } from '#app/i18n/use-i18n.ts'
import { createWords, type Branch } from '#app/i18n/words.ts'

/** Adds the `texts` from the loader data of a route on the page (see `pageTexts`) to the words for `children`. */
export function PageTexts({ children }: { children: ReactNode }) {
	const words = useI18n()
	const texts = useMatches().map(textsIn).find(Boolean)
	const more = useMemo(
		() => (texts ? createWords(words.locale, texts, words) : words),
		[texts, words],
	)
	return <WordsContext value={more}>{children}</WordsContext>
}

function textsIn({ loaderData }: { loaderData: unknown }): Branch | null | undefined {
	return (loaderData as { texts?: Branch | null } | undefined)?.texts
}
