import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { type Env, parseEnv } from '#app/gateways/environment.ts'
import { withSecretFiles } from '#app/gateways/secret-files.server.ts'
import { StartError } from '#app/gateways/start-error.ts'
import { freePort, startEmbedded } from '#drizzle/embedded/embedded.ts'
import { heapFlags } from '#server/heap.ts'
import { requirePort } from '#server/listen.ts'

import { end, launch, type Program, ROOT, supervise } from './child.ts'
import { noteDeskOrigin } from './desk-note.ts'
import { SANDBOX_WEBHOOK, sandboxEnv, usesSandbox } from './sandbox-env.ts'
import { loadSecrets, type Secrets } from './secrets.ts'

export type Shop = {
	url: string
	/** The address of the desk; undefined for a shop without one. */
	deskUrl: string | undefined
	databaseUrl: string
	/** The URL of the pretend payment provider; undefined with a real one. */
	sandboxUrl: string | undefined
	dataDir: string
	/** The environment of the server process, by which more processes can be started on the same database. */
	env: NodeJS.ProcessEnv
	serverPid: () => number | undefined
	/** Ends server, sandbox and database, in this order. */
	stop: () => Promise<void>
	/** Resolves with a line when a part of the shop dies too often to be started again. */
	failed: Promise<string>
}

type Options = {
	/** The operator's variables; `process.env` by default. */
	env?: NodeJS.ProcessEnv
	/** Serves the sources through Vite instead of the build. */
	dev?: boolean
	/** Keeps the output of all parts in `<dataDir>/output.log`. */
	quiet?: boolean
	/**
	 * Opens the desk as well: at DESK_PORT, or at another free port where the usual one is in use and DESK_PORT is not
	 * set.
	 */
	desk?: boolean
	/** False for a shop whose data may be lost, which makes its database faster; passed to `startEmbedded`. */
	durable?: boolean
	/** The deaths in a minute after which the server is not started again; passed to `supervise`. */
	mostDeaths?: number
	signal?: AbortSignal
}

const SERVE = 'build/serve/serve.js'
const DEV = join(ROOT, 'server/dev.ts')
export const SANDBOX = join(ROOT, 'sandbox/main.ts')

/**
 * Starts the whole shop on one data directory: database, pretend payment providers and server; no database and no
 * pretend providers where the environment names real ones. The server is started again when it dies.
 */
export async function startShop(
	options: Options & { dataDir: string; port: number },
): Promise<Shop> {
	const parts = await startParts(options)
	try {
		options.signal?.throwIfAborted()
		const program = options.dev ? { file: DEV } : { file: join(ROOT, SERVE), flags: heapFlags }
		const server = await supervise(
			{ name: 'The server', ...program, env: parts.env, ...parts.run },
			{
				patience: parts.settings.DRAIN_DELAY + 40,
				say: parts.run.say,
				mostDeaths: options.mostDeaths,
			},
		)
		return {
			...parts,
			url: parts.settings.APP_ORIGIN,
			deskUrl: parts.env['DESK_ORIGIN'],
			serverPid: server.pid,
			async stop() {
				await server.stop()
				await parts.stop()
			},
			failed: Promise.race([server.failed, parts.failed]),
		}
	} catch (error) {
		await parts.stop()
		throw error
	}
}

type Parts = Pick<Shop, 'databaseUrl' | 'sandboxUrl' | 'dataDir' | 'env' | 'stop' | 'failed'> & {
	settings: Env
	run: Run
}

/**
 * Starts the parts that a server of the shop needs, the database and the pretend payment providers, and returns the
 * environment for that server.
 */
export async function startParts(
	options: Options & { dataDir: string; port: number },
): Promise<Parts> {
	const { dev = false, signal, port } = options
	const given = withSecretFiles(options.env ?? process.env)
	const env: NodeJS.ProcessEnv = { ...given, PORT: String(port) }
	const settings = checkEnvironment(env)
	const dataDir = await openDataDir(options.dataDir)
	await requirePort(settings.HOST, port)
	if (options.desk) {
		const desk = await deskVariables(env, settings)
		await noteDeskOrigin(dataDir, desk.DESK_ORIGIN)
		Object.assign(env, desk)
	}

	const undo: (() => Promise<unknown>)[] = []
	async function stop() {
		for (const step of undo.splice(0).toReversed()) await step()
	}

	try {
		const secrets = await loadSecrets(dataDir)
		const output = options.quiet ? await openOutput(dataDir, undo) : 'inherit'
		const run = { output, signal, say: options.quiet ? () => {} : console.error } as const

		const databaseUrl =
			env['DATABASE_URL'] || (await startDatabase({ ...options, dataDir, secrets, undo }))
		signal?.throwIfAborted()
		const sandbox = usesSandbox(env)
			? await superviseSandbox({ ...settings, dataDir, secrets, run })
			: undefined
		if (sandbox) undo.push(sandbox.stop)

		const serverEnv = {
			...env,
			NODE_ENV: dev ? 'development' : 'production',
			// A shop that brings its own parts has no balancer in front, whose checks Ctrl-C would have to wait for.
			DRAIN_DELAY: env['DRAIN_DELAY'] || '0',
			DATABASE_URL: databaseUrl,
			DATA_DIR: dataDir,
			VENUE_DIR: resolve(ROOT, settings.VENUE_DIR),
			SESSION_SECRETS: env['SESSION_SECRETS'] || secrets.session,
			...(sandbox && sandboxEnv(sandbox.url, secrets.stripeWebhook)),
		}
		const never = new Promise<never>(() => {})
		return {
			settings,
			run,
			databaseUrl,
			sandboxUrl: sandbox?.url,
			dataDir,
			env: serverEnv,
			stop,
			failed: sandbox?.failed ?? never,
		}
	} catch (error) {
		await stop()
		throw error
	}
}

/**
 * Chooses the port and the address of the desk, as environment variables. A port that the operator has named must be
 * free; the usual one may be in use by another shop on this machine, and then a free one is taken.
 * @throws StartError when a named port is in use
 */
async function deskVariables(
	given: NodeJS.ProcessEnv,
	{ HOST, PORT, DESK_PORT, DESK_ORIGIN }: Env,
) {
	const isNamed = Boolean(given['DESK_PORT'])
	if (isNamed) await requireDeskPort(HOST, DESK_PORT)
	const isFree = isNamed || (DESK_PORT !== PORT && (await isPortFree(HOST, DESK_PORT)))
	const port = isFree ? DESK_PORT : await freePort()
	return { DESK_PORT: String(port), DESK_ORIGIN: DESK_ORIGIN ?? `http://localhost:${port}` }
}

async function requireDeskPort(host: string, port: number): Promise<void> {
	if (await isPortFree(host, port)) return
	throw new StartError(
		`Port ${port} of the desk is already in use: end the other program, or choose another one, for example DESK_PORT=${port + 1}`,
	)
}

async function isPortFree(host: string, port: number): Promise<boolean> {
	return requirePort(host, port).then(
		() => true,
		() => false,
	)
}

/**
 * Starts one more server process on a database and a sandbox that run already; it is not started again when it dies.
 * With `env: shop.env` it is a second process of that shop. `tree` is the folder of another build; `origin` is the
 * public address when a balancer stands in front.
 */
export async function startServer(options: {
	port?: number
	databaseUrl?: string
	sandboxUrl?: string
	env?: NodeJS.ProcessEnv
	output?: Program['output']
	tree?: string
	origin?: string
}) {
	const { port = await freePort(), databaseUrl, sandboxUrl, output = 'inherit' } = options
	const { tree = ROOT, origin } = options
	// The further process opens no desk, because a node has one desk.
	const { APP_ORIGIN: _, DESK_ORIGIN: __, ...given } = options.env ?? {}
	const url = `http://localhost:${port}`
	const env = {
		...process.env,
		NODE_ENV: 'production',
		DRAIN_DELAY: '0',
		WORKERS: '1',
		SESSION_SECRETS: randomBytes(32).toString('hex'),
		...sandboxEnv(sandboxUrl, `whsec_${randomBytes(24).toString('hex')}`),
		...(databaseUrl && { DATABASE_URL: databaseUrl }),
		...given,
		APP_ORIGIN: origin ?? url,
		PORT: String(port),
	}
	const { child } = await launch({
		name: 'The server',
		file: join(tree, SERVE),
		cwd: tree,
		flags: heapFlags,
		env,
		output,
	})
	return {
		url,
		env,
		pid: child.pid,
		kill: (signal: NodeJS.Signals) => child.kill(signal),
		stop: () => end(child, 40),
	}
}

/**
 * Checks the operator's variables before anything is started, and returns them parsed. Variables for the parts that the
 * shop brings itself need not be set.
 * @throws StartError for the first wrong one
 */
export function checkEnvironment(given: NodeJS.ProcessEnv): Env {
	const env = withSecretFiles(given)
	if (usesSandbox(env) && env['NODE_ENV'] === 'production' && env['PAYMENT_SANDBOX'] !== '1') {
		throw new StartError(
			'There is no STRIPE_SECRET_KEY, and NODE_ENV is production: set the key, or say with PAYMENT_SANDBOX=1 that the pretend payment provider is meant',
		)
	}
	return parseEnv(withOwnParts(env))
}

/** Returns the environment with a placeholder for each variable that the shop sets by itself at a start. */
export function withOwnParts(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return {
		...env,
		DATABASE_URL: env['DATABASE_URL'] || 'postgres://embedded',
		SESSION_SECRETS: env['SESSION_SECRETS'] || 'x'.repeat(32),
		...(usesSandbox(env) && sandboxEnv(undefined)),
	}
}

/**
 * Makes the data directory where it is missing, and returns its real path.
 * @throws StartError when no file can be written in it
 */
export async function openDataDir(path: string) {
	const dataDir = resolve(ROOT, path)
	const probe = join(dataDir, `.probe-${process.pid}`)
	// For root the database runs as another user, who must be able to pass through the folder.
	const mode = process.getuid?.() === 0 ? 0o711 : 0o700
	try {
		await makeFolder(dataDir, mode)
		await writeFile(probe, '')
		await rm(probe)
		return await realpath(dataDir)
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		throw new StartError(
			`The data directory ${dataDir} cannot be written (${code}): choose another one, for example DATA_DIR=/tmp/raumzeit`,
		)
	}
}

/**
 * Makes a folder and its missing parents. `mkdir` with `recursive` is not used: it never returns where no folder can be
 * made (in /proc).
 */
async function makeFolder(path: string, mode: number): Promise<void> {
	try {
		await mkdir(path, { mode })
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		if (code === 'EEXIST') return
		if (code !== 'ENOENT' || existsSync(dirname(path))) throw error
		await makeFolder(dirname(path), 0o755)
		await mkdir(path, { mode })
	}
}

async function openOutput(dataDir: string, undo: (() => Promise<unknown>)[]) {
	const file = await open(join(dataDir, 'output.log'), 'a', 0o600)
	undo.push(() => file.close())
	return file.fd
}

async function startDatabase({
	dataDir,
	durable = true,
	secrets,
	undo,
}: Pick<Options, 'durable'> & {
	dataDir: string
	secrets: Secrets
	undo: (() => Promise<unknown>)[]
}) {
	const database = await startEmbedded({ dataDir, password: secrets.database, durable })
	undo.push(database.stop)
	return database.url
}

type Run = {
	output: Program['output']
	signal: AbortSignal | undefined
	say: (line: string) => void
}

/**
 * Starts the pretend payment providers (sandbox) of a data directory and keeps them running, on the port of last time
 * if it is free: their payment pages may still be open.
 */
export async function superviseSandbox({
	HOST,
	PORT,
	dataDir,
	secrets,
	run,
}: Pick<Env, 'HOST' | 'PORT'> & { dataDir: string; secrets: Secrets; run: Run }) {
	const note = join(dataDir, 'sandbox.port')
	const last = Number(await readFile(note, 'utf8').catch(() => 0))
	const isFree = last > 0 && (await isPortFree('127.0.0.1', last))
	const port = isFree ? last : await freePort()
	await writeFile(note, String(port))

	const program = sandboxProgram({
		port,
		output: run.output,
		ledger: join(dataDir, 'sandbox.json'),
		webhookSecret: secrets.stripeWebhook,
		webhooks: `http://${reachable(HOST)}:${PORT}/api/payments`,
	})
	const sandbox = await supervise({ ...program, signal: run.signal }, { patience: 3, say: run.say })
	return { ...sandbox, url: addressIn(sandbox.said) }
}

function sandboxProgram(options: {
	port: number
	output: Program['output']
	ledger: string
	webhookSecret: string
	webhooks: string
}): Program {
	return {
		name: 'The sandbox',
		file: SANDBOX,
		output: options.output,
		readyLine: SANDBOX_LINE,
		env: {
			...process.env,
			PORT: String(options.port),
			SANDBOX_FILE: options.ledger,
			STRIPE_WEBHOOK_SECRET: options.webhookSecret,
			STRIPE_WEBHOOK_URL: `${options.webhooks}/stripe/webhook`,
			PAYPAL_WEBHOOK_ID: SANDBOX_WEBHOOK,
			PAYPAL_WEBHOOK_URL: `${options.webhooks}/paypal/webhook`,
		},
	}
}

const SANDBOX_LINE = /^sandbox listening on (http:\S+)$/m

function addressIn(said: string) {
	const url = SANDBOX_LINE.exec(said)?.[1]
	if (!url) throw new Error('The sandbox has not said where it is')
	return url
}

/** Returns an address by which this machine reaches a server that listens on `host`. */
function reachable(host: string) {
	if (['localhost', '0.0.0.0', '::'].includes(host)) return '127.0.0.1'
	return host.includes(':') ? `[${host}]` : host
}
