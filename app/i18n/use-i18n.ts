import { createContext, use } from 'react'

import type { Words } from '#app/i18n/words.ts'

/** Our pages change their language by being loaded anew. */
export const WordsContext = createContext<Words | null>(null)

/**
 * The words of this page.
 *
 * @throws Error outside of a WordsContext: that is a bug.
 */
export function useI18n(): Words {
	const words = use(WordsContext)
	if (!words) throw new Error('no WordsContext around this')
	return words
}
