import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { errorsOf, parseForm, refused, refusedAt } from '#app/forms/form.ts'
import { say } from '#app/i18n/say.ts'
import { errorMap, toMessage } from '#app/i18n/validation.ts'
import { quantity, quantityOrNone, wholeNumber } from '#app/models/quantity.ts'
import { refuse } from '#app/models/result.ts'

function formOf(entries: [string, string][] | Record<string, string>): FormData {
	const form = new FormData()
	for (const [name, value] of Array.isArray(entries) ? entries : Object.entries(entries))
		form.append(name, value)
	return form
}

/** Returns the messages of the only field. */
function saidOf(schema: z.ZodType, value: string | undefined) {
	const form = formOf(value === undefined ? {} : { field: value })
	const submission = parseForm(form, z.object({ field: schema }))
	return submission.status === 'success' ? submission.value : submission.error?.['field']
}

describe('every generic sentence', () => {
	test.each([
		['required, missing', z.string(), undefined, { key: 'validation.required' }],
		['required, empty', z.string(), '', { key: 'validation.required' }],
		[
			'required, only spaces',
			z.string().trim().min(1),
			'  ',
			{ key: 'validation.required', values: { minimum: 1 } },
		],
		['required choice', z.enum(['a', 'b']), '', { key: 'validation.required' }],
		['unknown choice', z.enum(['a', 'b']), 'c', { key: 'validation.invalid' }],
		['not a number', z.number(), 'abc', { key: 'validation.invalid' }],
		['wrong pattern', z.string().regex(/^\d{5}$/), '1234', { key: 'validation.invalid' }],
		['no date', z.iso.date(), '2026-02-30', { key: 'validation.invalidDate' }],
		['no date at all', z.date(), 'tomorrow', { key: 'validation.invalidDate' }],
		['too short', z.string().min(2), 'A', { key: 'validation.tooShort', values: { minimum: 2 } }],
		['too long', z.string().max(3), 'ABCD', { key: 'validation.tooLong', values: { maximum: 3 } }],
		[
			'too small',
			wholeNumber({ min: 5, max: 9 }),
			'4',
			{ key: 'validation.tooSmall', values: { minimum: 5 } },
		],
		[
			'too big',
			wholeNumber({ min: 5, max: 9 }),
			'10',
			{ key: 'validation.tooBig', values: { maximum: 9 } },
		],
		['no e-mail', z.email(), 'nobody', { key: 'validation.invalidEmail' }],
		[
			'own sentence, missing',
			z.string(say('partyNameRequired')),
			'',
			{ key: 'validation.partyNameRequired' },
		],
		[
			'own sentence, check',
			z.literal('on', say('termsRequired')),
			'no',
			{ key: 'validation.termsRequired' },
		],
		[
			'own check',
			z.string().refine(() => false, say('emailsDiffer')),
			'x',
			{ key: 'validation.emailsDiffer' },
		],
		[
			'a check without a sentence',
			z.string().refine(() => false),
			'x',
			{ key: 'validation.invalid' },
		],
	])('%s gives its sentence', (_, schema, value, message) => {
		expect(saidOf(schema, value)).toEqual([message])
	})

	test('a foreign sentence is never shown', () => {
		const issue = z.string().safeParse(1).error?.issues[0]
		expect(issue && toMessage(issue)).toEqual({ key: 'validation.invalid' })
	})

	test('one process serves two visitors in two languages: the map is given with each parse', () => {
		expect(z.string().safeParse(undefined, { error: errorMap }).error?.issues[0]?.message).toBe(
			'required',
		)
		expect(z.string().safeParse(undefined).error?.issues[0]?.message).toMatch(/^Invalid input/)
	})
})

describe('fields posted by hand', () => {
	const schema = z.object({ name: z.string(), more: z.string().optional() })

	test('names that the schema does not know are left out (E13)', () => {
		const submission = parseForm(formOf({ name: 'Ada', total: '1', state: 'paid' }), schema)
		expect(submission.status === 'success' && submission.value).toEqual({ name: 'Ada' })
	})

	test.each([
		['NUL', 'A\u0000da'],
		['an escape', '\u001B[31mAda'],
		['half a character', 'A\uD83Dda'],
		['broken UTF-8', 'A\uFFFDda'],
	])('%s is refused at its field and not sent back (E4)', (_, name) => {
		const submission = parseForm(formOf({ name, more: 'kept' }), schema)
		expect(submission.status).toBe('error')
		expect(submission.reply()).toMatchObject({
			status: 'error',
			error: { name: [{ key: 'validation.invalid' }] },
			initialValue: { name: expect.not.stringContaining('\u0000'), more: 'kept' },
		})
	})

	test('a file is refused in place of text', () => {
		const form = new FormData()
		form.append('name', new File(['x'], 'x.txt'))
		expect(parseForm(form, schema).reply()).toMatchObject({
			error: { name: [{ key: 'validation.required' }] },
		})
	})
})

describe('names with a path', () => {
	test('become parts of one object', () => {
		const schema = z.object({
			party: z.object({ type: z.string() }),
			quantities: z.record(z.string(), quantityOrNone),
		})
		const submission = parseForm(
			formOf({ 'party.type': 'team', 'quantities.pizza-xl': '2', 'quantities.cake': '0' }),
			schema,
		)
		expect(submission.status === 'success' && submission.value).toEqual({
			party: { type: 'team' },
			quantities: { 'pizza-xl': 2, cake: 0 },
		})
	})
})

describe('refusals', () => {
	const submission = parseForm(formOf({ name: 'Ada' }), z.object({ name: z.string() }))

	test('stand at the form, with the values as typed', () => {
		expect(submission.reply(refused(refuse('noFreePlaces')))).toMatchObject({
			status: 'error',
			initialValue: { name: 'Ada' },
			error: { '': [{ key: 'errors.noFreePlaces' }] },
		})
	})

	test('may stand at one field', () => {
		expect(submission.reply(refusedAt('name', refuse('voucherExpired')))).toMatchObject({
			error: { name: [{ key: 'errors.voucherExpired' }] },
		})
	})

	test('are read by field, without the empty ones', () => {
		const told = submission.reply(refusedAt('name', refuse('voucherExpired')))
		expect(errorsOf(told)).toEqual({ name: [{ key: 'errors.voucherExpired' }] })
		expect(errorsOf({ error: { '': null } })).toEqual({})
		expect(errorsOf({})).toEqual({})
	})
})

describe('several changes on one page', () => {
	const schema = z.discriminatedUnion('intent', [
		z.object({ intent: z.literal('add'), quantity }),
		z.object({ intent: z.literal('redeem'), code: z.string() }),
	])

	test('are told apart by their button', () => {
		const submission = parseForm(formOf({ intent: 'add', quantity: '2' }), schema)
		expect(submission.status === 'success' && submission.value).toEqual({
			intent: 'add',
			quantity: 2,
		})
	})

	test.each([{}, { intent: 'pay' }])('do not include %j', (entries) => {
		expect(parseForm(formOf(entries), schema).reply()).toMatchObject({
			error: { intent: [{ key: 'validation.invalid' }] },
		})
	})
})

test.each([
	['without a field of 60 kB', { note: 60_000, name: 3 }, ['name']],
	['with the first of many long fields', { a: 6000, b: 5000, c: 4000, name: 3 }, ['a', 'c']],
	['with all that we ask for', { note: 1000, street: 150, name: 3 }, ['name', 'note', 'street']],
	['without a password', { newPassword: 10, name: 3 }, ['name']],
])('a refused form comes back %s (faults M4)', (_, lengths, shown) => {
	const typed = Object.entries(lengths).map(([name, length]) => [name, '<'.repeat(length)])
	const submission = parseForm(formOf(Object.fromEntries(typed)), z.object({ email: z.string() }))
	const { initialValue } = submission.reply()
	const names = Object.entries(initialValue ?? {}).filter(([, text]) => text !== undefined)
	expect(names.map(([name]) => name).toSorted()).toEqual(shown)
})

test('invisible signs are removed from all typed text but passwords (faults N9)', () => {
	const schema = z.object({
		name: z.string().optional(),
		note: z.string(),
		newPassword: z.string(),
	})
	const typed = {
		name: '\u200B\u2060',
		note: '\u2066Mia\u2069 👩\u200D👧',
		newPassword: 'a\u200Bb',
	}
	const submission = parseForm(formOf(typed), schema)
	expect(submission.status === 'success' && submission.value).toEqual({
		name: undefined,
		note: 'Mia 👩\u200D👧',
		newPassword: 'a\u200Bb',
	})
})
