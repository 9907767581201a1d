import { Writable } from 'node:stream'

import { pino } from 'pino'
import { expect, test } from 'vitest'

import { logOptions, withoutTokens } from '#app/gateways/log.server.ts'
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

test.each([
	['/pay/7K4MP-Q2X3T', '/pay/:code'],
	['/pay/7K4MP-Q2X3T.data', '/pay/:code'],
	['/PAY/7k4mpq2x3t/', '/PAY/:code/'],
	['//p%61y//7K4MP%2DQ2X3T', '//p%61y//:code'],
	[`/payment/${'A'.repeat(43)}`, '/payment/:token'],
	['/pages/agb', '/pages/agb'],
])('N167: the path %s is logged as %s', (path, logged) => {
	expect(withoutTokens(path)).toBe(logged)
})

test('each line logged inside a request holds its id from Node 24 on, however deep, and no other line does', async () => {
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
