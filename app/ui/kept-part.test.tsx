import { useId, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { de } from '#app/i18n/de.ts'
import { en } from '#app/i18n/en.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n, WordsContext } from '#app/i18n/use-i18n.ts'
import { createWords } from '#app/i18n/words.ts'
import { pageParts } from '#app/pages/page-parts.server.ts'
import { KeptPart, PagePartsContext } from '#app/ui/kept-part.tsx'

const words = { 'de-DE': createWords('de-DE', de), 'en-EN': createWords('en-EN', en) }

test('a page of kept parts is the one that would be made, and each part is made once', () => {
	const made: string[] = []
	const page = (names: string[]) => <Rows names={names} note={(name) => made.push(name)} />

	for (const names of [['a', 'b'], ['b', 'a'], ['a', 'c & "d" <kept-part n="0">', 'b'], ['a']])
		expect(withParts(page(names))).toBe(plain(page(names)))
	made.length = 0
	withParts(page(['a', 'b', 'a']))
	expect(made).toEqual([])
})

test('each language has its own', () => {
	const page = (
		<KeptPart of={['language']}>
			<Language />
		</KeptPart>
	)
	expect(withParts(page)).toBe('<p>de-DE</p>')
	expect(withParts(page, 'en-EN')).toBe('<p>en-EN</p>')
})

test('what is made of more than is said is made for each page', () => {
	for (const text of ['one', 'two']) {
		const page = (
			<KeptPart of={null}>
				<b>{text}</b>
			</KeptPart>
		)
		expect(withParts(page)).toBe(`<b>${text}</b>`)
	}
})

test('so is what has an id of its place', () => {
	const named = (
		<KeptPart of={['named']}>
			<Named />
		</KeptPart>
	)
	withParts(
		<>
			{named}
			<i />
		</>,
	)
	const elsewhere = (
		<>
			<i />
			{named}
		</>
	)
	expect(withParts(elsewhere)).toBe(plain(elsewhere))
})

test('a part within a part is a piece of it and one of its own', () => {
	const made: string[] = []
	const list = (title: string, names: string[]) => (
		<KeptPart of={['list', title, names]}>
			<div>
				<Rows names={names} note={(name) => made.push(name)} />
				{title}
			</div>
		</KeptPart>
	)
	for (const names of [['inner'], ['inner', 'new'], ['inner', 'new']])
		expect(withParts(list('list', names))).toBe(plain(list('list', names)))
	made.length = 0
	withParts(list('list', ['inner', 'new']))
	withParts(list('another list', ['new', 'inner']))
	expect(made).toEqual([])
})

function Rows({ names, note }: { names: string[]; note: (name: string) => void }) {
	return (
		<ul>
			{names.map((name, at) => (
				// The same name may come twice.
				// oxlint-disable-next-line react/no-array-index-key
				<li key={at}>
					<KeptPart of={['row', name]}>
						<Row name={name} note={note} />
					</KeptPart>
				</li>
			))}
		</ul>
	)
}

function Row({ name, note }: { name: string; note: (name: string) => void }) {
	note(name)
	return (
		<p title={name}>
			{name} {name}
		</p>
	)
}

function Language() {
	return <p>{useI18n().locale}</p>
}

function Named() {
	return <p id={useId()} />
}

function plain(page: ReactElement) {
	return renderToString(<WordsContext value={words['de-DE']}>{page}</WordsContext>)
}

function withParts(page: ReactElement, locale: Locale = 'de-DE') {
	const parts = pageParts()
	const html = renderToString(
		<WordsContext value={words[locale]}>
			<PagePartsContext value={parts}>{page}</PagePartsContext>
		</WordsContext>,
	)
	return parts.fill(html)
}
