import { createContext, use, type ReactNode } from 'react'

import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Words } from '#app/i18n/words.ts'

type Item<Props> = (props: Props) => ReactNode

type RenderItem = <Props extends object>(
	item: Item<Props>,
	asked: { props: Props; words: Words },
) => string

/**
 * The function that renders an item of a list as HTML, one time for equal props and language. Servers provide it; in
 * browsers it is null.
 */
export const RenderItemContext = /* @__PURE__ */ createContext<RenderItem | null>(null)

type KeptItemProps<Props> = { of: Item<Props>; props: Props }

/**
 * An item of a list that is the same on most pages: servers render it one time for equal props and language and use the
 * HTML again (record 027). The component `of` may read its props, which are plain data, and the words of `useI18n`; it
 * reads no other context and calls no `useId`.
 */
export function KeptItem<Props extends object>({ of: Item, props }: KeptItemProps<Props>) {
	if (import.meta.env.SSR) return <RenderedItem of={Item} props={props} />
	return (
		<li>
			<Item {...props} />
		</li>
	)
}

function RenderedItem<Props extends object>({ of, props }: KeptItemProps<Props>) {
	const words = useI18n()
	const render = use(RenderItemContext)
	if (!render) throw new Error('no RenderItemContext around this')
	return <li dangerouslySetInnerHTML={{ __html: render(of, { props, words }) }} />
}
