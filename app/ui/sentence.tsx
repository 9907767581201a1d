import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'

import type { Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

/** Shows a message as a sentence in the visitor's language. */
export function Sentence({ of }: { of: Message }) {
	const { t } = useI18n()
	return sentence(t, of)
}

export function sentence(t: TFunction, { key, values }: Message): string {
	return t(key, { ...values })
}

/**
 * Shows a text with a link in it, written `before <name>its words</name> after`; `children` makes the link of its
 * words.
 */
export function LinkedText({
	text,
	children,
}: {
	text: string
	children: (words: string) => ReactNode
}) {
	const [, before, , words = '', after] = withLink.exec(text) ?? [text, text]
	return (
		<>
			{before}
			{words && children(words)}
			{after}
		</>
	)
}

const withLink = /^(.*)<(\w+)>(.*)<\/\2>(.*)$/s
