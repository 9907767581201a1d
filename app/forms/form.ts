import { useForm as useConformForm } from '@conform-to/react'
import type { DefaultValue, Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'
import type { $ZodIssue } from 'zod/v4/core'

import type { Message } from '#app/i18n/i18n.ts'
import { errorMap, toMessage } from '#app/i18n/validation.ts'
import { readPosted, secret } from '#app/models/posted.ts'
import type { Refused } from '#app/models/result.ts'

/** The answer of an action with 422, as `useForm` takes it: the values as typed and the messages by field. */
export type FormResult = SubmissionResult<Message[]>

/** The properties of a field that a field component needs; `fields.email` of `useForm` is one. */
export type Field = {
	id: string
	name: string
	formId: string
	errorId: string
	descriptionId: string
	errors: Message[] | undefined
	initialValue: unknown
}

/** The properties of a form that the error summary needs; the first value that `useForm` returns is one. */
export type FormErrors = { id: string; allErrors: Record<string, Message[]> }

type AnySchema = z.ZodType<unknown, Record<string, unknown>>

/**
 * Parses the values that a form posts by `schema`; no other function parses them. Values that `readPosted` cannot read
 * are refused at their fields.
 */
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
 * The most characters of a refused form that a page shows again: more than fills any of our forms. In the page one
 * character may take six bytes and occur three times (faults M4).
 */
const MOST_SHOWN = 10_000

/** Lists the fields that a page does not show again: passwords, and values beyond `MOST_SHOWN`. */
function hiddenOf(payload: URLSearchParams): string[] {
	let left = MOST_SHOWN
	return [...payload].flatMap(([name, text]) => {
		if (secret.test(name) || text.length > left) return [name]
		left -= text.length
		return []
	})
}

/** Returns a refusal for the whole form: `data(submission.reply(refused(result)), 422)`. */
export function refused(result: Refused): { formErrors: Message[] } {
	return { formErrors: [result.message, ...(result.details ?? [])] }
}

/** Returns a refusal for one field of the form: `submission.reply(refusedAt('code', result))`. */
export function refusedAt(
	name: string,
	result: Refused,
): { fieldErrors: Record<string, Message[]> } {
	return { fieldErrors: { [name]: [result.message, ...(result.details ?? [])] } }
}

/**
 * Returns a form and its fields with names, ids, values and messages: `useForm<typeof schema>({ lastResult: actionData
 * })`. The schema is a type here and stays on the server. After a refusal the `ErrorSummary` gets the focus, or,
 * without one, the first field with a message.
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
 * The result without messages, for a page whose action has answered none, as after a redirect to the same page: conform
 * goes on showing the last messages until it is given another result.
 */
const nothingWrong: FormResult = { error: {} }

/** Returns the messages of an action by field, for an error summary; '' holds those of no field. */
export function errorsOf({ error }: FormResult): FormErrors['allErrors'] {
	return Object.fromEntries(
		Object.entries(error ?? {}).flatMap(([name, messages]) => (messages ? [[name, messages]] : [])),
	)
}

/**
 * Returns the props to spread onto `<Form>`. They turn off the browser's validation, so that the visitor reads our
 * sentences.
 */
export function formProps(form: { id: string }) {
	return { id: form.id, noValidate: true }
}
