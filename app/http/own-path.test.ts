import { expect, test } from 'vitest'

import { ownPath } from '#app/http/own-path.ts'

test.each([
	['/', '/'],
	['/cart', '/cart'],
	['/?day=2026-11-28&guests=12#offers', '/?day=2026-11-28&guests=12#offers'],
	['//evil.example', '/'],
	['https://evil.example', '/'],
	['https:evil.example', '/'],
	['/\\evil.example', '/'],
	['\\\\evil.example', '/'],
	['javascript:alert(1)', '/'],
	['/\t/evil.example', '/'],
	['/x\r\nSet-Cookie: a=b', '/'],
	['/.//evil.example', '/'],
	['cart', '/'],
	['', '/'],
	[null, '/'],
	[`/${'x'.repeat(3000)}`, '/'],
])('E9: %j leads to %j', (target, path) => {
	expect(ownPath(target)).toBe(path)
})
