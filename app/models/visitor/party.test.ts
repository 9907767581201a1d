import { expect, test } from 'vitest'

import { partyOf } from '#app/models/visitor/party.ts'

const all = ['birthday', 'company', 'team', 'bride'] as const

test.each([
	[{ type: 'company', company: ' Engines ', birthday: 'Byron' }, all, 'Engines'],
	[{ type: 'birthday', birthday: 'Byron' }, ['birthday'] as const, 'Byron'],
])('%j is a party', (typed, types, name) => {
	expect(partyOf(types).parse(typed)).toEqual({ type: typed.type, name, contactPerson: null })
})

test.each([
	['no type', {}, all, ['type']],
	['a type without its name', { type: 'team', birthday: 'Byron' }, all, ['team']],
	[
		'a type that no product in the cart offers',
		{ type: 'team', team: 'FC' },
		['birthday'] as const,
		['type'],
	],
])('%s is refused at its field', (_, typed, types, path) => {
	expect(partyOf(types).safeParse(typed).error?.issues).toMatchObject([{ path }])
})
