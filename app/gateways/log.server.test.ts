import { Writable } from 'node:stream'

import { pino } from 'pino'
import { expect, test } from 'vitest'

import { logOptions } from '#app/gateways/log.server.ts'
import { followsRequests, inRequest } from '#app/gateways/request-id.server.ts'

test('a failed query is logged without the values the visitor gave', () => {
	const cause = Object.assign(new Error('duplicate key value violates "accounts_email_key"'), {
		name: 'PostgresError',
		code: '23505',
		detail: 'Key (email)=(ada@example.com) already exists.',
		parameters: ['ada@example.com'],
	})
	const error = new Error(
		'Failed query: insert into "accounts" values ($1)\nparams: ada@example.com',
		{
			cause,
		},
	)

	const line = written((log) => log.error({ err: error, orderId: 'o1' }, 'order failed'))
	expect(line).not.toContain('ada@example.com')
	expect(JSON.parse(line)).toMatchObject({
		msg: 'order failed',
		orderId: 'o1',
		err: {
			message: 'Failed query: insert into "accounts" values ($1)',
			stack: expect.stringContaining('log.server.test.ts'),
			cause: { type: 'PostgresError', code: '23505' },
		},
	})
})

test('personal data passed to the log by mistake are hidden, at the top and one level down', () => {
	const line = written((log) =>
		log.info(
			{ email: 'ada@example.com', person: { firstName: 'Ada', city: 'Kiel' }, lines: 3 },
			'x',
		),
	)
	expect(line).not.toMatch(/ada@example|Ada|Kiel/)
	expect(JSON.parse(line)).toMatchObject({ lines: 3, email: '[hidden]' })
})

test('from Node 24 on each line logged inside a request holds its id, however deep, and no other does', async () => {
	const parts = await inRequest('k7m2x9q4', async () => {
		await Promise.resolve()
		return written((log) => log.warn({ orderId: 'o1' }, 'x'))
	})
	expect(JSON.parse(parts)).toMatchObject({ orderId: 'o1' })
	expect(JSON.parse(parts).request).toBe(followsRequests ? 'k7m2x9q4' : undefined)
	expect(JSON.parse(written((log) => log.warn('x')))).not.toHaveProperty('request')
})

function written(write: (log: pino.Logger) => void) {
	const parts: string[] = []
	const stream = new Writable({
		write(part: Buffer, _, done) {
			parts.push(part.toString())
			done()
		},
	})
	write(pino(logOptions('info'), stream))
	return parts.join('')
}
