import { readFileSync } from 'node:fs'
import os from 'node:os'

/** Where a server is and who we are to it. */
export type Address = {
	/** A host by TCP, or the path of a unix socket. */
	endpoint: { host: string; port: number } | { path: string }
	user: string
	password: string
	database: string
	ssl: false | 'prefer' | 'require' | { host: string; rejectUnauthorized: true; ca?: string }
	/** Every other parameter of the URL goes to the server as it is (`options`, `search_path`). */
	parameters: Record<string, string>
}

/**
 * Reads a DATABASE_URL as PostgreSQL's own programs do: by TCP (`postgres://user:password@host:5432/db`,
 * with `?sslmode=disable|prefer|require|verify-full` and `sslrootcert`), or by unix socket
 * (`postgres://user@/db?host=/run/postgresql`, `postgres://user@%2Frun%2Fpostgresql/db`). Unlike
 * those, no `sslmode` means `disable`. Throws a sentence that never quotes the password.
 */
export function parseAddress(text: string): Address {
	const url = parseUrl(text)
	const parameters = new URLSearchParams(url.search)
	const take = (name: string) => {
		const value = parameters.get(name)
		parameters.delete(name)
		return value ?? ''
	}

	const host = take('host') || decode(url.hostname) || 'localhost'
	const port = Number(take('port') || url.port || 5432)
	const user = take('user') || decode(url.username) || os.userInfo().username
	const password = take('password') || decode(url.password)
	const database = take('dbname') || decode(url.pathname.slice(1)) || user
	const encryption = { mode: take('sslmode'), rootCertificate: take('sslrootcert') }
	if (host.includes(',')) throw new Error('The database URL names several hosts; one is supported.')
	if (parameters.has('target_session_attrs')) {
		throw new Error('The database URL asks for target_session_attrs, which is not supported.')
	}

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
	// A user without a host is common with unix sockets, but no URL to the parser.
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
			// The host is said again because an address in place of a name would not be checked at all.
			return {
				host,
				rejectUnauthorized: true,
				...(rootCertificate && { ca: readFileSync(rootCertificate, 'utf8') }),
			}
		default:
			throw new Error(`The database URL has an unknown sslmode '${mode}'.`)
	}
}
