import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import { StartError } from '#app/gateways/start-error.ts'

const APT = '/usr/bin/apt-get'
const UNPACK = '/usr/bin/dpkg-deb'

/**
 * Finds a program in the folders `more`, on the PATH or in /usr/sbin, where Debian puts it; undefined when there is
 * none.
 */
export function findProgram(name: string, more: readonly string[] = []): string | undefined {
	const folders = [...more, ...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
	return folders.map((folder) => join(folder, name)).find(canRun)
}

/**
 * Unpacks Debian packages into a folder of their own below the temporary folder and returns it; nothing is installed,
 * no service is started, and no right of root is needed. Prints what it unpacks before it does so.
 *
 * @throws StartError on a machine without apt-get, or whose apt-get does not know the packages
 */
export function unpackDebian(packages: readonly string[], forWhat: string): string {
	const folder = join(tmpdir(), `raumzeit-debian-${process.getuid?.() ?? 0}`)
	const loads = join(folder, 'packages')
	if (!existsSync(APT))
		throw new StartError(`${forWhat} needs ${packages.join(', ')}, and there is no apt-get here`)

	const known = existsSync(loads) ? readdirSync(loads) : []
	const missing = packages.filter((name) => !known.some((file) => file.startsWith(`${name}_`)))
	if (missing.length > 0) {
		console.log(
			`${forWhat} needs Debian packages: unpacking ${missing.join(', ')} in ${folder}. Nothing is installed.`,
		)
		mkdirSync(loads, { recursive: true, mode: 0o755 })
		download(missing, loads)
		for (const file of readdirSync(loads))
			execFileSync(UNPACK, ['-x', join(loads, file), folder], { stdio: 'ignore' })
	}
	return folder
}

function download(packages: readonly string[], folder: string): void {
	try {
		execFileSync(APT, ['download', '-qq', ...packages], { cwd: folder, stdio: 'ignore' })
	} catch {
		throw new StartError(
			`apt-get does not bring ${packages.join(', ')}: apt-get update, then again`,
		)
	}
}

/**
 * Returns the folder of the newest PostgreSQL of this machine with all its programs: the one that the shop brings has
 * no pg_basebackup, pg_rewind and pg_dump.
 *
 * @throws StartError when there is none on the PATH or where Debian puts it
 */
export function postgresFolder(forWhat: string): string {
	const debian = '/usr/lib/postgresql'
	const versions = existsSync(debian)
		? readdirSync(debian)
				.map(Number)
				.toSorted((one, other) => one - other)
		: []
	const folders = versions.toReversed().map((version) => join(debian, String(version), 'bin'))
	const program = findProgram('pg_rewind', folders)
	if (!program) throw new StartError(`${forWhat} needs PostgreSQL: apt-get install postgresql`)
	return dirname(program)
}

export function canRun(path: string): boolean {
	try {
		accessSync(path, constants.X_OK)
		return true
	} catch {
		return false
	}
}
