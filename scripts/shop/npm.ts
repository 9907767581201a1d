import { readFileSync } from 'node:fs'

/**
 * Calls `leave` when the npm that started this process is gone. npm starts it through a shell, and a signal that ends
 * npm or that shell (`kill` with npm's process id) does not always reach it.
 */
export function whenNpmIsGone(leave: () => void) {
	if (!process.env['npm_lifecycle_event']) return
	const before = ancestors()
	const timer = setInterval(() => {
		if (ancestors() === before) return
		clearInterval(timer)
		leave()
	}, 500)
	timer.unref()
}

/** Returns the id of the parent process; where that is npm's shell, the id of npm as well. */
function ancestors() {
	const parent = process.ppid
	try {
		const command = readFileSync(`/proc/${parent}/cmdline`, 'utf8')
		if (!/^(\S*\/)?sh\0-c\0/.test(command)) return `${parent}`
		const status = readFileSync(`/proc/${parent}/status`, 'utf8')
		return `${parent} ${/^PPid:\s*(\d+)$/m.exec(status)?.[1]}`
	} catch {
		return `${parent}`
	}
}
