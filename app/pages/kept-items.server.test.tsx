import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import type { Locale } from '#app/i18n/i18n.ts'
import { wordsOf } from '#app/i18n/translator.ts'
import { useI18n, WordsContext } from '#app/i18n/use-i18n.ts'
import { renderItem } from '#app/pages/kept-items.server.tsx'
import { KeptItem, RenderItemContext } from '#app/ui/kept-item.tsx'

const made = vi.fn()

function Row({ name, count }: { name: string; count: number }) {
	const { t, locale } = useI18n()
	made()
	return (
		<b title={name}>
			{name} {count} {locale} {t('form.optional')}
		</b>
	)
}

function Other({ name }: { name: string; count: number }) {
	return <i>{name}</i>
}

test('a page with kept items equals the page without, and each item is rendered once', () => {
	const lists = [
		[item('a & "b"', 1), item('<c>', 2)],
		[item('<c>', 2), item('a & "b"', 1)],
		[item('a & "b"', 2), { of: Other, props: { name: '<c>', count: 2 } }],
	]
	for (const locale of ['de-DE', 'en-EN'] as const)
		for (const list of lists) expect(kept(list, locale)).toBe(plain(list, locale))

	made.mockClear()
	for (const list of lists) kept(list, 'de-DE')
	expect(made).not.toHaveBeenCalled()
})

type Listed = { of: typeof Row; props: { name: string; count: number } }

function item(name: string, count: number): Listed {
	return { of: Row, props: { name, count } }
}

function kept(list: Listed[], locale: Locale): string {
	const items = list.map(({ of, props }) => <KeptItem key={props.name} of={of} props={props} />)
	return page(<RenderItemContext value={renderItem}>{items}</RenderItemContext>, locale)
}

function plain(list: Listed[], locale: Locale): string {
	const items = list.map(({ of: Item, props }) => (
		<li key={props.name}>
			<Item {...props} />
		</li>
	))
	return page(items, locale)
}

function page(items: ReactNode, locale: Locale): string {
	return renderToString(
		<WordsContext value={wordsOf(locale)}>
			<ul>{items}</ul>
		</WordsContext>,
	)
}
