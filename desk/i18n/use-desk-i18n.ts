import { createContext, use } from 'react'

import type { DeskWords } from '#desk/i18n/words.ts'

/**
 * The React context of the desk's words in the language of the page. It never changes: another language loads the page
 * anew.
 */
export const DeskWordsContext = createContext<DeskWords | null>(null)

/**
 * Returns the desk's words in the language of this page. Components of `#app/ui` and `#app/forms` find the shop's in
 * `WordsContext`.
 *
 * @throws Error outside of a DeskWordsContext: that is a bug.
 */
export function useDeskI18n(): DeskWords {
	const words = use(DeskWordsContext)
	if (!words) throw new Error('no DeskWordsContext around this')
	return words
}
