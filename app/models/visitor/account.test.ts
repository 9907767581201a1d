import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import {
	passwordPair,
	passwordsAgree,
	passwordsDiffer,
	usernameKey,
} from '#app/models/visitor/account.ts'

test.each([
	['ada@example.org', 'ada@example.org'],
	['  Ada@Example.ORG ', 'ada@example.org'],
	['ADA@EXAMPLE.ORG', 'ada@example.org'],
	['ünal@example.org', 'u\u0308nal@example.org'],
	['ａｄａ@example.org', 'ada@example.org'],
])('%s signs in as %s does (E4)', (one, other) => {
	expect(usernameKey(one)).toBe(usernameKey(other))
})

describe('a new password', () => {
	const schema = passwordPair.refine(passwordsAgree, passwordsDiffer)
	const told = (newPassword: string, newPasswordRepeat = newPassword) => {
		const formData = new FormData()
		formData.set('newPassword', newPassword)
		formData.set('newPasswordRepeat', newPasswordRepeat)
		return parseForm(formData, schema).reply().error ?? null
	}
	const tooShort = [{ key: 'validation.tooShort', values: { minimum: 8 } }]

	test.each([
		['seven77', { newPassword: tooShort }],
		['👩‍🚀', { newPassword: tooShort }],
		['x'.repeat(129), { newPassword: [{ key: 'validation.tooLong', values: { maximum: 128 } }] }],
		['x'.repeat(128), null],
		['😀'.repeat(128), null],
		['eight888', null],
		['  spaces  ', null],
		[
			'',
			{
				newPassword: [{ key: 'validation.required' }],
				newPasswordRepeat: [{ key: 'validation.required' }],
			},
		],
	])('%j', (password, errors) => {
		expect(told(password)).toEqual(errors)
	})

	test('the difference of two typed passwords is reported together with other problems', () => {
		const form = z
			.object({ ...passwordPair.shape, name: z.string() })
			.refine(passwordsAgree, passwordsDiffer)
		const formData = new FormData()
		formData.set('newPassword', 'eight888')
		formData.set('newPasswordRepeat', 'eight889')
		expect(Object.keys(parseForm(formData, form).reply().error ?? {})).toEqual([
			'name',
			'newPasswordRepeat',
		])
	})

	test('two typed passwords must be equal', () => {
		expect(told('eight888', 'eight889')).toEqual({
			newPasswordRepeat: [{ key: 'validation.passwordsDiffer' }],
		})
	})
})
