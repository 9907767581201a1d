import { readFileSync } from 'node:fs'
import os from 'node:os'

/** The address of one database server, with the user and the password to sign in with. */
export type Address = {
	/** The host and port of a server reached by TCP, or the path of its unix socket. */
	endpoint: { host: string; port: number } | { path: string }
	user: string
	password: string
	database: string
	ssl: false | 'prefer' | 'require' | { host: string; rejectUnauthorized: true; ca?: string }
	/** The parameters of the URL that the shop does not read; sent to the server unchanged (`options`, `search_path`). */
	parameters: Record<string, string>
}

/** The servers that a DATABASE_URL names, in its order. */
export type Servers = {
	addresses: readonly [Address, ...Address[]]
	/** True when a read-only server is not to be used at all (`target_session_attrs=read-write`). */
	mustWrite: boolean
}

/**
 * Reads a DATABASE_URL that may name several servers, a primary and its standbys, as PostgreSQL's own programs do
 * (`postgres://user@one:5432,two:5433/db?target_session_attrs=read-write`, or `?host=one,two&port=5432,5433`). Each
 * server is reached by TCP (`postgres://user:password@host:5432/db`, with `?sslmode=disable|prefer|require|verify-full`
 * and `sslrootcert`) or by unix socket (`postgres://user@/db?host=/run/postgresql`,
 * `postgres://user@%2Frun%2Fpostgresql/db`). Unlike in those programs, no `sslmode` means `disable`. Without
 * `target_session_attrs` a server that takes writes is preferred, and a read-only one is used where there is no other.
 *
 * @throws Error with a sentence that never quotes the password
 */
export function parseServers(text: string): Servers {
	const [, before = '', named = '', after = ''] =
		/^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? []
	const inUrl = named.split(',')
	const inQuery = new URLSearchParams(/\?([^#]*)/.exec(after)?.[1])
	const hosts = (inQuery.get('host') ?? '').split(',')
	const ports = (inQuery.get('port') ?? '').split(',')
	const attributes = inQuery.get('target_session_attrs') ?? ''
	if (!KNOWN_ATTRIBUTES.has(attributes)) throw new Error(WRONG_ATTRIBUTES)

	const count = Math.max(inUrl.length, hosts.length)
	const addressAt = (at: number) => {
		const url = before ? `${before}${inUrl[at] ?? inUrl[0]}${after}` : text
		return parseAddress(url, { host: hosts[at] ?? '', port: ports[at] ?? ports[0] ?? '' })
	}
	const others = Array.from({ length: count - 1 }, (_, at) => addressAt(at + 1))
	return {
		addresses: [addressAt(0), ...others],
		mustWrite: attributes === 'read-write' || attributes === 'primary',
	}
}

const KNOWN_ATTRIBUTES = new Set(['', 'any', 'read-write', 'primary'])
const WRONG_ATTRIBUTES =
	'The database URL asks for target_session_attrs that the shop has no use for: it writes, so it should read read-write, primary or any.'

/**
 * Parses the URL of one server. `named` holds the host and the port that the URL's parameters name; empty where they
 * name none.
 */
function parseAddress(text: string, named: { host: string; port: string }): Address {
	const url = parseUrl(text)
	const parameters = new URLSearchParams(url.search)
	const take = (name: string) => {
		const value = parameters.get(name)
		parameters.delete(name)
		return value ?? ''
	}

	for (const name of ['host', 'port', 'target_session_attrs']) parameters.delete(name)
	const host = named.host || decode(url.hostname) || 'localhost'
	const port = Number(named.port || url.port || 5432)
	const user = take('user') || decode(url.username) || os.userInfo().username
	const password = take('password') || decode(url.password)
	const database = take('dbname') || decode(url.pathname.slice(1)) || user
	const encryption = { mode: take('sslmode'), rootCertificate: take('sslrootcert') }

	const remote = !host.startsWith('/')
	const bare = host.replace(/^\[(.*)\]$/, '$1')
	return {
		endpoint: remote ? { host: bare, port } : { path: `${host}/.s.PGSQL.${port}` },
		user,
		password,
		database,
		ssl: remote && parseEncryption(encryption, bare),
		parameters: Object.fromEntries(parameters),
	}
}

function decode(part: string): string {
	try {
		return decodeURIComponent(part)
	} catch {
		throw new Error('The database URL has a % that stands for itself: it should read %25.')
	}
}

function parseUrl(text: string): URL {
	// A user without a host is common with unix sockets, but the URL parser refuses it.
	const complete = text.replace(/^(postgres(?:ql)?:\/\/[^/?@]*@)(?=[/?:]|$)/, '$1localhost')
	const url = /^postgres(ql)?:\/\//.test(text) && URL.canParse(complete) && new URL(complete)
	if (!url)
		throw new Error('The database URL is none: it should read postgres://user@host/database.')
	return url
}

function parseEncryption(
	{ mode, rootCertificate }: { mode: string; rootCertificate: string },
	host: string,
): Address['ssl'] {
	switch (mode) {
		case '':
		case 'disable':
			return false
		case 'allow':
		case 'prefer':
			return 'prefer'
		case 'require':
			return 'require'
		case 'verify-ca':
		case 'verify-full':
			// The host is named a second time because the certificate of an IP address would not be checked at all.
			return {
				host,
				rejectUnauthorized: true,
				...(rootCertificate && { ca: readFileSync(rootCertificate, 'utf8') }),
			}
		default:
			throw new Error(`The database URL has an unknown sslmode '${mode}'.`)
	}
}
