import type { Texts } from '#app/i18n/de.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { texts } from '#app/i18n/texts.ts'
import type { Branch } from '#app/i18n/words.ts'

/** The path of a block of texts: `giftVoucher`, `auth.verify`. */
type BlockPath = {
	[Area in keyof Texts]: Area | `${Area}.${keyof Texts[Area] & string}`
}[keyof Texts]

/** Returns blocks of texts that browsers have on some pages alone (`blocksOfServers`), for `PageTexts`. */
export function pageTexts(locale: Locale, ...paths: BlockPath[]): Branch {
	const found: Branch = {}
	for (const path of paths) {
		const [area = '', name] = path.split('.')
		const block = (texts[locale] as Branch)[area] as Branch
		if (name === undefined) found[area] = block
		else found[area] = { ...(found[area] as Branch), [name]: block[name] as Branch }
	}
	return found
}
