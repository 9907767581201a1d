import { execFile } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { promisify } from 'node:util'

/** Is told by `fetch` of each request whose head it has written to its connection. */
const HEAD_WRITTEN = 'undici:client:sendHeaders'

/**
 * Sends requests by `fetch` while the processes of a server stand still, which go on once all of them have left: so they
 * wait at the server together, however fast it is.
 */
export async function sendTogether<T>(
	serverPid: number | undefined,
	requests: (() => Promise<T>)[],
): Promise<Promise<T>[]> {
	const pids = await processesOf(serverPid)
	let written = 0
	let allWritten = () => {}
	const all = new Promise<void>((done) => (allWritten = done))
	const count = () => {
		written += 1
		if (written === requests.length) allWritten()
	}
	subscribe(HEAD_WRITTEN, count)
	try {
		for (const pid of pids) process.kill(pid, 'SIGSTOP')
		const answers = requests.map((send) => send())
		await all
		return answers
	} finally {
		unsubscribe(HEAD_WRITTEN, count)
		for (const pid of pids) process.kill(pid, 'SIGCONT')
	}
}

/** Lists the processes of a server that answer requests: those that it has started, or else itself. */
export async function processesOf(serverPid = 0): Promise<number[]> {
	const asked = ['-o', 'pid=,args=', '--ppid', String(serverPid)]
	// `ps` fails when it finds no process.
	const { stdout } = await promisify(execFile)('ps', asked).catch(() => ({ stdout: '' }))
	const children = stdout.split('\n').filter((line) => line.includes('build/serve/serve.js'))
	return children.length > 0 ? children.map((line) => Number.parseInt(line, 10)) : [serverPid]
}
