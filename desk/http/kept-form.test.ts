import { expect, test } from 'vitest'

import { readKeptForm } from '#desk/http/kept-form.server.ts'

const path = 'http://desk.test/bookings/2026-000042/change?x=1'
const jana = '3f6c1f1e-0000-4000-8000-000000000000'

function kept(fields: Record<string, string | Blob>) {
	const body = new FormData()
	for (const [name, value] of Object.entries(fields)) body.append(name, value)
	const request = new Request(path, { method: 'POST', body })
	return readKeptForm(request, new URL(path), jana)
}

test('N291: the change of a booking is kept, with the answers to its questions', async () => {
	expect(await kept({ intent: 'take', 'lines.1': '12', 'answers.cake': 'Byron' })).toEqual({
		staffId: jana,
		path: '/bookings/2026-000042/change?x=1',
		fields: [
			['intent', 'take'],
			['lines.1', '12'],
			['answers.cake', 'Byron'],
		],
	})
})

test('N297: a character that the database refuses is left out', async () => {
	expect(await kept({ note: 'a\0b' })).toMatchObject({ fields: [['note', 'ab']] })
})

test.each([
	['a password', { newPassword: 'vier Kometen' }],
	['the answer of a passkey', { with: 'passkey', answer: '{}' }],
	['a file', { file: new Blob(['x']) }],
	['a very long text', { note: 'x'.repeat(20_001) }],
])('%s is not kept', async (_, fields) => {
	expect(await kept(fields)).toBeNull()
})
