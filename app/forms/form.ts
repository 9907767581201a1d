import { useForm as useConformForm } from '@conform-to/react'
import type { DefaultValue, Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'
import type { $ZodIssue } from 'zod/v4/core'

import type { Message } from '#app/i18n/i18n.ts'
import { errorMap, toMessage } from '#app/i18n/validation.ts'
import { readPosted, secret } from '#app/models/posted.ts'
import type { Refused } from '#app/models/result.ts'

/** What an action answers with 422, and `useForm` takes: the values as typed and the messages by field. */
export type FormResult = SubmissionResult<Message[]>

/** What a field component needs of a field; `fields.email` of `useForm` is one. */
export type Field = {
	id: string
	name: string
	formId: string
	errorId: string
	descriptionId: string
	errors: Message[] | undefined
	initialValue: unknown
}

/** What the error summary needs of a form; the first of what `useForm` returns is one. */
export type FormErrors = { id: string; allErrors: Record<string, Message[]> }

type AnySchema = z.ZodType<unknown, Record<string, unknown>>

/** The only door for what a form posts, by the rules of `readPosted`. */
export function parseForm<Schema extends AnySchema>(
	formData: FormData,
	schema: Schema,
): Submission<z.input<Schema>, Message[], z.output<Schema>> {
	const { payload, unreadable } = readPosted(formData)
	const parsed = parseWithZod(payload, {
		schema,
		error: errorMap,
		formatError: (issues: $ZodIssue[]) => issues.map(toMessage),
	})
	const hideFields = hiddenOf(payload)
	const submission: typeof parsed = {
		...parsed,
		reply: (more) => parsed.reply({ hideFields, ...more }),
	}
	if (unreadable.length === 0) return submission

	const fieldErrors = Object.fromEntries(
		unreadable.map((name) => [name, [{ key: 'validation.invalid' } satisfies Message]]),
	)
	return {
		status: 'error',
		payload: submission.payload,
		error: { ...(submission.status === 'success' ? {} : submission.error), ...fieldErrors },
		reply: (more) =>
			submission.reply({
				...more,
				fieldErrors: { ...fieldErrors, ...(more && 'fieldErrors' in more && more.fieldErrors) },
			}),
	}
}

/**
 * Characters of a form that come back in a page: more than fills any of our forms. A sign may take six bytes there
 * and stand there three times (faults M4).
 */
const MOST_SHOWN = 10_000

/** A password that was typed never comes back in a page, nor does what goes beyond `MOST_SHOWN`. */
function hiddenOf(payload: URLSearchParams): string[] {
	let left = MOST_SHOWN
	return [...payload].flatMap(([name, text]) => {
		if (secret.test(name) || text.length > left) return [name]
		left -= text.length
		return []
	})
}

/** A refusal said at the form: `data(submission.reply(refused(result)), 422)`. */
export function refused(result: Refused): { formErrors: Message[] } {
	return { formErrors: [result.message, ...(result.details ?? [])] }
}

/** The same at one field: `submission.reply(refusedAt('code', result))`. */
export function refusedAt(
	name: string,
	result: Refused,
): { fieldErrors: Record<string, Message[]> } {
	return { fieldErrors: { [name]: [result.message, ...(result.details ?? [])] } }
}

/**
 * A form's names, ids, values and messages: `useForm<typeof schema>({ lastResult: actionData })`. The schema
 * is a type here and stays on the server. After a refusal the `ErrorSummary` gets the focus, or, without one,
 * the first field with a message.
 */
export function useForm<Schema extends AnySchema>(options: {
	/** Needed where a page has more than one form. */
	id?: string
	lastResult?: FormResult | null | undefined
	defaultValue?: DefaultValue<z.input<Schema>> | undefined
}) {
	const { id, lastResult, defaultValue } = options
	const [form, fields] = useConformForm<z.input<Schema>, z.input<Schema>, Message[]>({
		lastResult: lastResult ?? nothingWrong,
		...(id && { id }),
		...(defaultValue && { defaultValue }),
	})
	return [form, fields] as const
}

/**
 * After a redirect to the same page there is no result. conform would go on showing the last one: only another
 * takes its messages away.
 */
const nothingWrong: FormResult = { error: {} }

/** What an action answered, by field, as an error summary takes it; '' is what no field is to blame for. */
export function errorsOf({ error }: FormResult): FormErrors['allErrors'] {
	return Object.fromEntries(
		Object.entries(error ?? {}).flatMap(([name, messages]) => (messages ? [[name, messages]] : [])),
	)
}

/** Spread onto `<Form>`. The visitor reads our sentences, not the browser's. */
export function formProps(form: { id: string }) {
	return { id: form.id, noValidate: true }
}
