import { expect, test } from 'vitest'

import {
	hasCheckDigitsOfLeitwegId,
	hasFormOfLeitwegId,
	plainLeitwegId,
} from '#app/models/visitor/leitweg-id.ts'

test.each([
	// The example of the specification, and Leitweg-IDs that authorities publish.
	['04011000-1234512345-06', 'right'],
	['04011000-900X999-08', 'right'],
	['09564000-NUE0001-49', 'right'],
	['992-90009-96', 'right'],
	['991-33333TEST-33', 'right'],
	['991-33333test-33', 'right'],
	[' 04011000-12345-03 ', 'right'],
	['04011000 - 12345 - 03', 'right'],
	['04011000\u201312345\u201103', 'right'],
	// Without the middle part.
	['99-92', 'right'],
	['99-91', 'another check digit'],
	['04011000-1234512345-07', 'another check digit'],
	// Two digits have changed places, and one is another.
	['04011000-1234512354-06', 'another check digit'],
	['09162000-12345-70', 'another check digit'],
	['04011000123451234506', 'no Leitweg-ID'],
	['9-12345-70', 'no Leitweg-ID'],
	['04011000-12_45-03', 'no Leitweg-ID'],
	['04011000-12345-3', 'no Leitweg-ID'],
	['04011000--03', 'no Leitweg-ID'],
	['0401100012345-12345-03', 'no Leitweg-ID'],
	[`04011000-${'1'.repeat(31)}-03`, 'no Leitweg-ID'],
	['DE123456789', 'no Leitweg-ID'],
])('%j is %s', (typed, answer) => {
	const id = plainLeitwegId(typed)
	const isRight = hasCheckDigitsOfLeitwegId(id) ? 'right' : 'another check digit'
	expect(hasFormOfLeitwegId(id) ? isRight : 'no Leitweg-ID').toBe(answer)
})
