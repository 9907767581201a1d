import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { StartError } from '#app/gateways/start-error.ts'

/** The system account a process runs as; empty for the account that started us. */
export type Account = { uid?: number; gid?: number }

export const run = promisify(execFile)

export function isRoot() {
	return process.getuid?.() === 0
}

/**
 * Returns the account that may run Postgres: the one that started us, or, as Postgres refuses to run as root, the first
 * of `names` that this machine has. Only where it has none is the user `postgres` created.
 */
export async function postgresAccount(names = EXISTING): Promise<Account> {
	if (!isRoot()) return {}
	for (const name of names) {
		const account = await findAccount(name)
		if (account) return account
	}
	return createAccount()
}

/** True when `account` can reach `path` in this way; asks the system itself (modes, ACLs, mounts). */
export async function mayReach(account: Account, how: 'read' | 'run' | 'enter', path: string) {
	const test = how === 'read' ? '-r' : '-x'
	return run('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], { ...account, cwd: '/' }).then(
		() => true,
		() => false,
	)
}

const USER = 'postgres'

/** Accounts without rights; each Unix has the second one. */
const EXISTING: readonly string[] = [USER, 'nobody']

async function findAccount(name: string) {
	try {
		const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
		return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
	} catch {
		return undefined
	}
}

async function createAccount() {
	console.log(`Creating the system user "${USER}": PostgreSQL does not run as root`)
	const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false']
	try {
		await run('groupadd', ['--system', '--force', USER])
		await run('useradd', ['--system', '--gid', USER, ...home, USER])
	} catch (error) {
		const reason = error instanceof Error ? error.message.split('\n', 1)[0] : error
		throw new StartError(
			`PostgreSQL does not run as root, and the system user "${USER}" could not be created (${reason}): start as an ordinary user, or set DATABASE_URL`,
		)
	}

	const account = await findAccount(USER)
	if (!account) throw new StartError(`The system user "${USER}" could not be created`)
	return account
}
