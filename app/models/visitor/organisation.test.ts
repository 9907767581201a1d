import { expect, test } from 'vitest'
import { z } from 'zod'

import { errorMap } from '#app/i18n/validation.ts'
import {
	isNamed,
	nameMissing,
	organisation,
	organisationIn,
} from '#app/models/visitor/organisation.ts'
import { partyOf } from '#app/models/visitor/party.ts'

const schema = z
	.object({ organisation, party: partyOf(['company', 'birthday']).optional() })
	.refine(isNamed, nameMissing)

const company = { type: 'company', company: 'Sternwarte GmbH' }
const birthday = { type: 'birthday', birthday: 'Ada' }
const id = '04011000-1234512345-06'

test.each([
	[{}, null],
	[{ organisation: {} }, null],
	[{ organisation: { name: ' Kita ' } }, { name: 'Kita', reference: null, leitwegId: null }],
	[
		{ organisation: { name: 'Kita', reference: 'Igelgruppe', leitwegId: ` ${id} ` } },
		{ name: 'Kita', reference: 'Igelgruppe', leitwegId: id },
	],
	// The company of the party is the recipient of itself; a reference needs its name.
	[{ party: company }, null],
	[
		{ organisation: { reference: '4711' }, party: company },
		{ name: 'Sternwarte GmbH', reference: '4711', leitwegId: null },
	],
	[
		{ organisation: { name: 'Holding AG' }, party: company },
		{ name: 'Holding AG', reference: null, leitwegId: null },
	],
])('typed as %j, the organisation is %j', (typed, found) => {
	expect(organisationIn(schema.parse(typed))).toEqual(found)
})

test.each([
	[{ organisation: { reference: '4711' } }, 'organisation.name', 'required'],
	[{ organisation: { leitwegId: id }, party: birthday }, 'organisation.name', 'required'],
	[{ organisation: { name: 'ᚱ' } }, 'organisation.name', 'unprintable'],
	[{ organisation: { name: 'x'.repeat(101) } }, 'organisation.name', 'tooLong'],
	[
		{ organisation: { name: 'Kita', leitwegId: '4711' } },
		'organisation.leitwegId',
		'leitwegIdForm',
	],
	[
		{ organisation: { name: 'Kita', leitwegId: '04011000-1234512345-07' } },
		'organisation.leitwegId',
		'leitwegIdCheck',
	],
])('typed as %j, %s is refused: %s', (typed, path, message) => {
	const { error } = schema.safeParse(typed, { error: errorMap })
	expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
		[path, message],
	])
})
