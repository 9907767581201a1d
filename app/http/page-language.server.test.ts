import { expect, test } from 'vitest'

import { addressLocale, inAnyLanguage } from '#app/http/page-language.server.ts'

test.each([
	['/?lng=en', 'en-EN'],
	['/?kind=party&lng=de', 'de-DE'],
	['/pages/faq?lng=en', 'en-EN'],
	['/', undefined],
	['/?lng=fr', undefined],
	['/?lng=en-EN', undefined],
	['/?lng=en&lng=en', undefined],
	['/cart?lng=en', undefined],
])('the address %s asks for %s (N421)', (path, locale) => {
	expect(addressLocale(new URL(path, 'https://shop.example'))).toBe(locale)
})

test.each([
	['/?lng=en', '/'],
	['/?kind=party&lng=en&day=2027-01-16#day', '/?kind=party&day=2027-01-16#day'],
	['/?time=14:00', '/?time=14:00'],
])('the way back to %s is %s', (path, back) => {
	expect(inAnyLanguage(path)).toBe(back)
})
