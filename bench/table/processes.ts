import { readdir, readFile } from 'node:fs/promises'

/** Lists the process and all its descendants; itself alone where the system does not tell. */
export async function familyOf(pid: number): Promise<number[]> {
	const parents = new Map<number, number>()
	for (const name of await readdir('/proc').catch(() => [])) {
		const stat =
			/^\d+$/.test(name) && (await readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''))
		// After the name, which is in brackets and may hold any character: the state, then the parent.
		if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
	}
	const family = [pid]
	for (const one of family)
		for (const [child, parent] of parents) if (parent === one) family.push(child)
	return family
}

/** Returns the MiB that these processes keep in memory; 0 where the system does not tell. */
export async function memoryOf(pids: readonly number[]): Promise<number> {
	const kilobytes = await Promise.all(
		pids.map(async (pid) => {
			const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
			return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
		}),
	)
	return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}
