import { availableParallelism } from 'node:os'

import ipaddr from 'ipaddr.js'
import { z } from 'zod'

import {
	ofProviders,
	providerKeys,
	providerRules,
	providerUrls,
} from '#app/gateways/provider-variables.ts'
import { secretNames, withSecretFiles } from '#app/gateways/secret-files.server.ts'
import { StartError } from '#app/gateways/start-error.ts'

export type Env = ReturnType<typeof parseEnv>

/**
 * Reads the shop's variables from `source`. An empty string counts as unset; secrets have no defaults and may stand in
 * files (`withSecretFiles`).
 * @throws StartError that names the first wrong variable, what it must be, and an example
 */
export function parseEnv(source: Record<string, string | undefined>) {
	const given = Object.fromEntries(
		Object.entries(withSecretFiles(source)).filter(([, value]) => value),
	)
	const result = schema.safeParse(given)
	if (!result.success) throw new StartError(complaint(result.error, given))

	const { NODE_ENV, PORT } = result.data
	const {
		APP_ORIGIN = `http://localhost:${PORT}`,
		DRAIN_DELAY = NODE_ENV === 'production' ? 5 : 0,
		WORKERS = NODE_ENV === 'production' ? Math.min(availableParallelism(), USUAL_WORKERS) : 1,
		...rest
	} = result.data
	const parsed = { ...rest, APP_ORIGIN, DRAIN_DELAY, WORKERS }
	refuseSharedAddress(parsed)
	refuseHalfAProvider(parsed)
	refuseSandboxInProduction(parsed)
	return parsed
}

/**
 * The most server processes that are started by default. Eight take 104 connections, a few more than PostgreSQL has by
 * default (`docs/operating.md`); on a larger machine the operator sets `WORKERS`.
 */
const USUAL_WORKERS = 8
const MOST_WORKERS = 16

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const port = z
	.string()
	.regex(/^\d{1,5}$/)
	.transform(Number)
	.pipe(z.int().min(1).max(65_535))

const origin = z
	.string()
	.regex(/^https?:\/\/[^/?#@\s]+\/?$/)
	.refine((url) => URL.canParse(url))
	.transform((url) => new URL(url).origin)

const schema = z.object({
	NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
	DATABASE_URL: z.string().refine(isDatabaseUrl),
	HOST: z.string().default('localhost'),
	PORT: port.default(3000),
	APP_ORIGIN: origin.optional(),
	DESK_ORIGIN: origin.optional(),
	DESK_PORT: port.default(3001),
	TRUST_PROXY: z.string().refine(areProxies).transform(proxies).optional(),
	DRAIN_DELAY: z
		.string()
		.regex(/^\d{1,2}$/)
		.transform(Number)
		.pipe(z.int().max(60))
		.optional(),
	WORKERS: z
		.string()
		.regex(/^\d{1,2}$/)
		.transform(Number)
		.pipe(z.int().min(1).max(MOST_WORKERS))
		.optional(),
	JOBS: z.enum(['0', '1']).default('1'),
	DATA_DIR: z.string().default('.data'),
	VENUE_DIR: z.string().default('venue'),
	SESSION_SECRETS: z
		.string()
		.transform((list) => list.split(',').map((secret) => secret.trim()))
		.refine((secrets) => secrets.every((secret) => secret.length >= 32)),
	SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
	MAIL_FROM: z.string().includes('@').optional(),
	...providerRules,
	PAYMENT_SANDBOX: z.enum(['1']).optional(),
	METRICS_TOKEN: z
		.string()
		.regex(/^[\w.~+/-]{32,}=*$/)
		.optional(),
	LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
	SERVER_TIMING: z.enum(['0', '1']).default('0'),
})

type Variable = keyof z.infer<typeof schema>

/**
 * The rule of each variable in words for the operator, and an example: the parts of the message about a wrong value.
 */
const HINTS: Record<Variable, { must: string; example: string }> = {
	NODE_ENV: { must: 'production, development or test', example: 'production' },
	DATABASE_URL: {
		must: 'the URL of a PostgreSQL database',
		example: 'postgres://shop:secret@localhost:5432/shop',
	},
	HOST: { must: 'a host name or an address to listen on', example: '0.0.0.0' },
	PORT: { must: 'a whole number from 1 to 65535', example: '3000' },
	APP_ORIGIN: {
		must: 'the address visitors see, without a path',
		example: 'https://shop.example.com',
	},
	DESK_ORIGIN: {
		must: 'the address at which staff open the desk, without a path, and not that of the shop',
		example: 'https://desk.example.com',
	},
	DESK_PORT: {
		must: 'a whole number from 1 to 65535, and not PORT',
		example: '3001',
	},
	TRUST_PROXY: {
		must: 'the number of proxies, or their addresses and networks, separated by commas',
		example: '1',
	},
	DRAIN_DELAY: {
		must: 'the seconds from 0 to 60 in which a server that ends still takes requests',
		example: '5',
	},
	WORKERS: { must: `the number of server processes, from 1 to ${MOST_WORKERS}`, example: '2' },
	JOBS: { must: '1 where jobs (mails, refunds) are worked on, else 0', example: '1' },
	DATA_DIR: { must: 'a directory', example: '.data' },
	VENUE_DIR: { must: 'a directory', example: 'venue' },
	SESSION_SECRETS: {
		must: 'secrets of at least 32 characters each, the newest first, separated by commas',
		example: '$(openssl rand -hex 32)',
	},
	SMTP_URL: {
		must: 'the URL of a mail server',
		example: 'smtp://user:secret@mail.example.com:587',
	},
	MAIL_FROM: { must: 'a sender with an e-mail address', example: '"Raumzeit <shop@example.com>"' },
	...ofProviders,
	PAYMENT_SANDBOX: { must: '1, or not set', example: '1' },
	METRICS_TOKEN: {
		must: 'a secret of at least 32 letters and digits',
		example: '$(openssl rand -hex 32)',
	},
	SERVER_TIMING: {
		must: '1 where answers say how often they went to the database, else 0',
		example: '1',
	},
	LOG_LEVEL: { must: `one of ${LOG_LEVELS.join(', ')}`, example: 'info' },
}

const SECRET: ReadonlySet<string> = new Set(secretNames)

function isVariable(name: unknown): name is Variable {
	return typeof name === 'string' && Object.hasOwn(HINTS, name)
}

function complaint(error: z.ZodError, given: Record<string, string | undefined>) {
	const name = error.issues[0]?.path[0]
	if (!isVariable(name)) return `The environment is wrong: ${error.issues[0]?.message}`

	return complaintOf(name, given[name])
}

function complaintOf(name: Variable, value: string | undefined) {
	const { must, example } = HINTS[name]
	return `${name} ${problem(name, value)}: it must be ${must}, for example ${name}=${example}`
}

function problem(name: Variable, value: string | undefined) {
	if (value === undefined) return 'is not set'
	return SECRET.has(name) ? 'has a wrong value' : `is wrong (${JSON.stringify(value)})`
}

/**
 * Refuses a desk at the shop's own address or port with a StartError: each of the two has an origin of its own (record
 * 053).
 */
function refuseSharedAddress(env: Pick<Env, 'APP_ORIGIN' | 'DESK_ORIGIN' | 'PORT' | 'DESK_PORT'>) {
	if (env.DESK_ORIGIN === undefined) return
	if (env.DESK_ORIGIN === env.APP_ORIGIN)
		throw new StartError(complaintOf('DESK_ORIGIN', env.DESK_ORIGIN))
	if (env.DESK_PORT === env.PORT)
		throw new StartError(complaintOf('DESK_PORT', String(env.DESK_PORT)))
}

function refuseHalfAProvider(env: z.infer<typeof schema>) {
	const isUsed = (keys: readonly Variable[]) => keys.some((key) => env[key] !== undefined)
	const used = providerKeys.filter(isUsed)
	const missing = used.flat().find((key) => env[key] === undefined)
	if (missing) throw new StartError(complaintOf(missing, undefined))
	if (used.length > 0) return
	throw new StartError(
		`No payment provider is connected: set ${providerKeys.map((keys) => keys.join(' and ')).join(', or ')}`,
	)
}

/**
 * True for a PostgreSQL URL, also for one that names several servers, which the URL parser refuses. The driver parses
 * the URL in full.
 */
function isDatabaseUrl(text: string): boolean {
	const [, before, servers = '', after] =
		/^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? []
	return servers.split(',').every((server) => URL.canParse(`${before}${server}${after}`))
}

/** The names of networks that Express accepts in its setting 'trust proxy'. */
const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

function areProxies(value: string) {
	if (/^\d{1,2}$/.test(value)) return true
	return value
		.split(',')
		.map((network) => network.trim())
		.every((name) => NETWORKS.has(name) || ipaddr.isValid(name) || ipaddr.isValidCIDR(name))
}

/**
 * Returns `TRUST_PROXY` as Express's setting 'trust proxy' takes it: a count of proxies as a number, a list of networks
 * as text.
 */
function proxies(value: string) {
	return /^\d+$/.test(value) ? Number(value) : value
}

/**
 * Refuses a pretend payment provider in production with a StartError, unless `PAYMENT_SANDBOX=1` says that it is on
 * purpose.
 */
function refuseSandboxInProduction(env: z.infer<typeof schema>) {
	if (env.NODE_ENV !== 'production' || env.PAYMENT_SANDBOX) return
	const pretend = providerUrls.find((name) => env[name])
	if (!pretend) return
	throw new StartError(
		`${pretend} points to a pretend payment provider, and NODE_ENV is production: remove it, or say that it is on purpose with PAYMENT_SANDBOX=1`,
	)
}
