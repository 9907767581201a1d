import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

import { ROOT } from '#scripts/shop/child.ts'

import { statusOf } from './steady-load.ts'

/**
 * The target of the signal to end: npm's own process, the server's, the whole group, or the whole group twice in a row.
 */
export const endings = ['npm', 'server', 'group', 'twice'] as const
export type Ending = (typeof endings)[number]

/** A node as a supervisor starts it: `npm run serve` in a process group of its own. */
export type ServedNode = {
	port: number
	/** Sends the signal, and resolves once every process of the group is gone. */
	stop: (ending: Ending) => Promise<void>
}

/**
 * Starts `npm run serve` on `port` in the folder `tree` of a build, with `env` as its whole environment; resolves once
 * it is ready for visitors. They come to the node itself, unless `env` names another address (APP_ORIGIN).
 */
export async function npmServe(
	port: number,
	env: NodeJS.ProcessEnv,
	tree: string = ROOT,
): Promise<ServedNode> {
	const npm = spawn('npm', ['run', 'serve'], {
		cwd: tree,
		env: { APP_ORIGIN: `http://localhost:${port}`, ...env, PORT: String(port) },
		detached: true,
		stdio: ['ignore', 'ignore', 'inherit'],
	})
	const group = npm.pid ?? 0
	const exit = once(npm, 'exit')
	const died = exit.then(() => Promise.reject(new Error('npm run serve ended before it was ready')))
	await Promise.race([untilReady(port), died])
	died.catch(() => {})

	return {
		port,
		async stop(ending) {
			if (ending === 'npm') npm.kill('SIGTERM')
			else if (ending === 'server') process.kill(await serverOf(group), 'SIGTERM')
			else process.kill(-group, 'SIGTERM')
			if (ending === 'twice') process.kill(-group, 'SIGTERM')
			await exit
			while ((await membersOf(group)).length > 0) await delay(50)
		},
	}
}

async function untilReady(port: number) {
	while ((await statusOf(`http://127.0.0.1:${port}/readyz`, false)) !== '200') await delay(100)
}

/** Returns the server's process whose children the other processes are. */
async function serverOf(group: number) {
	const members = (await membersOf(group)).filter(({ isServer }) => isServer)
	const ids = new Set(members.map(({ pid }) => pid))
	const first = members.find(({ parent }) => !ids.has(parent))
	if (!first) throw new Error('There is no server in the process group')
	return first.pid
}

type Member = { pid: number; parent: number; isServer: boolean }

/** Lists the living processes of a process group, from /proc. */
async function membersOf(group: number): Promise<Member[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
	const found = await Promise.all(pids.map((pid) => memberOf(pid, group)))
	return found.filter((member) => member !== undefined)
}

async function memberOf(pid: number, group: number): Promise<Member | undefined> {
	const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
	const stat = await read('stat')
	// After the name in brackets: state, parent, process group.
	const [state, parent, its] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
	if (Number(its) !== group || state === 'Z') return undefined
	const args = (await read('cmdline')).split('\0')
	return { pid, parent: Number(parent), isServer: args.some((arg) => arg === SERVE) }
}

const SERVE = 'build/serve/serve.js'
