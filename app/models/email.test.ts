import { describe, expect, test } from 'vitest'

import { errorMap } from '#app/i18n/validation.ts'
import { email, emailKey, sentEmail, spellingsOf } from '#app/models/email.ts'

describe('faults N9, N10: an address is accepted however it was typed, and shown as it is read', () => {
	test.each([
		['info@müller.de', 'info@müller.de', 'info@xn--mller-kva.de'],
		['info@xn--mller-kva.de', 'info@müller.de', 'info@xn--mller-kva.de'],
		['Info@MÜLLER.de', 'Info@müller.de', 'Info@xn--mller-kva.de'],
		['info@mu\u0308ller.de', 'info@müller.de', 'info@xn--mller-kva.de'],
		['почта@пример.рф', null, null],
		['mail@пример.рф', 'mail@пример.рф', 'mail@xn--e1afmkfd.xn--p1ai'],
		['mail@xn--e1afmkfd.xn--p1ai', 'mail@пример.рф', 'mail@xn--e1afmkfd.xn--p1ai'],
		['&co@example.org', '&co@example.org', '&co@example.org'],
		["o'neil+kind@example.org", "o'neil+kind@example.org", "o'neil+kind@example.org"],
		['\u202Aada@example.org\u202C ', 'ada@example.org', 'ada@example.org'],
		['ada@exa\u00ADmple.org', 'ada@example.org', 'ada@example.org'],
		['ada@my\u2011example.org', 'ada@my-example.org', 'ada@my-example.org'],
		['ada@ＥＸＡＭＰＬＥ.org', 'ada@example.org', 'ada@example.org'],
		['', null, null],
		['ada', null, null],
		['ada@example', null, null],
		['ada@@example.org', null, null],
		['ada lovelace@example.org', null, null],
		['.ada@example.org', null, null],
		['a..da@example.org', null, null],
		['ada@127.0.0.1', null, null],
		['ada@0x7f.1', null, null],
		['ada@example.org/path', null, null],
		['ada@exa%6dple.org', null, null],
		['ada@xn--a.de', null, null],
		['ada@example.org\nBcc: eve@example.org', null, null],
		['<ada@example.org>', null, null],
		['ada@-example.org', null, null],
		[`${'a'.repeat(65)}@example.org`, null, null],
		[`ada@${'ä'.repeat(60)}.de`, null, null],
	])('%j', (typed, readable, sent) => {
		const { data, error } = email.safeParse(typed, { error: errorMap })
		expect(data ?? null).toBe(readable)
		expect(error?.issues.map(({ message }) => message) ?? []).toEqual(
			readable === null ? ['invalidEmail'] : [],
		)
		if (readable !== null) expect(sentEmail(readable)).toBe(sent)
	})

	test.each([
		['info@müller.de', 'INFO@xn--mller-kva.de'],
		['ada@example.org', '\u202AADA@Example.org\u202C'],
		['ada', ' Ada'],
	])('%j and %j are one account', (one, other) => {
		expect(emailKey(one)).toBe(emailKey(other))
	})

	test('an address is found in the spelling stored before and in the one stored now', () => {
		expect(spellingsOf(emailKey('info@müller.de'))).toEqual([
			'info@xn--mller-kva.de',
			'info@müller.de',
		])
	})
})
