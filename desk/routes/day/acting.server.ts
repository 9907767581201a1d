import type { RouterContextProvider } from 'react-router'

import type { Message } from '#app/i18n/i18n.ts'
import { wordsOf } from '#app/i18n/translator.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import type { Refused } from '#app/models/result.ts'
import { complaint, type Complaints } from '#desk/ui/complaints.ts'

type Context = Readonly<RouterContextProvider>

/** Returns the sentence of a model's refusal in the language of the request. */
export function sentenceOf({ message: { key, values = {} } }: Refused, context: Context): string {
	return `${wordsOf(localeOf(context)).t(key, values)}.`
}

type Form = {
	/** The messages of each field, as `parseForm` found them; null for a form without any. */
	error: Record<string, Message[] | null> | null
	/** The labels of the fields that the form shows, by their names. */
	labels: Record<string, string>
	/** The sentence where none of these fields has a message: no page of ours has sent such a form. */
	otherwise: string
}

/**
 * Returns the complaints about a form that could not be read: the first message of each field, at the field, and at the
 * head of the form with the field's label.
 */
export function unreadWords({ error, labels, otherwise }: Form, context: Context): Complaints {
	const { t } = wordsOf(localeOf(context))
	const found = Object.entries(labels).flatMap(([name, label]) => {
		const [first] = error?.[name] ?? []
		if (!first) return []
		const message = `${t(first.key, first.values ?? {})}.`
		return [{ name, message, problem: t('form.problem', { label, message }) }]
	})
	if (found.length === 0) return complaint(otherwise)
	return {
		problems: found.map(({ problem }) => problem),
		at: Object.fromEntries(found.map(({ name, message }) => [name, message])),
	}
}
