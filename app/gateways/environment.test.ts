import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { parseEnv } from '#app/gateways/environment.ts'

const complete = {
	DATABASE_URL: 'postgres://shop:hidden@localhost:5432/shop',
	SESSION_SECRETS: 'a'.repeat(32),
	STRIPE_SECRET_KEY: 'sk_live_hidden',
	STRIPE_WEBHOOK_SECRET: 'whsec_hidden',
}

test('a variable with a default need not be set, and an empty one counts as unset', () => {
	expect(parseEnv({ ...complete, PORT: '', SMTP_URL: '' })).toEqual({
		...complete,
		SESSION_SECRETS: ['a'.repeat(32)],
		NODE_ENV: 'production',
		HOST: 'localhost',
		PORT: 3000,
		APP_ORIGIN: 'http://localhost:3000',
		DESK_PORT: 3001,
		DATA_DIR: '.data',
		VENUE_DIR: 'venue',
		LOG_LEVEL: 'info',
		DRAIN_DELAY: 5,
		WORKERS: Math.min(availableParallelism(), 8),
		JOBS: '1',
		SERVER_TIMING: '0',
	})
})

test.each([
	['PORT', '8080', { PORT: 8080, APP_ORIGIN: 'http://localhost:8080' }],
	['APP_ORIGIN', 'https://Shop.Example.com/', { APP_ORIGIN: 'https://shop.example.com' }],
	['DESK_ORIGIN', 'https://Desk.Example.com/', { DESK_ORIGIN: 'https://desk.example.com' }],
	['TRUST_PROXY', '2', { TRUST_PROXY: 2 }],
	['TRUST_PROXY', '10.0.0.0/8', { TRUST_PROXY: '10.0.0.0/8' }],
	['TRUST_PROXY', 'loopback, fd00::/8,10.1.2.3', { TRUST_PROXY: 'loopback, fd00::/8,10.1.2.3' }],
	['DRAIN_DELAY', '0', { DRAIN_DELAY: 0 }],
	['NODE_ENV', 'development', { DRAIN_DELAY: 0, WORKERS: 1 }],
	['WORKERS', '3', { WORKERS: 3 }],
	[
		'SESSION_SECRETS',
		`${'n'.repeat(32)}, ${'o'.repeat(32)}`,
		{ SESSION_SECRETS: ['n'.repeat(32), 'o'.repeat(32)] },
	],
	['DATABASE_URL', 'postgresql://localhost/shop', { DATABASE_URL: 'postgresql://localhost/shop' }],
	[
		'DATABASE_URL',
		'postgres://shop:p@one:5432,two:5433/shop?target_session_attrs=read-write',
		{ DATABASE_URL: 'postgres://shop:p@one:5432,two:5433/shop?target_session_attrs=read-write' },
	],
])('%s=%s is accepted', (name, value, expected) => {
	expect(parseEnv({ ...complete, [name]: value })).toMatchObject(expected)
})

test.each([
	['PORT', 'abc'],
	['DESK_PORT', '70000'],
	['DESK_ORIGIN', 'https://desk.example.com/path'],
	['DESK_ORIGIN', 'http://localhost:3000'],
	['PORT', '0'],
	['PORT', '65536'],
	['PORT', '80.5'],
	['PORT', '0x50'],
	['APP_ORIGIN', 'shop.example.com'],
	['APP_ORIGIN', 'https://shop.example.com/shop'],
	['APP_ORIGIN', 'https://user@shop.example.com'],
	['APP_ORIGIN', 'ftp://shop.example.com'],
	['TRUST_PROXY', 'true'],
	['TRUST_PROXY', '10.0.0.0/99'],
	['TRUST_PROXY', '1,'],
	['DRAIN_DELAY', '61'],
	['DRAIN_DELAY', '5s'],
	['WORKERS', '0'],
	['WORKERS', '17'],
	['NODE_ENV', 'staging'],
	['LOG_LEVEL', 'loud'],
	['PAYMENT_SANDBOX', 'yes'],
	['SERVER_TIMING', 'yes'],
	['SMTP_URL', 'mail.example.com'],
	['MAIL_FROM', 'Raumzeit'],
	['STRIPE_API_URL', 'sandbox'],
])('a wrong %s (%s) is one line that names it, its value and an example', (name, value) => {
	const line = complaint({ ...complete, [name]: value })
	expect(line).toMatch(new RegExp(`^${name} .*it must be .+, for example ${name}=.+$`))
	if (name !== 'SMTP_URL') expect(line).toContain(JSON.stringify(value))
})

test.each(Object.keys(complete))('%s must be set', (name) => {
	expect(complaint({ ...complete, [name]: undefined })).toMatch(
		new RegExp(`^${name} is not set: it must be .+, for example ${name}=.+$`),
	)
})

test('a payment provider that is not used needs no keys, but one must be used', () => {
	const { STRIPE_SECRET_KEY: _, STRIPE_WEBHOOK_SECRET: __, ...none } = complete
	expect(complaint(none)).toMatch(
		/^No payment provider is connected: set STRIPE_SECRET_KEY and .+$/,
	)
})

test.each([
	['DATABASE_URL', 'mysql://root:hunter2@localhost/shop'],
	['SESSION_SECRETS', 'hunter2'],
	['STRIPE_SECRET_KEY', 'hunter2'],
	['STRIPE_WEBHOOK_SECRET', 'hunter2'],
	['METRICS_TOKEN', 'hunter2'],
])('a wrong %s is not repeated: it may be a secret all the same', (name, value) => {
	const line = complaint({ ...complete, [name]: value })
	expect(line).toMatch(new RegExp(`^${name} has a wrong value: .+$`))
	expect(line).not.toContain('hunter2')
})

describe('a secret in a file', () => {
	test.each(['DATABASE_URL', 'SESSION_SECRETS', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])(
		'%s_FILE names the file whose text counts, without the line break at its end',
		async (name) => {
			const value = complete[name as keyof typeof complete]
			const file = await fileWith(`${value}\n`)
			expect(parseEnv({ ...complete, [name]: '', [`${name}_FILE`]: file })).toEqual(
				parseEnv(complete),
			)
		},
	)

	test('a missing file, an empty one and a second value are one line each', async () => {
		const { DATABASE_URL, ...rest } = complete
		expect(complaint({ ...rest, DATABASE_URL_FILE: '/nowhere/url' })).toBe(
			'DATABASE_URL_FILE names a file that cannot be read (/nowhere/url, ENOENT): it must hold DATABASE_URL, for example DATABASE_URL_FILE=/run/secrets/database_url',
		)
		const empty = await fileWith('\n')
		expect(complaint({ ...rest, DATABASE_URL_FILE: empty })).toContain('names an empty file')
		const both = { ...complete, DATABASE_URL_FILE: await fileWith(DATABASE_URL) }
		expect(complaint(both)).toBe(
			'DATABASE_URL and DATABASE_URL_FILE are both set: one of them is enough',
		)
	})

	test('a wrong value of a file is not repeated', async () => {
		const file = await fileWith('hunter2')
		expect(complaint({ ...complete, METRICS_TOKEN_FILE: file })).not.toContain('hunter2')
	})
})

test('a pretend payment provider is refused in production unless it is on purpose', () => {
	const sandbox = { ...complete, STRIPE_API_URL: 'http://127.0.0.1:4242' }
	expect(complaint(sandbox)).toContain('PAYMENT_SANDBOX=1')
	expect(parseEnv({ ...sandbox, PAYMENT_SANDBOX: '1' }).STRIPE_API_URL).toBe(sandbox.STRIPE_API_URL)
	expect(parseEnv({ ...sandbox, NODE_ENV: 'development' }).NODE_ENV).toBe('development')
})

async function fileWith(content: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-secret-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	const file = join(folder, 'secret')
	await writeFile(file, content)
	return file
}

/** Returns the error's line for the operator, and fails when it is not a single one. */
function complaint(source: Record<string, string | undefined>) {
	try {
		parseEnv(source)
	} catch (error) {
		expect(error).toMatchObject({ name: 'StartError' })
		const { message } = error as Error
		expect(message).not.toContain('\n')
		return message
	}
	throw new Error('nothing was wrong')
}
