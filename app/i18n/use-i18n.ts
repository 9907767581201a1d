import { createContext, use } from 'react'

import type { Words } from '#app/i18n/words.ts'

/** The words of a page. They never change on a page, because another language loads a new page. */
export const WordsContext = createContext<Words | null>(null)

/**
 * Returns the words of this page.
 *
 * @throws Error outside of a WordsContext: that is a bug.
 */
export function useI18n(): Words {
	const words = use(WordsContext)
	if (!words) throw new Error('no WordsContext around this')
	return words
}
