import { expect, test } from 'vitest'

import { draftOf, draftFit, type Typed } from '#app/models/visitor/draft.ts'

test.each([
	['a guest’s form', null, null, 'same'],
	['a form that names no account', '', 'ada', 'same'],
	['a guest’s form, signed in since', null, 'ada', 'same'],
	['the account’s own', 'ada', 'ada', 'same'],
	['signed out since', 'ada', null, 'signedOut'],
	['signed in as another since', 'ada', 'eva', 'other'],
])('draftFit: %s', (_, madeFor, signedIn, standing) => {
	expect(draftFit(madeFor, signedIn)).toBe(standing)
})

test.each([
	['/account/personal-data', { account: 'ada', firstName: 'Ada' }, { firstName: 'Ada' }],
	['/checkout/address', { 'party.type': 'team' }, { 'party.type': 'team' }],
	['/checkout/address', { city: 'Ulm', locale: 'en-EN', returnTo: '/' }, { city: 'Ulm' }],
	['/account/access-data', { newUsername: 'ada@example.org' }, null],
	['/checkout/address', { city: 'x'.repeat(5000) }, null],
] satisfies [string, Typed, Typed | null][])('of %s is kept: %j', (path, typed, kept) => {
	expect(draftOf(path, typed)).toEqual(kept && { path, typed: kept })
})
