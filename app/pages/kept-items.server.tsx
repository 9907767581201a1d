import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

import { WordsContext } from '#app/i18n/use-i18n.ts'
import type { Words } from '#app/i18n/words.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'

type Item<Props> = (props: Props) => ReactNode
type ItemToKeep<Props> = { props: Props; words: Words }

/** Returns an item of a list as HTML, rendered once for each component, language and equal props (record 027). */
export function renderItem<Props extends object>(
	item: Item<Props>,
	asked: ItemToKeep<Props>,
): string {
	return rendered(item as Item<object>, asked)
}

const rendered = memoizeByOwner(
	(Item: Item<object>, { props, words }: ItemToKeep<object>) =>
		renderToString(
			<WordsContext value={words}>
				<Item {...props} />
			</WordsContext>,
		),
	({ props, words }) => words.locale + JSON.stringify(props),
)
